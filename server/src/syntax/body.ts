/** The body of a message: divides it into segments, and finds the content that these stand for (2.2 §3, A-012…A-021). */
import type { TokenFact } from '../grammar/index.ts';
import { type Block, has, Trait } from './block.ts';
import { BlockCache } from './block-cache.ts';
import { afterAngle, ENDLITERAL, isEscapable, LITERAL, tokenAt } from './tokens/tokens.ts';

export interface Segment {
  /**
   * `escape`: an escaped token, as in `<<|end|>`; `literal`: a whole literal block with its markers; `token`: an unescaped token that is
   * not a terminator.
   */
  readonly kind: 'text' | 'escape' | 'literal' | 'token';
  /** The offset relative to the block. */
  readonly start: number;
  readonly end: number;
  readonly token?: TokenFact;
  /** For a literal block: whether its end marker is present. */
  readonly closed?: boolean;
}

const cache = new BlockCache<readonly Segment[]>();

/** The segments of a message's body in order, without gaps. */
export function segments(block: Block): readonly Segment[] {
  if (!has(block, Trait.OddBody)) {
    return block.bodyEnd > block.bodyStart ? [{ kind: 'text', start: block.bodyStart, end: block.bodyEnd }] : [];
  }
  let bodySegments = cache.get(block);
  if (bodySegments === undefined) {
    bodySegments = block.family.splitBody(block);
    cache.set(block, bodySegments);
  }
  return bodySegments;
}

/** Returns the segments of a body in 2.x. */
export function splitOpen({ family, text, bodyStart, bodyEnd }: Block): Segment[] {
  const { escapes } = family.has;
  const result: Segment[] = [];
  let at = bodyStart;
  const textTo = (end: number) => {
    if (end > at) result.push({ kind: 'text', start: at, end });
    at = end;
  };
  for (let hop = text.indexOf('<|', at); hop >= 0 && hop < bodyEnd; hop = text.indexOf('<|', hop)) {
    const token = tokenAt(text, hop);
    if (token === undefined) {
      hop += 2;
      continue;
    }
    const end = hop + token.text.length;
    if (escapes && isEscapable(token) && afterAngle(text, hop, bodyStart)) {
      textTo(hop - 1);
      result.push({ kind: 'escape', start: at, end, token });
      at = end;
    } else if (escapes && token === LITERAL) {
      textTo(hop);
      const endliteral = text.indexOf(ENDLITERAL.text, end);
      const closed = endliteral >= 0 && endliteral < bodyEnd;
      at = closed ? endliteral + ENDLITERAL.text.length : bodyEnd;
      result.push({ kind: 'literal', start: hop, end: at, token, closed });
    } else if (escapes || token.harmonyId !== undefined || token.kind === 'foreign') {
      textTo(hop);
      result.push({ kind: 'token', start: hop, end, token });
      at = end;
    }
    hop = Math.max(end, at);
  }
  textTo(bodyEnd);
  return result;
}

/**
 * Returns the segments of a body in a plain frame. A foreign token is always prose, and in families with `quotes`, so is a quoted token. A
 * function token counts only at the beginning of a line. Sequence tokens are plain text in a body.
 */
export function splitPlain({ family, text, bodyStart, bodyEnd }: Block): Segment[] {
  const { quotes } = family.has;
  const { tokenStart } = family;
  const result: Segment[] = [];
  let at = bodyStart;
  for (let hop = text.indexOf(tokenStart, at); hop >= 0 && hop < bodyEnd; hop = text.indexOf(tokenStart, hop)) {
    const token = family.tokenAt(text, hop);
    const end = hop + (token?.text.length ?? tokenStart.length);
    if (
      token !== undefined &&
      token.kind !== 'sequence' &&
      (token.kind === 'function'
        ? beginsLine(text, hop, bodyStart)
        : !((quotes || token.kind === 'foreign') && isQuoted(text, hop, end)))
    ) {
      if (hop > at) result.push({ kind: 'text', start: at, end: hop });
      result.push({ kind: 'token', start: hop, end, token });
      at = end;
    }
    hop = end;
  }
  if (bodyEnd > at) result.push({ kind: 'text', start: at, end: bodyEnd });
  return result;
}

