/** A whole document within so many tokens, each of its conversations by itself. */
import type { JsonDocument } from '../syntax/json/document.ts';
import type { Span } from '../syntax/span.ts';
import { Transcript } from '../syntax/transcript.ts';
import { conversationsIn } from './conversations.ts';
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
  readonly tokens: number;
  /** The document without them. */
  readonly text: string;
  /** Whether it is whole: JSON can have messages that cannot be taken apart. */
  readonly whole: boolean;
}

export function fit(document: Transcript | JsonDocument, text: string, limits: Limits): Fitted {
  const source = { text, isText: document instanceof Transcript };
  const [cuts, tooLarge, unread]: [Span[], { at: number; tokens: number }[], number[]] = [[], [], []];
  let [dropped, tokens] = [0, 0];
  for (const talk of conversationsIn(document, (offset) => unread.push(offset))) {
    const found = truncate(talk, source, limits);
    if (found.tokens > limits.limit) tooLarge.push({ at: talk.whole.start, tokens: found.tokens });
    for (const cut of found.cuts) cuts.push(cut);
    dropped += found.dropped;
    tokens += found.tokens;
  }
  const result = without(text, cuts);
  const whole = dropped === 0 || document instanceof Transcript || isJson(result, document.lines);
  return { cuts, dropped, tooLarge, unread, tokens, text: result, whole };
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
