/** Calls whose end is missing, in a message that is closed. */
import { modelRole } from '../../../grammar/index.ts';
import { type Block, has, Trait } from '../../block.ts';
import { parseJson } from '../../json/values.ts';
import { messageHeader } from '../../message-header.ts';
import type { Span } from '../../span.ts';
import type { Family } from '../family.ts';
import { withoutTags } from './conceal.ts';
import type { CallEnd, LearnedFacts, MessageFacts } from './facts.ts';
import { callSigns, kinds, type MessagePart, partReader } from './message-parts.ts';

/** The mark that a message lacks at the end of its calls. */
export interface LackingCallEnd {
  readonly mark: string;
  /** The insertion that makes the message equal to what the template would write; undefined if there is none. */
  readonly completion: CallCompletion | undefined;
}

interface CallCompletion {
  /** An offset in the block. */
  readonly at: number;
  /** The mark to insert, preceded by any other text of the template that is missing. */
  readonly text: string;
  /** The span of the template's text before the insertion. */
  readonly after: Span;
}

type LackingIn = (block: Block, family: Pick<Family, 'misspelledMarks'>) => LackingCallEnd | undefined;

/**
 * Returns a function that finds the mark that a message lacks at the end of its calls. Undefined if the template does not always write such
 * a mark.
 */
export function callEndTest({ callEnd, marks, ofModel }: LearnedFacts): LackingIn | undefined {
  if (ofModel === undefined) return undefined;
  if (callEnd !== undefined) {
    const complete = completer(ofModel, callEnd.mark);
    return (block, family) =>
      lacksEnd(callEnd, block, family) ? { mark: callEnd.mark, completion: complete(block) } : undefined;
  }
  const mark = commonTag(ofModel, marks);
  if (mark === undefined) return undefined;
  const complete = completer(ofModel, mark, true);
  const signs = callSigns(ofModel) ?? [''];
  // Tags also occur in prose, so only the whole call is a certain sign.
  return (block) => {
    if (has(block, Trait.Open) || messageHeader(block).role?.name !== modelRole) return undefined;
    if (!signs.some((sign) => block.text.includes(sign, block.bodyStart))) return undefined;
    const completion = complete(block);
    return completion && { mark, completion };
  };
}

function lacksEnd({ mark, calls }: CallEnd, block: Block, family: Pick<Family, 'misspelledMarks'>): boolean {
  const { text, bodyStart, bodyEnd, terminator } = block;
  if (terminator === undefined || messageHeader(block).role?.name !== modelRole) return false;
  // Most messages have no calls, and a search from the start is faster than one from the end.
  if (!calls.some((one) => text.includes(one, bodyStart))) return false;
  const last = calls.reduce((most, one) => Math.max(most, text.lastIndexOf(one, bodyEnd)), -1);
  if (last < bodyStart || text.lastIndexOf(mark, bodyEnd) > last) return false;
  // If a mark is misspelled, that is reported instead.
  return (family.misspelledMarks?.(block).length ?? 0) === 0;
}

/** The texts with which calls end their message. */
const endingsOf = ({ transitions }: MessageFacts): readonly string[] =>
  transitions.flatMap(([from, all]) =>
    from !== 'start' && kinds[from] === 'call' ? all.flatMap(({ to, text }) => (to === 'end' ? text : [])) : [],
  );

/** Returns the tag with which all texts that end calls end; undefined if there is none. */
function commonTag(ofModel: MessageFacts, marks: readonly string[]): string | undefined {
  const endings = endingsOf(ofModel).map((text) => text.trimEnd());
  const tags = marks.filter((mark) => withoutTags([mark]).length === 0);
  return endings.length === 0 ? undefined : tags.find((tag) => endings.every((text) => text.endsWith(tag)));
}

/**
 * Returns a function that finds the insertion that makes a message end with whole calls. `begun`: whether the message must already contain
 * the beginning of the text that the template writes after the last call.
 */
function completer(ofModel: MessageFacts, mark: string, begun = false): (block: Block) => CallCompletion | undefined {
  const read = partReader(ofModel);
  /** The texts before the mark, the longest first. */
  const texts = endingsOf(ofModel)
    .flatMap((text) => (text.includes(mark) ? text.slice(0, text.lastIndexOf(mark)) : []))
    .sort((a, b) => b.length - a.length);
  return ({ text, bodyStart, bodyEnd }) => {
    const inkEnd = bodyStart + text.slice(bodyStart, bodyEnd).trimEnd().length;
    const candidates = texts.flatMap((before) =>
      [bodyEnd, inkEnd].map((at) => ({ at, before, length: overlap(text.slice(bodyStart, at), before) })),
    );
    candidates.sort((a, b) => b.length - a.length);
    for (const { at, before, length } of candidates) {
      if (begun && before.slice(0, length).trim() === '') return undefined;
      const missingText = before.slice(length) + mark;
      const parts = read({ text: text.slice(0, at) + missingText, bodyStart, bodyEnd: at + missingText.length });
      // Arguments that are not JSON may be cut off, too, unless the template's text after them is complete.
      if (parts !== undefined && endsWithCalls(parts, !begun && length === before.length))
        return { at, text: missingText, after: { start: at - length, end: Math.min(at, inkEnd) } };
    }
    return undefined;
  };
}

/** Returns the length of the longest beginning of `next` with which `text` ends. */
function overlap(text: string, next: string): number {
  for (let length = next.length; length > 0; length--) if (text.endsWith(next.slice(0, length))) return length;
  return 0;
}

function endsWithCalls(parts: readonly MessagePart[], anyArguments: boolean): boolean {
  const last = parts.at(-1);
  return (
    last?.kind === 'call' &&
    parts.every(({ complete }) => complete) &&
    parts.every(
      ({ kind, name, text }) => kind !== 'call' || (isName.test(name?.value ?? '') && (anyArguments || isJson(text))),
    )
  );
}

const isName = /^[\p{L}\p{N}_.:-]+$/u;

const isJson = (text: string) => parseJson(text).error === undefined;
