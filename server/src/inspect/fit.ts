/** A whole document within a number of tokens, each of its conversations separately. */
import { type AnyDocument, byKind } from '../syntax/any-document.ts';
import type { Span } from '../syntax/span.ts';
import { conversationsIn, hasRows } from './conversations.ts';
import { type Limits, truncate } from './truncate.ts';

export interface Fitted {
  /** The stretches that go, in order (UTF-16 offsets in the document). */
  readonly cuts: readonly Span[];
  /** How many messages those are. */
  readonly dropped: number;
  /** Conversations in which what must stay is too much: where they begin, and how many tokens they are left with. */
  readonly tooLarge: readonly { readonly at: number; readonly tokens: number }[];
  /** Where something cannot be read as a conversation. */
  readonly unread: readonly number[];
  /** How many rows are left out because of that; where a document has none, nothing fits. */
  readonly leftOut: number;
  readonly tokens: number;
  /** The document without them. */
  readonly text: string;
  /** Whether it is whole: JSON can have messages that cannot be taken apart. */
  readonly whole: boolean;
}

export function fit(document: AnyDocument, text: string, limits: Limits): Fitted {
  const isRows = hasRows(document);
  const [cuts, tooLarge, unread]: [Span[], { at: number; tokens: number }[], number[]] = [[], [], []];
  let [dropped, tokens] = [0, 0];
  for (const talk of conversationsIn(document, (offset) => unread.push(offset))) {
    const found = truncate(talk, text, limits);
    tokens += found.tokens;
    if (found.tokens > limits.limit) tooLarge.push({ at: talk.whole.start, tokens: found.tokens });
    if (found.tokens > limits.limit && isRows) continue;
    for (const cut of found.cuts) cuts.push(cut);
    dropped += found.dropped;
  }
  const rows = isRows ? rowsAt(text, [...tooLarge.map(({ at }) => at), ...unread]) : [];
  const result = without(text, rows.length === 0 ? cuts : merged(cuts, rows));
  const whole = dropped === 0 || isReadable(document, result);
  return { cuts, dropped, tooLarge, unread, leftOut: rows.length, tokens, text: result, whole };
}

/** Whether a text that was shortened is still of the kind that its document is. */
const isReadable = byKind<[text: string], boolean>({
  text: () => true,
  json: ({ lines }, text) => isJson(text, lines),
});

const breaks = /[\r\n]/g;

/** The lines at some offsets, without their breaks: what follows keeps its line number. */
function rowsAt(text: string, offsets: readonly number[]): Span[] {
  const rows: Span[] = [];
  for (const at of [...offsets].sort((a, b) => a - b)) {
    const last = rows.at(-1);
    if (last && at <= last.end) continue;
    // Before a value are only the spaces of its line.
    let start = at;
    while (start > 0 && !/[\r\n]/.test(text[start - 1] as string)) start--;
    breaks.lastIndex = at;
    rows.push({ start, end: breaks.exec(text)?.index ?? text.length });
  }
  return rows;
}

/** Rows, and the cuts that are not in one of them: a row may hold a second conversation, which fits. */
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
