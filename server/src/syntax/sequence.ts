/**
 * The blocks of a transcript in order, in leaves of some dozens. A leaf is never changed but replaced, so what is
 * computed from a leaf can be kept in a `WeakMap` and dies with it. Sums over the leaves answer offset ↔ block and
 * line ↔ block; they are settled from the first replaced leaf on, when next asked for.
 */
import type { Block } from './block.ts';

const LEAF_SIZE = 64;

export interface Leaf {
  readonly blocks: readonly Block[];
  readonly length: number;
  readonly lines: number;
  /** Position among the leaves, and what lies before: current once the sequence is settled. */
  order: number;
  start: number;
  startLine: number;
  startIndex: number;
  /** The evidence of its blocks, once asked for (`dialect.ts`). */
  evidence: number | undefined;
  /** What the checker keeps with the leaf. */
  memo: unknown;
}

/** A block and where it begins: its index, its offset (UTF-16 units), and the line breaks before it. */
export interface Place {
  readonly block: Block;
  readonly index: number;
  readonly start: number;
  readonly startLine: number;
}

export class BlockSequence {
  private leaves: Leaf[] = [];
  /** Leaves from here on have stale sums. */
  private stale = 0;
  private changes = 0;

  constructor(blocks: readonly Block[] = []) {
    this.leaves = toLeaves(blocks);
  }

  /** Another number after every change: what is computed from all blocks holds for one. */
  get revision(): number {
    return this.changes;
  }

  get length(): number {
    const last = this.lastLeaf();
    return last === undefined ? 0 : last.startIndex + last.blocks.length;
  }

  /** Length of the text in UTF-16 units. */
  get textLength(): number {
    const last = this.lastLeaf();
    return last === undefined ? 0 : last.start + last.length;
  }

  get lineBreaks(): number {
    const last = this.lastLeaf();
    return last === undefined ? 0 : last.startLine + last.lines;
  }

  /** The leaves in order, their sums settled. */
  allLeaves(): readonly Leaf[] {
    this.settle();
    return this.leaves;
  }

  *[Symbol.iterator](): IterableIterator<Block> {
    // Not `yield*`, which takes four times as long.
    for (const leaf of this.leaves) for (const block of leaf.blocks) yield block;
  }

  at(index: number): Block | undefined {
    const leaf = this.leafBy('startIndex', index);
    return leaf?.blocks[index - leaf.startIndex];
  }

  /** The blocks with the indexes `from` up to `to`. */
  slice(from = 0, to = this.length): Block[] {
    if (from >= to) return [];
    const first = this.leafBy('startIndex', from) as Leaf;
    const last = this.leafBy('startIndex', to - 1) as Leaf;
    const { blocks } = first;
    const all = first === last ? blocks : this.leaves.slice(first.order, last.order + 1).flatMap((leaf) => leaf.blocks);
    return all.slice(from - first.startIndex, to - first.startIndex);
  }

  /** The block that holds `offset`; the last one for the end of the text. */
  placeAt(offset: number): Place | undefined {
    const leaf = this.leafBy('start', offset);
    if (leaf === undefined) return undefined;
    let { start, startLine, startIndex: index } = leaf;
    for (const block of leaf.blocks) {
      if (offset < start + block.text.length || index === leaf.startIndex + leaf.blocks.length - 1) {
        return { block, index, start, startLine };
      }
      start += block.text.length;
      startLine += block.lines;
      index++;
    }
    return undefined;
  }

  /** The block in which the `n`th line break (1 = the first) ends. */
  placeOfBreak(n: number): Place | undefined {
    const leaf = this.leafBy('startLine', n - 1);
    if (leaf === undefined) return undefined;
    let { start, startLine, startIndex: index } = leaf;
    for (const block of leaf.blocks) {
      if (n <= startLine + block.lines) return { block, index, start, startLine };
      start += block.text.length;
      startLine += block.lines;
      index++;
    }
    return undefined;
  }

