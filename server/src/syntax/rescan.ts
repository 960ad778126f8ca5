/** Scans the blocks that edits affect again, up to the next boundary that existed before the edits. The sequence itself is not changed. */
import { type Block, has, sameBlock, Trait } from './block.ts';
import type { Family } from './families/family.ts';
import type { BlockSequence, Place } from './sequence.ts';
import type { Span } from './span.ts';

/** Replaces a span of the document with `text` (UTF-16 offsets). */
export interface TextEdit extends Span {
  readonly text: string;
}

/**
 * The blocks that replace those with the indexes from `from` up to, but not including, `to`. Some of the new blocks may equal the old ones.
 */
export interface Rescanned {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly Block[];
  /** The edits that led to these blocks. */
  readonly edits: readonly TextEdit[];
}

/** The effect of an edit on the blocks. All blocks outside both lists are kept. */
export interface BlockChange {
  readonly removed: readonly Block[];
  readonly added: readonly Block[];
}

/** Returns the change that remains if blocks that are equal at both ends of an exchange are kept. `index`: the first block that changes. */
export function changeOf(
  sequence: BlockSequence,
  { from, to, blocks }: Rescanned,
): BlockChange & { readonly index: number } {
  const old = sequence.slice(from, to);
  const limit = Math.min(old.length, blocks.length);
  let head = 0;
  while (head < limit && sameBlock(old[head] as Block, blocks[head] as Block)) head++;
  let tail = 0;
  while (tail < limit - head && sameBlock(old.at(-1 - tail) as Block, blocks.at(-1 - tail) as Block)) tail++;
  const removed = old.slice(head, old.length - tail);
  return { index: from + head, removed, added: blocks.slice(head, blocks.length - tail) };
}

/**
 * Returns the blocks that result from edits. The edits must be in order and without overlaps; their offsets are in the current text. Each
 * stretch that they affect has a separate result, in order. Undefined if the sequence is empty.
 */
export function rescan(
  sequence: BlockSequence,
  edits: readonly TextEdit[],
  family: Family,
): readonly Rescanned[] | undefined {
  if (sequence.length === 0) return undefined;
  const rescannedStretches: Rescanned[] = [];
  for (let next = 0; next < edits.length; ) {
    const stretch = new Rescan(sequence, edits, next);
    rescannedStretches.push(stretch.run(family));
    next = stretch.next;
  }
  return rescannedStretches;
}

/** Scans one stretch again. The stretch grows until it ends at an old boundary, and includes the edits that it reaches. */
class Rescan {
  /** The end of the text that the stretch includes so far. `stop`: as the index of a block; `at`: as an offset. */
  next: number;
  /** The end of the text that the stretch includes so far, as the index of a block; `at`: as an offset. */
  private stop: number;
  private at: number;

  constructor(
    private readonly sequence: BlockSequence,
    private readonly edits: readonly TextEdit[],
    private readonly first: number,
  ) {
    this.next = first;
    this.stop = this.firstIndex(edits[first] as TextEdit);
    this.at = this.startAt(this.stop);
  }

  run(family: Family): Rescanned {
    const { sequence } = this;
    const from = this.stop;
    let pending = this.take(from + 1);
    const blocks: Block[] = [];
    const begun = sequence.at(from) as Block;
    let afterAngle = from > 0 && has(begun, Trait.AfterAngle);
    let opening = begun.traits & (Trait.Implied | Trait.StartMissing | Trait.FirstTurn);
    for (let grow = 1; ; grow *= 2) {
      const scanned = family.scan({
        text: pending,
        first: from === 0 && blocks.length === 0,
        last: this.stop >= sequence.length,
        afterAngle,
        opening,
        after: sequence.at(this.stop)?.text,
      });
      for (const block of scanned.blocks) blocks.push(block);
      if (scanned.end >= pending.length && followsAs(sequence.at(this.stop), scanned.opening)) {
        return { from, to: this.stop, blocks, edits: this.edits.slice(this.first, this.next) };
      }
      if (scanned.end > 0) {
        afterAngle = pending.charCodeAt(scanned.end - 1) === 60;
        opening = scanned.opening ?? 0;
      }
      pending = pending.slice(scanned.end) + this.take(this.stop + grow);
    }
  }

  /** Takes the text from the end of the previous call to a boundary at or after `index`, with the edits applied. */
  private take(index: number): string {
    const { sequence, edits } = this;
    let to = boundary(sequence, index);
    let text = '';
    for (; this.next < edits.length; this.next++) {
      const edit = edits[this.next] as TextEdit;
      if (this.firstIndex(edit) >= to && to < sequence.length) break;
      text += textBetween(sequence, this.at, edit.start) + edit.text;
      this.at = edit.end;
      to = Math.max(to, boundary(sequence, this.placeAt(edit.end).index + 1));
    }
    const end = this.startAt(to);
    text += textBetween(sequence, this.at, end);
    this.at = end;
    this.stop = to;
    return text;
  }

  /**
   * The index of the first block that an edit can change. If the edit is near the beginning of a block, this is the previous block, whose
   * end may move.
   */
  private firstIndex({ start }: TextEdit): number {
    const { block, index, start: blockStart } = this.placeAt(start);
    // A message without a header is recognized by the beginning of its body.
    const begins = block.bodyStart > 0 || !has(block, Trait.Implied);
    const inside =
      begins && block.kind === 'message' && start >= blockStart + block.bodyStart && has(block, Trait.HasMessage);
    const nearest = inside ? index : Math.max(0, index - 1);
    // The beginning of the first message can only be determined from the beginning of the document.
    return this.sequence.at(nearest)?.kind === 'prelude' ? 0 : nearest;
  }

  private placeAt(offset: number): Place {
    return this.sequence.placeAt(offset) as Place;
  }

  /** The offset at which a block begins. For the index after the last block, the end of the text. */
  private startAt(index: number): number {
    const block = this.sequence.at(index);
    return block === undefined ? this.sequence.textLength : (this.sequence.placeOf(block)?.start ?? 0);
  }
}

/** Whether the block after a stretch can be kept: its trait `FirstTurn` still matches the messages before it. */
const followsAs = (next: Block | undefined, opening = 0): boolean =>
  next?.kind !== 'message' || ((next.traits ^ opening) & Trait.FirstTurn) === 0;

/** The first index at or after `index` at which a stretch may end: before an opener, or at the end of the document. */
function boundary(sequence: BlockSequence, index: number): number {
  for (let at = index; ; at++) {
    const block = sequence.at(at);
    if (block === undefined) return Math.min(at, sequence.length);
    if (block.kind === 'message' && (!has(block, Trait.Implied) || has(block, Trait.StartMissing))) return at;
  }
}

/** Returns the text of a sequence between two UTF-16 offsets. */
export function textBetween(sequence: BlockSequence, start: number, end: number): string {
  const place = sequence.placeAt(start);
  if (place === undefined || end <= start) return '';
  let text = '';
  let at = place.start;
  for (let i = place.index; at < end; i++) {
    const block = sequence.at(i);
    if (block === undefined) break;
    text += block.text.slice(Math.max(0, start - at), end - at);
    at += block.text.length;
  }
  return text;
}
