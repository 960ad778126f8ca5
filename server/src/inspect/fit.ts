/** Fits a whole document into a number of tokens. Each of its conversations is shortened separately. */
import { type AnyDocument, byKind } from '../syntax/any-document.ts';
import type { Span } from '../syntax/span.ts';
import { conversationsIn, hasRows } from './conversations.ts';
import { type Limits, truncate } from './truncate.ts';

export interface Fitted {
  /** The stretches to remove, in order (UTF-16 offsets in the document). */
  readonly cuts: readonly Span[];
  /** The number of removed messages. */
  readonly dropped: number;
  /**
   * The conversations that are too long even with only the required messages. `at`: the offset of the conversation; `tokens`: the number of
   * its remaining tokens.
   */
  readonly tooLarge: readonly { readonly at: number; readonly tokens: number }[];
  /** The offsets of parts that cannot be read as a conversation. */
  readonly unread: readonly number[];
  /**
   * The number of rows that are dropped because they are too large or cannot be read. In a document without rows, such a conversation is
   * kept.
   */
  readonly leftOut: number;
  readonly tokens: number;
  /** The text of the document without the cuts and the dropped rows. */
  readonly text: string;
  /** Whether the result is valid. It may be invalid because messages in JSON cannot always be removed individually. */
  readonly whole: boolean;
}

export function fit(document: AnyDocument, text: string, limits: Limits): Fitted {
  const isRows = hasRows(document);
  const [cuts, tooLarge, unread]: [Span[], { at: number; tokens: number }[], number[]] = [[], [], []];
  let [dropped, tokens] = [0, 0];
  for (const talk of conversationsIn(document, (offset) => unread.push(offset))) {
    const truncated = truncate(talk, text, limits);
    tokens += truncated.tokens;
    if (truncated.tokens > limits.limit) tooLarge.push({ at: talk.whole.start, tokens: truncated.tokens });
    if (truncated.tokens > limits.limit && isRows) continue;
    for (const cut of truncated.cuts) cuts.push(cut);
    dropped += truncated.dropped;
  }
  const rows = isRows ? rowsAt(text, [...tooLarge.map(({ at }) => at), ...unread]) : [];
  const result = without(text, rows.length === 0 ? cuts : merged(cuts, rows));
  const whole = dropped === 0 || isReadable(document, result);
  return { cuts, dropped, tooLarge, unread, leftOut: rows.length, tokens, text: result, whole };
}

/** Whether a shortened text is still valid for the kind of its document. */
const isReadable = byKind<[text: string], boolean>({
  text: () => true,
  json: ({ lines }, text) => isJson(text, lines),
});

const breaks = /[\r\n]/g;

/** Returns the lines at some offsets, without their line breaks, so that removing them does not change the numbers of later lines. */
function rowsAt(text: string, offsets: readonly number[]): Span[] {
  const rows: Span[] = [];
  for (const at of [...offsets].sort((a, b) => a - b)) {
    const last = rows.at(-1);
    if (last && at <= last.end) continue;
    // On the line of a row, there are only spaces before the value.
    let start = at;
    while (start > 0 && !/[\r\n]/.test(text[start - 1] as string)) start--;
    breaks.lastIndex = at;
    rows.push({ start, end: breaks.exec(text)?.index ?? text.length });
  }
  return rows;
}

/**
 * Returns the dropped rows, and the cuts outside these rows. A dropped row may contain a second conversation, which would fit and has cuts
 * of its own.
 */
function merged(cuts: readonly Span[], rows: readonly Span[]): Span[] {
  let next = 0;
  const outside = cuts.filter(({ start }) => {
    while (next < rows.length && (rows[next] as Span).end < start) next++;
    return start < (rows[next]?.start ?? Number.POSITIVE_INFINITY);
  });
  return [...outside, ...rows].sort((a, b) => a.start - b.start);
}

function without(text: string, cuts: readonly Span[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of cuts) {
    pieces.push(text.slice(at, start));
    at = end;
  }
  return pieces.join('') + text.slice(at);
}

function isJson(text: string, lines: boolean): boolean {
  try {
    for (const value of lines ? text.split('\n') : [text]) if (value.trim() !== '') JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
