/** Finds the text that users see only after edits, by comparing stretches of the document before and after them. */
import type { Marks } from '../../model/sequence.ts';
import { dependsOnNext } from '../../model/visibility/verdict.ts';
import { type NewlySeen, newlySeen, seenOf, type VisibleText } from '../../model/visibility/visible-text.ts';
import { type Block, sameBlock } from '../../syntax/block.ts';
import type { Span } from '../../syntax/span.ts';
import type { Replacement } from './replacement.ts';

/** Consecutive blocks of a document, with the facts that decide which of their text users see. */
export interface Excerpt {
  readonly blocks: readonly Block[];
  /** The block before the first one. */
  readonly before: Block | undefined;
  /** Whether the last block is the end of the document. */
  readonly isEnd: boolean;
  readonly marks: Marks;
}

/** The newly visible text of a stretch, which is a run of blocks. */
export interface Revealed {
  readonly seen: readonly NewlySeen[];
  /**
   * The span of the stretch and of the stretch before it, which may be the cause. Its UTF-16 offsets refer to the document before the
   * edits.
   */
  readonly old: Span;
}

/** A stretch between two boundaries that exist both before and after the edits. Both spans are indexes of blocks, with an exclusive end. */
interface Stretch {
  readonly old: Span;
  readonly fresh: Span;
}

/**
 * The newly visible text of an excerpt after edits. `start`: the start of the excerpt, which is the same before and after. The edits are in
 * order, do not overlap, and have offsets in the old document.
 */
export function revealedIn(old: Excerpt, fresh: Excerpt, start: number, edits: readonly Replacement[]): Revealed[] {
  const revealed: Revealed[] = [];
  let beforeSame = old.before === fresh.before;
  let at = start;
  let last = start;
  for (const stretch of stretchesOf(old.blocks, fresh.blocks, start, edits)) {
    const end = old.blocks.slice(stretch.old.start, stretch.old.end).reduce((sum, { text }) => sum + text.length, at);
    const same = isKept(old, fresh, stretch);
    if (!same || !beforeSame) {
      const newTexts = newlySeen(seenIn(old, stretch.old), seenIn(fresh, stretch.fresh));
      if (newTexts.length > 0) revealed.push({ seen: newTexts, old: { start: last, end } });
    }
    beforeSame = same;
    last = at;
    at = end;
  }
  return revealed;
}

/** Whether a stretch is a single block that did not change. */
function isKept(old: Excerpt, fresh: Excerpt, stretch: Stretch): boolean {
  const [a, b] = [old.blocks[stretch.old.start], fresh.blocks[stretch.fresh.start]];
  const single = stretch.old.end - stretch.old.start === 1 && stretch.fresh.end - stretch.fresh.start === 1;
  return single && a !== undefined && b !== undefined && sameBlock(a, b) && a.family === b.family && !dependsOnNext(a);
}

function seenIn({ blocks, before, isEnd, marks }: Excerpt, { start, end }: Span): VisibleText[] {
  const texts: VisibleText[] = [];
  for (let i = start; i < end; i++) {
    const isLast = isEnd && i === blocks.length - 1;
    const beside = { before: blocks[i - 1] ?? before, after: blocks[i + 1] };
    for (const one of seenOf(blocks[i] as Block, beside, isLast, marks)) texts.push(one);
  }
  return texts;
}

function* stretchesOf(
  old: readonly Block[],
  fresh: readonly Block[],
  start: number,
  edits: readonly Replacement[],
): Generator<Stretch> {
  const boundaries = new Map<number, number>();
  let end = start;
  for (const [i, { text }] of fresh.entries()) {
    end += text.length;
    boundaries.set(end, i + 1);
  }
  const moved = mover(edits);
  let [from, freshFrom] = [0, 0];
  let at = start;
  for (const [i, { text }] of old.entries()) {
    at += text.length;
    const isLast = i === old.length - 1;
    const to = isLast
      ? fresh.length
      : moved(at).reduce((most, position) => Math.max(most, boundaries.get(position) ?? 0), 0);
    if (to <= freshFrom && !isLast) continue;
    yield { old: { start: from, end: i + 1 }, fresh: { start: freshFrom, end: to } };
    [from, freshFrom] = [i + 1, to];
  }
  if (old.length === 0) yield { old: { start: 0, end: 0 }, fresh: { start: 0, end: fresh.length } };
}

/**
 * Returns a function that maps offsets to their positions after edits. It must be called with ascending offsets. If text is inserted at an
 * offset, there are two positions, before and after that text. If the text around the offset is replaced, there are none.
 */
function mover(edits: readonly Replacement[]): (offset: number) => readonly number[] {
  let next = 0;
  let shift = 0;
  return (offset) => {
    const places: number[] = [];
    for (; (edits[next]?.end ?? Number.POSITIVE_INFINITY) <= offset; next++) {
      const { start, end, text } = edits[next] as Replacement;
      if (start === offset) places.push(offset + shift);
      shift += text.length - (end - start);
    }
    const open = edits[next];
    if (open === undefined || open.start >= offset) places.push(offset + shift);
    return places;
  };
}
