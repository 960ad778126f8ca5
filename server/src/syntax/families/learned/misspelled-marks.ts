/** Finds marks of a learned dialect that are misspelled, or cut off at the end of a message. */
import type { TokenFact } from '../../../grammar/index.ts';
import type { Block } from '../../block.ts';
import { BlockCache } from '../../block-cache.ts';
import type { TokenLike } from '../../tokens/token-like.ts';
import type { LearnedFacts } from './facts.ts';
import { type NearMark, nearMarks } from './near-marks.ts';

/** The minimum length of a cut-off mark. A shorter text may be ordinary text. */
const MIN_BEGUN = 4;

/** Returns the marks in the body of a block that have one fault. */
export type NearMarksOf = (block: Block) => readonly NearMark[];

/**
 * Returns a function that finds marks with one fault, only once for each block. `selectMarks` filters out the marks that are handled
 * elsewhere.
 */
export function nearMarksOf(
  { openers, terminators, marks }: LearnedFacts,
  selectMarks: (marks: readonly string[]) => readonly string[],
): NearMarksOf {
  const find = nearMarks([...new Set([...openers.map(({ text }) => text), ...selectMarks(marks), ...terminators])]);
  const blockCache = new BlockCache<readonly NearMark[]>();
  return (block) => {
    let blockMarks = blockCache.get(block);
    if (blockMarks === undefined) {
      blockMarks = find(block.text, block.bodyStart, block.bodyEnd);
      blockCache.set(block, blockMarks);
    }
    return blockMarks;
  };
}

/** Returns the span of an unfinished terminator at the end of a body; undefined if there is none, or if the body has a terminator. */
export function begunTerminator(
  { text, bodyStart, bodyEnd, terminator }: Pick<Block, 'text' | 'bodyStart' | 'bodyEnd' | 'terminator'>,
  terminators: readonly string[],
): { readonly start: number; readonly end: number; readonly mark: string } | undefined {
  if (terminator !== undefined) return undefined;
  let end = bodyEnd;
  while (end > bodyStart && /\s/.test(text[end - 1] as string)) end--;
  for (const mark of terminators) {
    for (let length = mark.length - 1; length >= MIN_BEGUN; length--) {
      const start = end - length;
      if (start >= bodyStart && text.startsWith(mark.slice(0, length), start)) return { start, end, mark };
    }
  }
  return undefined;
}

/**
 * Returns a function that finds the misspelled marks in a body, in order. Words in bars are excluded, since their misspellings are found in
 * every family.
 */
export function misspelledMarks(
  facts: LearnedFacts,
  tokens: readonly TokenFact[],
  near: NearMarksOf,
  inBars: RegExp,
): (block: Block) => readonly TokenLike[] {
  const byText = new Map(tokens.map((token) => [token.text, token]));
  const terminators = facts.terminators.filter((text) => !inBars.test(text));
  return (block) => {
    const begun = begunTerminator(block, terminators);
    const marks = near(block).filter(
      ({ mark, end }) => !inBars.test(mark) && (begun === undefined || end <= begun.start),
    );
    return [...marks, ...(begun ? [begun] : [])].flatMap(({ start, end, mark }) => {
      const token = byText.get(mark);
      return token ? [{ start, end, token }] : [];
    });
  };
}
