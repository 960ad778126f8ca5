/** Finds the texts that separate the parts of a message: reasoning, calls, answers, and instructions in a user's message. */
import type { LearnedBeginning, LearnedFacts } from '../syntax/families/learned/facts.ts';
import { afterLast, afterOpener, firstMarkEnd, type Opening, signsIn } from './dialect-texts.ts';
import type { Part, Transition } from './frames.ts';
import { hasMark, marksIn } from './marks.ts';
import { callParts, MIN_OPENER, TransitionReader, usualSources } from './transition-reader.ts';

const MIN_WORDS = 6;
/** The beginning of a JSON call whose first key is the name of the tool. All code that recognizes calls recognizes this form. */
const namesTool = /^\[?\{\s*"name":\s*"?$/;
const mergeable = new Set<Transition['from']>([
  'system',
  'developer',
  'toolList',
  'tool',
  'function',
  'toolText',
  'repeated',
]);

export class ContentReader extends TransitionReader {
  private get ofModel(): readonly Transition[] {
    return this.into('assistant', ['start', ...usualSources.assistant, 'assistant', 'system']);
  }

  /** The texts between the opener of a model's message and the first part of the message. */
  beginnings(openings: readonly Opening[]): readonly LearnedBeginning[] {
    const learnedBeginnings: LearnedBeginning[] = [];
    const addBeginning = (text: string, begins: LearnedBeginning['begins']) => {
      if (!learnedBeginnings.some((one) => one.text === text)) learnedBeginnings.push({ text, begins });
    };
    for (const one of this.ofModel) {
      const text = afterOpener(one.text, openings);
      if (text === undefined) continue;
      if (one.to === 'assistant') addBeginning(text, 'answer');
    }
    for (const one of this.ofModel) {
      const text = afterOpener(one.text, openings);
      if (text === undefined || one.to === 'assistant') continue;
      if (one.to === 'reasoning') addBeginning(text, 'reasoning');
      else addBeginning(text.slice(0, firstMarkEnd(text)).trim(), 'call');
    }
    const answerEnd = marksIn(this.end('assistant'));
    // Handles the texts before calls that follow an answer or reasoning.
    for (const from of ['assistant', 'reasoning'] as const)
      for (const { to, text, opens } of this.from(from)) {
        if (opens === 'message' || !callParts.has(to)) continue;
        const marks = marksIn(text).filter((one) => !this.reasoningEnds().includes(one));
        // A mark that also ends an answer without calls does not begin a call.
        const mark = marks.find((one, i) => i === marks.length - 1 || !answerEnd.includes(one));
        if (mark !== undefined) addBeginning(mark, 'call');
      }
    return learnedBeginnings.sort((a, b) => b.text.length - a.text.length);
  }

  reasoningEnds(): readonly string[] {
    const ends = new Set<string>();
    for (const { to, text } of this.from('reasoning')) {
      if (to === 'end') continue;
      const [mark] = marksIn(text);
      const end = mark ?? text.trim();
      if (end.length >= MIN_OPENER) ends.add(end);
    }
    return [...ends];
  }

  /** Whether other text may be merged into the beginning of a user's message, and the signs of such text. */
  merges(openings: readonly Opening[]): Pick<LearnedFacts, 'merges' | 'mergesByLine' | 'mergeSigns'> {
    const into = this.all.filter(
      ({ from, to, text }) => to === 'user' && mergeable.has(from) && !openings.some((one) => text.includes(one.text)),
    );
    if (into.length === 0) return { merges: 'nowhere', mergesByLine: true, mergeSigns: [] };
    // Some templates write instructions into a later user message, or also into the last one.
    const sources = new Set(into.map(({ from }) => from));
    const users = openings.filter(({ role }) => role === 'user');
    const later = this.all.some(
      ({ from, to, text }) =>
        sources.has(to as Part) && from !== 'start' && users.some((one) => text.trimEnd().endsWith(one.text)),
    );
    const signs = into.map((one) => this.signsOf(one, users));
    return {
      merges: later ? 'anywhere' : 'first',
      mergesByLine: into.every(({ text }) => text.includes('\n')),
      mergeSigns: signs.every((all) => all.length > 1) ? [...new Set(signs.flat())] : [],
    };
  }

  /**
   * The signs by which merged text is recognized in a user's message, taken from the texts before and after it. There are several, so that
   * a fault in one of them does not matter.
   */
  private signsOf({ from, text }: Transition, users: readonly Opening[]): readonly string[] {
    const before = this.all
      .filter((one) => one.to === from && users.some((opening) => one.text.includes(opening.text)))
      .map((one) => afterLast(one.text, users));
    const [usual] = before.sort((a, b) => a.length - b.length);
    return [usual ?? '', text].flatMap(signsIn);
  }

  /** The mark between an answer and the text that ends the message, as a list, which is empty if there is no such mark. */
  answerEnds(terminators: ReadonlySet<string>): readonly string[] {
    return marksIn(this.end('assistant'))
      .filter((mark) => !terminators.has(mark))
      .slice(0, 1);
  }

  hidesAnswers(beginnings: readonly LearnedBeginning[]): boolean {
    if (!this.frames.parts.has('reasoning')) return false;
    const tells = (text: string) => hasMark(text) || text.length >= MIN_WORDS;
    return (
      !this.reasoningEnds().some(tells) ||
      beginnings.some(({ begins, text }) => begins === 'reasoning' && !tells(text) && text !== '')
    );
  }

  hasBareCalls(beginnings: readonly LearnedBeginning[]): boolean {
    if (![...callParts].some((part) => this.frames.parts.has(part as Part))) return false;
    const calls = beginnings.filter(({ begins }) => begins === 'call');
    return (
      calls.length === 0 || calls.some(({ text }) => !hasMark(text) && !namesTool.test(text)) || this.callsLikeAnswers()
    );
  }

  /** Whether the text before a call is the same as the text before an answer. */
  private callsLikeAnswers(): boolean {
    return this.ofModel.some(
      ({ to, text }) =>
        callParts.has(to) && this.ofModel.some((one) => one.to === 'assistant' && one.text.trim() === text.trim()),
    );
  }

  /** The parts that cannot be distinguished from each other, in words. */
  uncertain(openings: readonly Opening[]): readonly string[] {
    const replies = this.into('tool', usualSources.tool).map((one) => this.rest(one).trim());
    const isAnswer = ({ role, text }: Opening) => role === 'assistant' && replies.includes(text);
    return openings.some(isAnswer)
      ? ['the template writes tool replies like answers, so they are read as answers']
      : [];
  }

  innerMarks(): ReadonlySet<string> {
    return new Set(this.all.flatMap(({ text }) => marksIn(text)));
  }
}
