/** What the frames of a template say of messages: openers, terminators, and marks within them. */
import type { LearnedBeginning, LearnedFacts } from '../syntax/families/learned/facts.ts';
import { append, maximum, minimum } from '../syntax/lists.ts';
import {
  afterLast,
  afterOpener,
  endIn,
  firstMarkEnd,
  type Opening,
  padAfter,
  type Speaker,
  shortest,
  signsIn,
  withoutStart,
} from './dialect-texts.ts';
import type { LearnedFrames, Part, Transition } from './frames.ts';
import { boundaryBefore, commonPrefix, hasMark, lastMarkEnd, marksIn } from './marks.ts';

/** From where messages of a role are usually reached, so that what is before them is theirs. */
const usualSources: Readonly<Record<Speaker, readonly Transition['from'][]>> = {
  system: ['assistant', 'system'],
  developer: ['assistant', 'system'],
  user: ['assistant', 'user'],
  assistant: ['user', 'reply', 'replyId', 'replyName', 'repeated'],
  tool: ['user', 'assistant', 'name', 'id', 'arguments', 'value', 'data', 'key'],
};

/** What a message of a role shows first, where that is its content. */
const mainPart: Readonly<Record<Speaker, Part>> = {
  system: 'system',
  developer: 'developer',
  user: 'user',
  assistant: 'assistant',
  tool: 'reply',
};

