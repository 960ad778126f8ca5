/** Finds the texts that begin and end the messages of each role. */

import type { LearnedFacts } from '../syntax/families/learned/facts.ts';
import { append, maximum, minimum } from '../syntax/lists.ts';
import { firstMarkEnd, type Opening, padAfter, type Speaker, shortest, withoutStart } from './dialect-texts.ts';
import type { Part, Transition } from './frames.ts';
import { boundaryBefore, commonPrefix, hasMark, lastMarkEnd, marksIn } from './marks.ts';
import { callParts, MIN_OPENER, mainPart, TransitionReader, usualSources } from './transition-reader.ts';

const isTag = /^<\/?(?:think|tool_call|tool_response|tools)>$/;
const toolParts = new Set<Transition['to']>(['toolList', 'tool', 'function', 'toolText']);
const readableTools = new Set<Transition['to']>(['toolList', 'tool', 'function']);
const replyParts = ['reply', 'replyId', 'replyName', 'repeated'] as const;
const contentParts = new Set<Transition['from']>(['system', 'developer', 'user', 'assistant', 'reply']);

const roleOfPart = (part: Transition['from']): string => (part === 'reply' ? 'tool' : part);

/** Returns a list with the offset of `other` in a text. The list is empty if the text does not contain `other`. */
const placeIn = (text: string, other: string): readonly number[] => {
  const at = text.indexOf(other);
  return at < 0 ? [] : [at];
};

/** The text after the last `end`. The whole text if `end` does not occur, or if nothing follows it. */
function afterLast(end: string | undefined, text: string): string {
  const rest = end === undefined || !text.includes(end) ? '' : text.slice(text.lastIndexOf(end) + end.length);
  return rest.trim() === '' ? text : rest;
}

export class OpeningReader extends TransitionReader {
  /** The texts with which messages of a role begin, whatever precedes the messages. */
  openings(role: Speaker, starts: readonly string[], sources = usualSources[role]): readonly Opening[] {
    const bySource = new Map<string, Transition[]>();
    // A call may follow a reply without an opener. The beginning of the call is then read together with the reply.
    for (const one of this.into(role, sources).filter(({ to, between }) => !callParts.has(to) && between.length === 0))
      bySource.set(one.from, [...(bySource.get(one.from) ?? []), one]);
    const openings: Opening[] = [];
    // The text that ends the calls does not belong to a reply. Neither does an empty answer that the template writes after the calls.
    const end = role === 'tool' ? this.terminator('assistant', []) : undefined;
    for (const [from, transitions] of bySource) {
      const rests = transitions.map((one) => afterLast(end, withoutStart(this.rest(one), starts)));
      if (role === 'assistant') {
        const generationPrompt = this.from(from as Part).find(({ to, generation }) => to === 'end' && generation);
        if (generationPrompt) rests.push(withoutStart(this.rest(generationPrompt), starts));
      }
      const ended = this.end(from as Part).trim();
      const dual = marksIn(ended).at(-1) ?? ended;
      if (rests.some((rest) => rest.trim() === '') && role === 'assistant') {
        if (hasMark(dual) || dual.length >= MIN_OPENER)
          openings.push({ role, text: dual, pad: padAfter(transitions, dual), closes: true });
        continue;
      }
      append(openings, this.together(role, rests));
    }
    // The text that begins a group of replies may precede the text that begins the first reply, so longer openers of replies are kept.
    return role === 'tool' ? openings : shortest(openings);
  }

  /** The openers of replies that begin with the name of their tool, which the preceding call also contains. */
  namedReplies(): readonly Opening[] {
    const begins = this.from('repeated').some(({ opens, role }) => opens === 'message' && role === 'tool');
    const transitions = begins ? this.all.filter(({ to, text }) => to === 'repeated' && hasMark(text)) : [];
    const texts = transitions.map(({ from, text }) => {
      const marks = from === 'reply' ? marksIn(text).slice(-2) : marksIn(text).slice(-1);
      return text.slice(text.lastIndexOf(marks.join('')));
    });
    return [...new Set(texts)].map((text) => ({ role: 'tool', text, pad: '', closes: false }));
  }

  /** The texts with which a reply begins directly after another reply. `isEnded`: whether a mark ends each reply. */
  repeatedReplies(starts: readonly string[], openings: readonly Opening[], isEnded: boolean): readonly Opening[] {
    if (isEnded) return this.openings('tool', starts, ['reply']);
    // The text after a reply begins an answer, except before another reply.
    const duals = openings.filter((one) => one.closes && one.role === 'assistant');
    return this.into('tool', replyParts).flatMap(({ text, between }) => {
      const dual = duals.find((one) => text.includes(one.text));
      if (dual === undefined || between.length > 0) return [];
      const opener = text.slice(text.indexOf(dual.text), lastMarkEnd(text));
      return opener === dual.text ? [] : [{ role: 'tool', text: opener, pad: '', closes: false } as const];
    });
  }

  /** The beginning that several texts have in common, as an opener; if there is no such beginning, an opener for each text. */
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

  /** The marks that the template writes before the first message, and nowhere else. */
  lead(openings: readonly Opening[], starts: readonly string[]): readonly string[] {
    const marks = new Set(starts.filter((start) => start !== ''));
    const first = openings.find(({ role }) => role === 'user')?.text;
    for (const { to, text } of this.from('start')) {
      const at = to === 'user' && first !== undefined ? text.indexOf(first) : -1;
      if (at <= 0 || openings.some((one) => text.slice(0, at).includes(one.text))) continue;
      for (const mark of marksIn(text.slice(0, at))) if (!this.isWrittenLater(mark)) marks.add(mark);
    }
    return [...marks];
  }