  /** Where a block of this sequence stands, or undefined if it is in it no more. */
  placeOf(block: Block): Place | undefined {
    const { leaf } = block;
    if (leaf === undefined) return undefined;
    this.settle();
    let { start, startLine, startIndex: index } = leaf;
    for (const candidate of leaf.blocks) {
      if (candidate === block) return { block, index, start, startLine };
      start += candidate.text.length;
      startLine += candidate.lines;
      index++;
    }
    return undefined;
  }

  /** Replaces `count` blocks from `index` on. */
  splice(index: number, count: number, blocks: readonly Block[]): void {
    this.changes++;
    this.settle();
    const firstLeaf = this.leafBy('startIndex', Math.min(index, Math.max(0, this.length - 1)));
    if (firstLeaf === undefined) {
      this.leaves = toLeaves(blocks);
      this.stale = 0;
      return;
    }
    const lastLeaf = count === 0 ? firstLeaf : (this.leafBy('startIndex', index + count - 1) as Leaf);
    let end = lastLeaf.order + 1;
    const next = this.leaves[end];
    const ordinary = end - firstLeaf.order === 1 && firstLeaf.blocks.length - count + blocks.length >= LEAF_SIZE / 2;
    if (!ordinary && next !== undefined) end++;
    const old = ordinary ? firstLeaf.blocks : this.leaves.slice(firstLeaf.order, end).flatMap((leaf) => leaf.blocks);
    const from = index - firstLeaf.startIndex;
    for (let i = from; i < from + count; i++) (old[i] as Block).leaf = undefined;
    this.replaceLeaves(firstLeaf.order, end, toLeaves(replaced(old, from, from + count, blocks)));
  }

  private replaceLeaves(from: number, to: number, by: readonly Leaf[]): void {
    if (by.length === to - from) for (let i = 0; i < by.length; i++) this.leaves[from + i] = by[i] as Leaf;
    else this.leaves = replaced(this.leaves, from, to, by);
    this.stale = from;
  }

  private lastLeaf(): Leaf | undefined {
    this.settle();
    return this.leaves[this.leaves.length - 1];
  }

  /** The last leaf whose sum `key` is at most `value`. */
  private leafBy(key: 'start' | 'startLine' | 'startIndex', value: number): Leaf | undefined {
    this.settle();
    let low = 0;
    let high = this.leaves.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.leaves[middle] as Leaf)[key] <= value) low = middle;
      else high = middle - 1;
    }
    return this.leaves[low];
  }

  private settle(): void {
    if (this.stale >= this.leaves.length) return;
    const before = this.leaves[this.stale - 1];
    let start = before ? before.start + before.length : 0;
    let startLine = before ? before.startLine + before.lines : 0;
    let startIndex = before ? before.startIndex + before.blocks.length : 0;
    for (let order = this.stale; order < this.leaves.length; order++) {
      const leaf = this.leaves[order] as Leaf;
      leaf.order = order;
      leaf.start = start;
      leaf.startLine = startLine;
      leaf.startIndex = startIndex;
      start += leaf.length;
      startLine += leaf.lines;
      startIndex += leaf.blocks.length;
    }
    this.stale = this.leaves.length;
  }
}

/** Cuts blocks into leaves; a run that one leaf can hold stays whole, so that leaves do not crumble under edits. */
function toLeaves(blocks: readonly Block[]): Leaf[] {
  const leaves: Leaf[] = [];
  const size = blocks.length <= 2 * LEAF_SIZE ? Math.max(1, blocks.length) : LEAF_SIZE;
  for (let from = 0; from < blocks.length; from += size) leaves.push(toLeaf(blocks.slice(from, from + size)));
  return leaves;
}

function toLeaf(blocks: readonly Block[]): Leaf {
  let length = 0;
  let lines = 0;
  for (const block of blocks) {
    length += block.text.length;
    lines += block.lines;
  }
  const leaf: Leaf = {
    blocks,
    length,
    lines,
    order: 0,
    start: 0,
    startLine: 0,
    startIndex: 0,
    evidence: undefined,
    memo: undefined,
  };
  for (const block of blocks) block.leaf = leaf;
  return leaf;
}

function replaced<T>(list: readonly T[], from: number, to: number, by: readonly T[]): T[] {
  return list.slice(0, from).concat(by, list.slice(to));
}