/** A shorter opener would be found everywhere. */
const MIN_OPENER = 3;
const MIN_WORDS = 6;
/** JSON that names a tool first, which every reader of calls knows. */
const namesTool = /^\[?\{\s*"name":\s*"?$/;
const isTag = /^<\/?(?:think|tool_call|tool_response|tools)>$/;

const toolParts = new Set<Transition['to']>(['toolList', 'tool', 'function', 'toolText']);
const readableTools = new Set<Transition['to']>(['toolList', 'tool', 'function']);
const contentParts = new Set<Transition['from']>(['system', 'developer', 'user', 'assistant', 'reply']);
const mergeable = new Set<Transition['from']>([
  'system',
  'developer',
  'toolList',
  'tool',
  'function',
  'toolText',
  'repeated',
]);
const callParts = new Set<Transition['to']>(['name', 'id', 'arguments', 'key', 'value', 'data']);

const roleOfPart = (part: Transition['from']): string => (part === 'reply' ? 'tool' : part);

/** Where a text is in another, as a list; empty if it is not. */
const placeIn = (text: string, other: string): readonly number[] => {
  const at = text.indexOf(other);
  return at < 0 ? [] : [at];
};

export class Reader {
  private readonly ends = new Map<Transition['from'], string>();
  private marksAtStart: ReadonlySet<string> | undefined;

  constructor(
    private readonly frames: LearnedFrames,
    private readonly starts: readonly string[],
  ) {}

  private from(part: Transition['from']): readonly Transition[] {
    return this.frames.transitions.get(part) ?? [];
  }

  private get all(): readonly Transition[] {
    return [...this.frames.transitions.values()].flat();
  }

  /** Marks that are in front of the first message of a user, so that they end none. */
  private get firstMarks(): ReadonlySet<string> {
    this.marksAtStart ??= new Set(
      this.from('start').flatMap(({ to, text }) => {
        const marks = to === 'user' || to === 'assistant' ? marksIn(text) : [];
        // Instructions of the template's own may be in front, framed as messages are.
        const first = marks.find((mark) => !this.starts.includes(mark));
        return first === undefined ? [] : marksIn(text.slice(text.lastIndexOf(first)));
      }),
    );
    return this.marksAtStart;
  }

  /**
   * What the template writes after a part to end its message: what it writes there whatever comes next, or what it writes at the
   * end of a prompt, but no mark that also begins the first message.
   */
  private end(part: Transition['from']): string {
    let found = this.ends.get(part);
    if (found === undefined) {
      found = endIn(this.endOf(part));
      this.ends.set(part, found);
    }
    return found;
  }

  private endOf(part: Transition['from']): string {
    const next = this.from(part).filter(
      ({ to, opens, between }) => to !== 'end' && opens === 'message' && between.length === 0,
    );
    const [first] = next;
    const common = commonPrefix(next.map(({ text }) => text));
    const shared = first ? common.slice(0, boundaryBefore(first.text, common.length)) : '';
    if (new Set(next.map(({ role }) => role)).size > 1) return this.beforeFirstMarks(shared);
    const cut = this.beforeFirstMarks(shared);
    if (cut.length < shared.length) return cut;
    const atEnd = this.from(part)
      .filter(({ to, generation, between }) => to === 'end' && !generation && between.length === 0)
      .map(({ text }) => text);
    return this.beforeFirstMarks(atEnd.sort((a, b) => a.length - b.length)[0] ?? '');
  }

  /** As much of a text as is before any of these marks. */
  private beforeFirstMarks(text: string): string {
    const places = marksIn(text).flatMap((mark) => (this.firstMarks.has(mark) ? text.indexOf(mark) : []));
    return text.slice(0, minimum([text.length, ...places]));
  }

  /** The text of a transition without what ends the message before it. */
  private rest({ from, text }: Transition): string {
    const end = this.end(from);
    if (text.startsWith(end)) return text.slice(end.length);
    return text.slice(boundaryBefore(text, commonPrefix([text, end]).length));
  }

  private into(role: Speaker, sources: readonly Transition['from'][]): readonly Transition[] {
    return sources.flatMap((from) => this.from(from).filter((one) => one.opens === 'message' && one.role === role));
  }

  /** What begins messages of a role, whatever is before them. */
  openings(role: Speaker, starts: readonly string[]): readonly Opening[] {
    const bySource = new Map<string, Transition[]>();
    // A call may follow a reply without an opener of its own: it is then read with the reply.
    for (const one of this.into(role, usualSources[role]).filter(
      ({ to, between }) => !callParts.has(to) && between.length === 0,
    ))
      bySource.set(one.from, [...(bySource.get(one.from) ?? []), one]);
    const found: Opening[] = [];
    for (const [from, transitions] of bySource) {
      const rests = transitions.map((one) => withoutStart(this.rest(one), starts));
      if (role === 'assistant') {
        const asked = this.from(from as Part).find(({ to, generation }) => to === 'end' && generation);
        if (asked) rests.push(withoutStart(this.rest(asked), starts));
      }
      const ended = this.end(from as Part).trim();
      const dual = marksIn(ended).at(-1) ?? ended;
      if (rests.some((rest) => rest.trim() === '') && role === 'assistant') {
        if (hasMark(dual) || dual.length >= MIN_OPENER)
          found.push({ role, text: dual, pad: padAfter(transitions, dual), closes: true });
        continue;
      }
      append(found, this.together(role, rests));
    }
    return shortest(found);
  }

  /** The text that several begin with; those that have none in common stand for themselves. */
  private together(role: Speaker, rests: readonly string[]): readonly Opening[] {
    const trimmed = [...new Set(rests.map((rest) => rest.trimStart()))].filter((rest) => rest !== '');
    const common = commonPrefix(trimmed);
    const whole = trimmed.some((rest) => rest === common)
      ? common
      : common.slice(0, boundaryBefore(trimmed[0] ?? '', common.length));
    const texts = whole.trim().length >= MIN_OPENER ? [whole] : trimmed;
    return texts.flatMap((text) => {
      const cut = role === 'tool' || texts.length > 1 ? text.slice(0, lastMarkEnd(text) || text.length) : text;
      const opener = cut.trimEnd();
      if (opener.length < MIN_OPENER) return [];
      const pad = /^\s*/.exec(text.slice(opener.length))?.[0] ?? '';
      return [{ role, text: opener, pad, closes: false }];
    });
  }

  /** What the template writes in front of the first message. */
  lead(openings: readonly Opening[], starts: readonly string[]): readonly string[] {
    const found = new Set(starts.filter((start) => start !== ''));
    const first = openings.find(({ role }) => role === 'user')?.text;
    for (const { to, text } of this.from('start')) {
      const at = to === 'user' && first !== undefined ? text.indexOf(first) : -1;
      if (at <= 0 || openings.some((one) => text.slice(0, at).includes(one.text))) continue;
      for (const mark of marksIn(text.slice(0, at))) if (!this.isWrittenLater(mark)) found.add(mark);
    }
    return [...found];
  }

  private isWrittenLater(mark: string): boolean {
    return this.all.some(({ from, text }) => from !== 'start' && text.includes(mark));
  }

  /** Openings of roles that only begin a text. */
  openingsAtStart(role: Speaker, lead: readonly string[], known: readonly Opening[]): readonly Opening[] {
    const rests = this.from('start')
      .filter((one) => one.opens === 'message' && one.role === role && one.to === mainPart[role])
      .map(({ text }) => withoutStart(text, lead))
      .filter((rest) => !known.some((one) => rest.includes(one.text)));
    return rests.some((rest) => rest.trim() === '') ? [] : this.together(role, rests);
  }

  /** Marks before declared tools, where these are in no message of another role. `endOf`: what ends messages, by their roles. */
  toolOpenings(
    known: readonly Opening[],
    lead: readonly string[],
    endOf: ReadonlyMap<string, string | undefined>,
  ): readonly Opening[] {
    const found: Opening[] = [];
    for (const one of this.all) {
      if (!toolParts.has(one.to) || (one.from !== 'start' && !contentParts.has(one.from))) continue;
      // Tools in a message that has not ended are part of it, as in `<|system|>…<|tool|>…<|/tool|><|end|>`.
      const end = endOf.get(roleOfPart(one.from));
      if (end !== undefined && !one.text.includes(end)) continue;
      const rest = withoutStart(one.from === 'start' ? one.text : this.rest(one), lead);
      if (known.some(({ text }) => rest.includes(text))) continue;
      const text = rest.slice(0, firstMarkEnd(rest)).trim();
      if (text.length >= MIN_OPENER && hasMark(text) && !found.some((opening) => opening.text === text))
        found.push({ role: 'system', text, pad: '', closes: false });
    }
    return found;
  }

  /** The mark that ends declared tools, where these are a message of their own. */
  toolEnd(known: readonly Opening[]): string | undefined {
    const ends = new Set<string | undefined>();
    for (const { from, to, text } of this.all) {
      if (!toolParts.has(from as Transition['to']) || toolParts.has(to) || to === 'repeated') continue;
      const next = minimum([text.length, ...known.flatMap((one) => placeIn(text, one.text))]);
      ends.add(marksIn(text.slice(0, next)).at(-1));
    }
    const [end] = ends;
    return ends.size === 1 && end !== undefined && !isTag.test(end) ? end : undefined;
  }

  /** What is around declared tools in a message. `frame`: all that begins a message or ends one. */
  toolFrames(frame: readonly string[]): LearnedFacts['toolFrames'] {
    const [before, after] = [new Set<string>(), new Set<string>()];
    for (const { from, to, text } of this.all) {
      const [isBefore, isAfter] = [readableTools.has(to), readableTools.has(from as Transition['to'])];
      if (isBefore === isAfter) continue;
      const places = frame.flatMap((mark) => placeIn(text, mark));
      const ends = frame.flatMap((mark) => (text.includes(mark) ? text.lastIndexOf(mark) + mark.length : []));
      if (isBefore) before.add(text.slice(maximum([0, ...ends])));
      else after.add(text.slice(0, minimum([text.length, ...places])));
    }
    const sorted = (texts: ReadonlySet<string>) =>
      [...texts].filter((text) => text.trim() !== '').sort((a, b) => b.length - a.length);
    return { before: sorted(before), after: sorted(after) };
  }

  /** What several openers begin with, though the role comes later: a message of any other role begins so as well. */
  unnamed(openings: readonly Opening[]): readonly string[] {
    const texts = new Set(openings.map(({ text }) => text));
    const found = new Set<string>();
    for (const { text } of openings) {
      const first = text.slice(0, firstMarkEnd(text));
      if (first.length >= MIN_OPENER && first.length < text.length && hasMark(first) && !texts.has(first))
        found.add(first);
    }
    return [...found];
  }

  /** The mark that ends messages of a role. */
  terminator(role: Speaker, openings: readonly Opening[]): string | undefined {
    const [end] = marksIn(this.end(mainPart[role])).slice(-1);
    if (end === undefined || openings.some(({ text }) => text === end || text.startsWith(end) || end.startsWith(text)))
      return undefined;
    return isTag.test(end) ? undefined : end;
  }

  /** White space before what ends a message of a role. */
  tail(role: Speaker): string {
    const end = this.end(mainPart[role]);
    const [space = ''] = /^\s*/.exec(end) ?? [];
    if (space !== '') return space;
    const following = this.from(mainPart[role]).filter(({ to, opens }) => to !== 'end' && opens === 'message');
    const spaces = following.map(({ text }) => /^\s*/.exec(text)?.[0] ?? '');
    return spaces.length > 0 ? commonPrefix(spaces) : '';
  }

  between(terminators: ReadonlySet<string>): '' | '\n' {
    const end = this.end('assistant');
    const mark = [...terminators].find((one) => end.includes(one));
    return mark !== undefined && end.slice(end.indexOf(mark) + mark.length).startsWith('\n') ? '\n' : '';
  }

  /** Whether a text in front of the first opener is the system's. */
  leadsSystem(lead: readonly string[], openings: readonly Opening[]): boolean {
    return this.from('start').some(
      ({ to, text }) =>
        to === 'system' && withoutStart(text, lead).trim() === '' && !openings.some((one) => text.includes(one.text)),
    );
  }

  private get ofModel(): readonly Transition[] {
    return this.into('assistant', ['start', ...usualSources.assistant, 'assistant', 'system']);
  }

  /** What the first part of a message of the model has before it, after the opener. */
  beginnings(openings: readonly Opening[]): readonly LearnedBeginning[] {
    const found: LearnedBeginning[] = [];
    const put = (text: string, begins: LearnedBeginning['begins']) => {
      if (!found.some((one) => one.text === text)) found.push({ text, begins });
    };
    for (const one of this.ofModel) {
      const text = afterOpener(one.text, openings);
      if (text === undefined) continue;
      if (one.to === 'assistant') put(text, 'answer');
    }
    for (const one of this.ofModel) {
      const text = afterOpener(one.text, openings);
      if (text === undefined || one.to === 'assistant') continue;
      if (one.to === 'reasoning') put(text, 'reasoning');
      else put(text.slice(0, firstMarkEnd(text)).trim(), 'call');
    }
    const answerEnd = marksIn(this.end('assistant'));
    // A call after an answer, or after reasoning.
    for (const from of ['assistant', 'reasoning'] as const)
      for (const { to, text, opens } of this.from(from)) {
        if (opens === 'message' || !callParts.has(to)) continue;
        const marks = marksIn(text).filter((one) => !this.reasoningEnds().includes(one));
        // What ends the answer, as it does without a call, begins none.
        const mark = marks.find((one, i) => i === marks.length - 1 || !answerEnd.includes(one));
        if (mark !== undefined) put(mark, 'call');
      }
    return found.sort((a, b) => b.text.length - a.text.length);
  }

  reasoningEnds(): readonly string[] {
    const found = new Set<string>();
    for (const { to, text } of this.from('reasoning')) {
      if (to === 'end') continue;
      const [mark] = marksIn(text);
      const written = mark ?? text.trim();
      if (written.length >= MIN_OPENER) found.add(written);
    }
    return [...found];
  }

  /** Whether a user's message may begin with other text. */
  merges(openings: readonly Opening[]): Pick<LearnedFacts, 'merges' | 'mergesByLine' | 'mergeSigns'> {
    const into = this.all.filter(
      ({ from, to, text }) => to === 'user' && mergeable.has(from) && !openings.some((one) => text.includes(one.text)),
    );
    if (into.length === 0) return { merges: 'nowhere', mergesByLine: true, mergeSigns: [] };
    // Instructions that go into a later message as well, or into the last.
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

  /** Texts around what is merged into a user's message that show it, each of which a fault leaves if it is in another. */
  private signsOf({ from, text }: Transition, users: readonly Opening[]): readonly string[] {
    const before = this.all
      .filter((one) => one.to === from && users.some((opening) => one.text.includes(opening.text)))
      .map((one) => afterLast(one.text, users));
    const [usual] = before.sort((a, b) => a.length - b.length);
    return [usual ?? '', text].flatMap(signsIn);
  }

  /** Marks after an answer, before what ends its message. */
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

  /** A call whose text before it is that of an answer. */
  private callsLikeAnswers(): boolean {
    return this.ofModel.some(
      ({ to, text }) =>
        callParts.has(to) && this.ofModel.some((one) => one.to === 'assistant' && one.text.trim() === text.trim()),
    );
  }

  /** What cannot be told apart, in words. */
  uncertain(openings: readonly Opening[]): readonly string[] {
    const replies = this.into('tool', usualSources.tool).map((one) => this.rest(one).trim());
    const isAnswer = ({ role, text }: Opening) => role === 'assistant' && replies.includes(text);
    return openings.some(isAnswer)
      ? ['the template writes replies of tools as it writes answers, and they are read as answers']
      : [];
  }

  innerMarks(): ReadonlySet<string> {
    return new Set(this.all.flatMap(({ text }) => marksIn(text)));
  }

  /** Whether a mark of an opener is also written elsewhere. */
  isWithin(mark: string, openings: readonly Opening[]): boolean {
    return this.all.some(({ text }) => {
      let left = text;
      for (const one of openings) left = left.replaceAll(one.text, '');
      return left.includes(mark);
    });
  }
}