  private isWrittenLater(mark: string): boolean {
    return this.all.some(({ from, text }) => from !== 'start' && text.includes(mark));
  }

  /** The openers of a role whose messages only occur at the beginning of a prompt. */
  openingsAtStart(role: Speaker, lead: readonly string[], openings: readonly Opening[]): readonly Opening[] {
    const rests = this.from('start')
      .filter((one) => one.opens === 'message' && one.role === role && one.to === mainPart[role])
      .map(({ text }) => withoutStart(text, lead))
      .filter((rest) => !openings.some((one) => rest.includes(one.text)));
    return rests.some((rest) => rest.trim() === '') ? [] : this.together(role, rests);
  }

  /** The marks that precede declared tools outside messages. `endOf`: the texts that end messages, by role. */
  toolOpenings(
    openings: readonly Opening[],
    lead: readonly string[],
    endOf: ReadonlyMap<string, string | undefined>,
  ): readonly Opening[] {
    const toolOpenings: Opening[] = [];
    for (const one of this.all) {
      if (!toolParts.has(one.to) || (one.from !== 'start' && !contentParts.has(one.from))) continue;
      // If the message before the tools has not ended, the tools are part of it, as in `<|system|>…<|tool|>…<|/tool|><|end|>`.
      const end = endOf.get(roleOfPart(one.from));
      if (end !== undefined && !one.text.includes(end)) continue;
      const rest = withoutStart(one.from === 'start' ? one.text : this.rest(one), lead);
      if (openings.some(({ text }) => rest.includes(text))) continue;
      const text = rest.slice(0, firstMarkEnd(rest)).trim();
      if (text.length >= MIN_OPENER && hasMark(text) && !toolOpenings.some((opening) => opening.text === text))
        toolOpenings.push({ role: 'system', text, pad: '', closes: false });
    }
    return toolOpenings;
  }

  /** The mark that ends declared tools if they are a separate message. */
  toolEnd(openings: readonly Opening[]): string | undefined {
    const ends = new Set<string | undefined>();
    for (const { from, to, text } of this.all) {
      if (!toolParts.has(from as Transition['to']) || toolParts.has(to) || to === 'repeated') continue;
      const next = minimum([text.length, ...openings.flatMap((one) => placeIn(text, one.text))]);
      ends.add(marksIn(text.slice(0, next)).at(-1));
    }
    const [end] = ends;
    return ends.size === 1 && end !== undefined && !isTag.test(end) ? end : undefined;
  }

  /** The texts before and after declared tools in a message. `frame`: all texts that begin or end messages. */
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

  /** The beginnings of openers up to the name of the role. Messages of unknown roles also begin with them. */
  unnamed(openings: readonly Opening[]): readonly string[] {
    const texts = new Set(openings.map(({ text }) => text));
    const beginnings = new Set<string>();
    for (const { text } of openings) {
      const first = text.slice(0, firstMarkEnd(text));
      if (first.length >= MIN_OPENER && first.length < text.length && hasMark(first) && !texts.has(first))
        beginnings.add(first);
    }
    return [...beginnings];
  }

  /** The mark that ends messages of a role. */
  terminator(role: Speaker, openings: readonly Opening[]): string | undefined {
    const [end] = marksIn(this.end(mainPart[role])).slice(-1);
    if (end === undefined || openings.some(({ text }) => text === end || text.startsWith(end) || end.startsWith(text)))
      return undefined;
    return isTag.test(end) ? undefined : end;
  }

  /** The marks that end calls, in a template that writes no other text after calls to end the message. */
  openEnds(openings: readonly Opening[], terminators: ReadonlySet<string>): readonly string[] {
    const [endMarks, beforeCalls] = [new Set<string>(), new Set<string | undefined>()];
    for (const { from, to, opens, between, text } of this.all) {
      if (callParts.has(to)) beforeCalls.add(marksIn(text).at(-1));
      if (!callParts.has(from as Transition['to']) || between.length > 0) continue;
      if (to !== 'end' && opens !== 'message') continue;
      const next = minimum([text.length, ...openings.flatMap((one) => placeIn(text, one.text))]);
      const endText = text.slice(0, next).trimEnd();
      const mark = marksIn(endText).at(-1);
      if (mark !== undefined && endText.endsWith(mark) && ![...terminators].some((end) => endText.includes(end)))
        endMarks.add(mark);
    }
    return [...endMarks].filter((mark) => !beforeCalls.has(mark));
  }

  /** The marks of calls that directly follow the end of a reply, where only the mark shows that the call is from the model. */
  resumes(openings: readonly Opening[]): readonly string[] {
    const marks = new Set<string>();
    for (const one of this.into('assistant', replyParts)) {
      if (!callParts.has(one.to) || one.between.length > 0) continue;
      const rest = this.rest(one).trimStart();
      const [mark] = marksIn(rest);
      if (mark !== undefined && rest.startsWith(mark) && !openings.some(({ text }) => rest.includes(text)))
        marks.add(mark);
    }
    return [...marks];
  }

  /** The white space before the text that ends a message of a role. */
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

  /** Whether text before the first opener is the system message. */
  leadsSystem(lead: readonly string[], openings: readonly Opening[]): boolean {
    return this.from('start').some(
      ({ to, text }) =>
        to === 'system' && withoutStart(text, lead).trim() === '' && !openings.some((one) => text.includes(one.text)),
    );
  }

  /** Whether a mark in an opener is also written outside openers. */
  isWithin(mark: string, openings: readonly Opening[]): boolean {
    return this.all.some(({ text }) => {
      let rest = text;
      for (const one of openings) rest = rest.replaceAll(one.text, '');
      return rest.includes(mark);
    });
  }
}