function beginsLine(text: string, at: number, from: number): boolean {
  let start = at;
  while (start > from && (text.charCodeAt(start - 1) === 32 || text.charCodeAt(start - 1) === 9)) start--;
  return start === from || text.charCodeAt(start - 1) === 10 || text.charCodeAt(start - 1) === 13;
}

/**
 * Whether a span of a text is in quotes or backticks: one or two of the same kind on each side. Three of them are a code fence or a Python
 * string, which ends before the span or begins after it. The quotes may be the end of one quotation and the beginning of another. In that
 * case, the number of quotes before them on the line decides.
 */
export function isQuoted(text: string, start: number, end: number): boolean {
  const quote = start > 0 ? (text[start - 1] as string) : '';
  if (!'`"\''.includes(quote) || quote === '' || text[end] !== quote) return false;
  const before = start - runLength(text, start - 1, -1);
  const after = end + runLength(text, end, 1);
  if (start - before > 2 || after - end > 2) return false;
  if (!closing.test(text[before - 1] ?? ' ') || !opening.test(text[after] ?? ' ')) return true;
  return quote !== "'" && isOutside(text, before, quote);
}

/** Characters that may precede a closing quote, and those that may follow an opening one. */
const closing = /[\p{Script=Latin}\d_.!?)\]}…]/u;
const opening = /[^\s.,;:!?)\]}…]/;

/** The number of consecutive equal characters from `at` on in one direction, counted up to three. */
function runLength(text: string, at: number, step: 1 | -1): number {
  let length = 1;
  while (length < 3 && text[at + step * length] === text[at]) length++;
  return length;
}

/** The maximum length of the part of a line, before an offset, in which quotes are counted. */
const MAX_LINE_LENGTH = 500;

/** Whether the number of quotes before an offset on its line is even, so that no quotation is open; false if the line is too long. */
function isOutside(text: string, at: number, quote: string): boolean {
  let quotes = 0;
  for (let i = at - 1; i >= 0 && !'\r\n'.includes(text[i] as string); i--) {
    if (text[i] === quote) quotes++;
    if (at - i > MAX_LINE_LENGTH) return false;
  }
  return quotes % 2 === 0;
}

/** The content of a body, with escapes and literal blocks resolved, and a mapping of its offsets to the block. */
export interface Content {
  readonly text: string;
  /** Returns the offset in the block for an offset in the content. */
  toBlock(offset: number): number;
}

/** Returns the content of a message. Stray tokens are part of it, as written. */
export function content(block: Block): Content {
  const { bodyStart, bodyEnd } = block;
  const parts = segments(block);
  if (parts.every((part) => part.kind === 'text' || part.kind === 'token')) {
    return { text: block.text.slice(bodyStart, bodyEnd), toBlock: (offset) => bodyStart + offset };
  }
  const pieces: { from: number; start: number; end: number }[] = [];
  let text = '';
  for (const part of parts) {
    const start = part.start + (part.kind === 'escape' ? 1 : part.kind === 'literal' ? LITERAL.text.length : 0);
    const end = part.end - (part.kind === 'literal' && part.closed ? ENDLITERAL.text.length : 0);
    pieces.push({ from: text.length, start, end });
    text += block.text.slice(start, end);
  }
  return {
    text,
    toBlock(offset) {
      let low = 0;
      let high = pieces.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((pieces[middle] as (typeof pieces)[number]).from <= offset) low = middle;
        else high = middle - 1;
      }
      const piece = pieces[low];
      return piece === undefined ? bodyStart : Math.min(piece.start + offset - piece.from, piece.end);
    },
  };
}
