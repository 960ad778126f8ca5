/** The subjects of attacks: complete transcripts with a unique word in every hidden and every visible text. */
import type { AnyDialectId, JsonDialectId } from '../../../server/src/grammar/index.ts';
import { families } from '../../../server/src/syntax/families/index.ts';
import type { Span } from '../../../server/src/syntax/span.ts';

/**
 * The marks in a source.
 * - `HIDE`: users must not see the text.
 * - `NOTE`: the debug view does not show the text either.
 * - `SOLE`: like `HIDE`, but only the token before the text hides it.
 * - `TURN`: only the opener of the message hides the text, because nothing else separates the message from the previous one.
 * - `BARE`: commentary without an intent, which Harmony shows.
 * - `SHOW`: users see the text.
 */
type Mark = 'HIDE' | 'NOTE' | 'SOLE' | 'TURN' | 'BARE' | 'SHOW';

/** A word that occurs once in a subject. */
export interface Canary extends Span {
  readonly word: string;
  readonly mark: Mark;
  /** The token that hides the text of a `SOLE` or `TURN` mark. */
  readonly token: Span | undefined;
  /** The text before the word in its message. Reports use this text to describe the position of the word. */
  readonly place: string;
}

export interface Subject {
  /** The group in which totals and classes are counted. */
  readonly group: string;
  readonly name: string;
  readonly text: string;
  /** The dialect that a file name or a setting would choose. If it is undefined, the text determines the dialect. */
  readonly dialect: AnyDialectId | undefined;
  /** Whether the text is JSON with one unit per line. */
  readonly lines: boolean;
  readonly hidden: readonly Canary[];
  readonly shown: readonly Canary[];
  /** The part of the text in which faults are made. */
  readonly target: Span;
  /** A message, including the separator, that may be put before the remaining text. */
  readonly good: string;
}

export const plainOpeners: ReadonlySet<string> = new Set(
  Object.values(families)
    .filter(({ has }) => has.plainFrames)
    .flatMap(({ frame }) => frame.openers.map(({ text }) => text)),
);

const marks = /HIDE|NOTE|SOLE|TURN|BARE|SHOW/g;
/** Matches tokens that can hide text by themselves. */
const tokens = /<\|\w+\|>/g;

const isHidden = ({ mark }: Canary) => mark !== 'SHOW';

export interface Source {
  readonly group: string;
  readonly name: string;
  readonly text: string;
  readonly dialect?: AnyDialectId | undefined;
  readonly lines?: boolean;
  readonly good: string;
  /** The part of the source that is attacked. The default is all of it. */
  readonly target?: Span;
}

/**
 * Replaces the marks with unique words, such as `CANARY01SECRET` or `MARKER02SHOWN`, numbered in the order in which they occur in the text.
 */
export function subject({ text: source, target, lines = false, dialect, ...rest }: Source): Subject {
  const found: Canary[] = [];
  let text = '';
  let at = 0;
  const moved = (offset: number) => offset - at + text.length;
  let [from, to] = [-1, -1];
  for (const match of source.matchAll(marks)) {
    const { index, 0: mark } = match;
    if (target && from < 0 && index >= target.start) from = moved(target.start);
    if (target && to < 0 && index >= target.end) to = moved(target.end);
    text += source.slice(at, index);
    at = index + mark.length;
    const number = String(found.length + 1).padStart(2, '0');
    const word = mark === 'SHOW' ? `MARKER${number}SHOWN` : `CANARY${number}SECRET`;
    const start = text.length;
    text += word;
    found.push({
      word,
      mark: mark as Mark,
      start,
      end: text.length,
      token: mark === 'SOLE' || mark === 'TURN' ? lastToken(text, start, mark === 'TURN') : undefined,
      place: placeOf(text, start),
    });
  }
  const tail = source.length - at;
  text += source.slice(at);
  if (target && from < 0) from = text.length - tail + (target.start - at);
  if (target && to < 0) to = text.length - tail + (target.end - at);
  return {
    ...rest,
    text,
    dialect,
    lines,
    hidden: found.filter(isHidden),
    shown: found.filter((canary) => !isHidden(canary)),
    target: target ? { start: from, end: to } : { start: 0, end: text.length },
  };
}

function lastToken(text: string, before: number, opens: boolean): Span | undefined {
  const last = [...text.slice(0, before).matchAll(tokens)].findLast(([token]) => !opens || plainOpeners.has(token));
  return last && { start: last.index, end: last.index + last[0].length };
}

function placeOf(text: string, at: number): string {
  const from = Math.max(
    ...['<|start|>', '<|im_start|>', '<|start_header_id|>', '\n{', '"<|start|>"'].map((opener) =>
      text.lastIndexOf(opener, at),
    ),
    0,
  );
  return text
    .slice(from, at)
    .trim()
    .replace(/(?:CANARY|MARKER)\d+\w+/g, '…')
    .slice(0, 90);
}

export const isJson = (dialect: AnyDialectId | undefined): dialect is JsonDialectId =>
  dialect !== undefined && ['chatml-wire', 'openchatml-json', 'messages', 'stream-event'].includes(dialect);
