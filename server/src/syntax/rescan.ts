/** Rescans the blocks that edits touch, up to the next boundary that existed before. The sequence is not changed. */
import { type Block, has, sameBlock, Trait } from './block.ts';
import type { Family } from './families/family.ts';
import type { BlockSequence, Place } from './sequence.ts';
import type { Span } from './span.ts';

/** `text` in place of a span of the document (UTF-16 offsets). */
export interface TextEdit extends Span {
  readonly text: string;
}

/** Blocks that take the place of those with the indexes `from` up to `to`. Some of the new blocks may equal the old ones. */
export interface Rescanned {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly Block[];
  /** The edits that produce them. */
  readonly edits: readonly TextEdit[];
}

/** The effect of an edit on the blocks: those that go and those that come. Blocks in neither list are reused. */
export interface BlockChange {
  readonly removed: readonly Block[];
  readonly added: readonly Block[];
}

/** The net effect of an exchange of blocks, from the block at `index` on: equal blocks at both ends are kept. */
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
 * The blocks that result from edits. The edits are in order, without overlaps, in the coordinates of the current text. Each
 * stretch that they touch gives a separate result, in order; undefined for an empty sequence.
 */
export function rescan(
  sequence: BlockSequence,
  edits: readonly TextEdit[],
  family: Family,
): readonly Rescanned[] | undefined {
  if (sequence.length === 0) return undefined;
  const found: Rescanned[] = [];
  for (let next = 0; next < edits.length; ) {
    const stretch = new Rescan(sequence, edits, next);
    found.push(stretch.run(family));
    next = stretch.next;
  }
  return found;
}

/** One edited stretch: it grows until its last boundary is an old one, and includes the edits that it reaches. */
class Rescan {
  /** The index of the first edit that is not yet included. */
  next: number;
  /** The end of the text included so far: the index of a block, and an offset. */
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

  /** The text from the end of the last call to a boundary at or after `index`, with the edits applied. */
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

  /** The first block that an edit can change. Near the beginning of a block, that is the previous one, since its end may move. */
  private firstIndex({ start }: TextEdit): number {
    const { block, index, start: blockStart } = this.placeAt(start);
    // Without a header, the beginning of the body is what shows a message.
    const begins = block.bodyStart > 0 || !has(block, Trait.Implied);
    const inside =
      begins && block.kind === 'message' && start >= blockStart + block.bodyStart && has(block, Trait.HasMessage);
    const nearest = inside ? index : Math.max(0, index - 1);
    // Where the first message begins is decided from the top.
    return this.sequence.at(nearest)?.kind === 'prelude' ? 0 : nearest;
  }

  private placeAt(offset: number): Place {
    return this.sequence.placeAt(offset) as Place;
  }

  /** The offset at which a block begins; for the index after the last block, the end of the text. */
  private startAt(index: number): number {
    const block = this.sequence.at(index);
    return block === undefined ? this.sequence.textLength : (this.sequence.placeOf(block)?.start ?? 0);
  }
}

/** Whether the block after a stretch is still what it was read as: the first message of the document, or a later one. */
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

/** The text of a sequence between two UTF-16 offsets. */
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
