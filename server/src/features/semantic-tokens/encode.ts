/**
 * Encodes blocks and leaves as the numbers of the protocol. These are cached with blocks and leaves, so that only the leaf with an edit is
 * encoded again.
 */

import type { Marks } from '../../model/sequence.ts';
import type { Neighbours } from '../../model/visibility/verdict.ts';
import type { Block } from '../../syntax/block.ts';
import { lineStartBefore } from '../../syntax/lines.ts';
import type { Leaf } from '../../syntax/sequence.ts';
import type { LeafCalls } from './calls.ts';
import { type Facts, factsOf, noCalls } from './facts.ts';
import { fillingOf, without } from './filling.ts';
import { structureOf } from './structure.ts';
import type { Token } from './token.ts';

/**
 * The line length (UTF-16 units) at which editors stop applying a grammar. This is the default of `editor.maxTokenizationLineLength` in VS
 * Code.
 */
export const longLine = 20_000;
/** The maximum number of tokens in a block. The rest of the block is not colored. */
const MAX_TOKENS = 20_000;

/** Five numbers per token: line and character in the block, length, type, modifiers. */
type BlockTokens = readonly number[];

const ofBlocks = new WeakMap<Block, { readonly key: string; readonly tokens: BlockTokens }>();

/** The tokens of a block. `long`: whether the block is on a line that is too long for an editor's grammar. */
export function tokensOf(
  block: Block,
  beside: Neighbours,
  calls: LeafCalls | undefined,
  long: boolean,
  marks: Marks,
): BlockTokens {
  const facts = factsOf(block, beside, calls?.ofHeader.get(block) ?? noCalls, calls?.ofBody.get(block));
  const isLong = long || hasLongLine(block);
  const { verdict, seen, call, tool, steps } = facts;
  const key = [verdict?.shown, verdict?.doubt, seen, call, tool, isLong, ...steps.entries()].join();
  const cachedTokens = ofBlocks.get(block);
  if (cachedTokens?.key === key) return cachedTokens.tokens;
  const tokens = placed(block, joined(block, facts, isLong, marks));
  ofBlocks.set(block, { key, tokens });
  return tokens;
}

function joined(block: Block, facts: Facts, long: boolean, marks: Marks): Token[] {
  const structure = structureOf(block, facts, marks);
  const filling = fillingOf(block, facts.verdict, long);
  if (filling.length === 0) return structure;
  return [...structure, ...without(filling, structure)].sort((a, b) => a.start - b.start);
}

/** Converts tokens to positions in their block. Tokens are split at line breaks, and tokens that overlap earlier ones are dropped. */
function placed({ text }: Block, tokens: readonly Token[]): BlockTokens {
  const numbers: number[] = [];
  const breaks = /\r\n|\n|\r/g;
  let line = 0;
  let lineStart = 0;
  let next = breaks.exec(text);
  let reach = 0;
  for (const { start, end, type, modifiers } of tokens) {
    if (start < reach) continue;
    reach = end;
    for (let at = start; at < end; ) {
      while (next && next.index + next[0].length <= at) {
        line++;
        lineStart = next.index + next[0].length;
        next = breaks.exec(text);
      }
      const to = Math.min(end, Math.max(at, next?.index ?? end));
      if (to > at) numbers.push(line, at - lineStart, to - at, type, modifiers);
      at = next && next.index < end ? next.index + next[0].length : end;
      if (numbers.length >= 5 * MAX_TOKENS) return numbers;
    }
  }
  return numbers;
}

const longBlocks = new WeakMap<Block, boolean>();

function hasLongLine(block: Block): boolean {
  const { text, lines } = block;
  if (text.length < longLine) return false;
  if (lines === 0) return true;
  let isLong = longBlocks.get(block);
  if (isLong === undefined) {
    let start = 0;
    isLong = false;
    for (const { index } of text.matchAll(/[\r\n]/g)) {
      isLong ||= index - start >= longLine;
      start = index + 1;
    }
    isLong ||= text.length - start >= longLine;
    longBlocks.set(block, isLong);
  }
  return isLong;
}

/** The tokens of a leaf. The first one is relative to the beginning of the leaf, and every other one to its predecessor. */
export interface LeafTokens {
  readonly data: readonly number[];
  /** The position of the last token, relative to the beginning of the leaf. */
  readonly lastLine: number;
  readonly lastCharacter: number;
  readonly key: string;
  readonly before: Block | undefined;
  readonly after: Block | undefined;
}

const ofLeaves = new WeakMap<Leaf, LeafTokens>();

/** The tokens of a leaf. `firstLong`, `lastLong`: whether its first and last lines are too long for an editor's grammar. */
export function leafTokens(
  leaf: Leaf,
  { before, after }: Neighbours,
  calls: LeafCalls | undefined,
  firstLong: boolean,
  lastLong: boolean,
  marks: Marks,
): LeafTokens {
  const key = `${firstLong}${lastLong}${calls?.key ?? ''}`;
  const cachedTokens = ofLeaves.get(leaf);
  if (cachedTokens?.key === key && cachedTokens.before === before && cachedTokens.after === after) return cachedTokens;
  const data: number[] = [];
  const { blocks } = leaf;
  let [line, character] = [0, 0];
  let [lastLine, lastCharacter] = [0, 0];
  blocks.forEach((block, i) => {
    const beside = { before: blocks[i - 1] ?? before, after: blocks[i + 1] ?? after };
    const onLast = line + block.lines === leaf.lines;
    const long = (line === 0 && firstLong) || (onLast && lastLong);
    const tokens = tokensOf(block, beside, calls, long, marks);
    for (let at = 0; at < tokens.length; at += 5) {
      const inBlock = tokens[at] as number;
      const tokenLine = line + inBlock;
      const tokenCharacter = (tokens[at + 1] as number) + (inBlock === 0 ? character : 0);
      const same = tokenLine === lastLine;
      data.push(tokenLine - lastLine, same ? tokenCharacter - lastCharacter : tokenCharacter);
      data.push(tokens[at + 2] as number, tokens[at + 3] as number, tokens[at + 4] as number);
      lastLine = tokenLine;
      lastCharacter = tokenCharacter;
    }
    line += block.lines;
    const { length } = block.text;
    character = block.lines === 0 ? character + length : length - lineStartBefore(block.text, length);
  });
  const encodedTokens = { data, lastLine, lastCharacter, key, before, after };
  ofLeaves.set(leaf, encodedTokens);
  return encodedTokens;
}
