/** Finds the misspelled terminator of an open message, and tests where a block has misspelled tokens. */
import { foreignEnd } from '../../model/foreign-tokens.ts';
import { nearest } from '../../syntax/ascending.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { messageHeader } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import { lastTokenLike, type MeantToken } from '../../syntax/tokens/expected-tokens.ts';
import { misspellings, unfinishedAt } from '../../syntax/tokens/misspelled.ts';
import { firstLine } from './places.ts';

/**
 * The first line of text that follows an unclosed header and cannot be part of it; undefined if there is none. In 2.x, a fault of the
 * header marks its beginning. In a plain frame, it is on a line after the header.
 */
export function textInHeader(block: Block): Span | undefined {
  const { text, bodyEnd, family } = block;
  if (has(block, Trait.HasMessage) || family.frame.headerEnd === 'line break') return undefined;
  const { bodyStart, faults, role } = messageHeader(block);
  const headerFault = faults.find(({ rule }) => rule === 'no-message');
  if (headerFault) return headerFault;
  const isApart = family.has.plainFrames && role && /[\r\n]\s*\S/.test(text.slice(role.end, bodyEnd));
  const line = isApart ? firstLine(text, { start: bodyStart, end: bodyEnd }) : undefined;
  return line && line.end > line.start ? line : undefined;
}

/**
 * The word at the end of an open message that is meant as its terminator. This is either a variant spelling, which counts as a token
 * anywhere, or a word with a wrong letter (`<|eot_d|>`), which counts only here. `token-misspelled` reports both.
 */
export function misspelledEnd(block: Block): MeantToken | undefined {
  const { text, bodyStart, bodyEnd, family, terminator } = block;
  if (terminator !== undefined || foreignEnd(block)) return undefined;
  const from = has(block, Trait.HasMessage) ? bodyStart : textInHeader(block)?.start;
  if (from === undefined || has(block, Trait.LiteralOpen)) return undefined;
  const mark = family.misspelledMarks?.(block).at(-1);
  if (mark?.token.kind === 'terminator' && text.slice(mark.end, bodyEnd).trim() === '')
    return { ...mark, nearly: true };
  const meantToken = lastTokenLike(block, from, bodyEnd, family.frame.terminators);
  // A document that is cut off inside a token ends with an unfinished token, not a misspelled one.
  return meantToken?.nearly && has(block, Trait.Open) && unfinishedAt(text, family.spellings) ? undefined : meantToken;
}

/** Returns a test of whether a span of a block contains a misspelling of a token. The block is scanned only once, on the first test. */
export function misspelledIn({ text, bodyStart, family }: Block): (from: number, to: number, name: string) => boolean {
  let byName: Map<string, number[]> | undefined;
  return (from, to, name) => {
    if (byName === undefined) {
      byName = new Map();
      for (const { token, start } of misspellings(text, bodyStart, text.length, family.spellings)) {
        const starts = byName.get(token.name);
        if (starts) starts.push(start);
        else byName.set(token.name, [start]);
      }
    }
    const next = nearest(byName.get(name), from - 1, 'after');
    return next !== undefined && next < to;
  };
}
