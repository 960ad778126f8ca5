/**
 * The blocks of a transcript in order, in the leaves of a balanced tree. A leaf is never changed, only replaced. Data cached in a branch is
 * dropped when a node below it changes. An edit thus recomputes the data of only a few nodes, however large the tree is. Sums in the nodes
 * make it possible to find a block by its index, by an offset or by a line.
 */

import type { Block } from './block.ts';
import { append } from './lists.ts';

/** The typical number of blocks in a leaf, and of child nodes in a branch. The maximum is twice this number. */
const NODE_SIZE = 16;

/**
 * The properties that leaves and branches share. Both have the same properties in the same order; otherwise, accessing them would take
 * three times as long.
 */
interface NodeBase {
  /** The total numbers of blocks, UTF-16 units and line breaks in the node. */
  count: number;
  length: number;
  lines: number;
  /** The branch that contains the node, the index of the node in it, and the sums over the nodes before it. */
  parent: Branch | undefined;
  order: number;
  startIndex: number;
  start: number;
  startLine: number;
  /** The evidence for a dialect in its blocks, after the first request (`dialect.ts`). */
  evidence: number | undefined;
  /** The results that the checker remembers for this node. */
  memo: unknown;
}

export interface Leaf extends NodeBase {
  readonly blocks: readonly Block[];
  readonly nodes: undefined;
}

interface Branch extends NodeBase {
  readonly blocks: undefined;
  /** The child nodes. The list is replaced as soon as one of them changes. */
  nodes: readonly Node[];
}

export type Node = Leaf | Branch;

/** Functions that return the sum by which a leaf is searched for. */
const byIndex = (node: Node) => node.startIndex;
const byOffset = (node: Node) => node.start;
const byLine = (node: Node) => node.startLine;

/** The numbers of blocks, UTF-16 units and line breaks before a block or a node. */
export interface Start {
  readonly index: number;
  readonly start: number;
  readonly startLine: number;
}

/** A block, with the numbers of blocks, UTF-16 units and line breaks before it. */
export interface Place extends Start {
  readonly block: Block;
}

/** The number of the latest state of any sequence, including tentative states. No two states have the same number. */
let latest = 0;

export class BlockSequence {
  root: Node;
  private state = ++latest;

  constructor(blocks: readonly Block[] = []) {
    this.root = rootOver(cut(blocks, toLeaf));
  }

  /** The number of the current state, for caching values that are computed from all blocks. */
  get revision(): number {
    return this.state;
  }

  get length(): number {
    return this.root.count;
  }

  /** The length of the text in UTF-16 units. */
  get textLength(): number {
    return this.root.length;
  }

  get lineBreaks(): number {
    return this.root.lines;
  }

  leaves(): Leaf[] {
    let level = [this.root];
    while (level[0]?.nodes) level = level.flatMap(({ nodes }) => nodes ?? []);
    return level as Leaf[];
  }

  *[Symbol.iterator](): IterableIterator<Block> {
    // `yield*` would take four times as long.
    for (const { blocks } of this.leaves()) for (const block of blocks) yield block;
  }

  at(index: number): Block | undefined {
    const leaf = this.leafBy(byIndex, index);
    return leaf.blocks[index - startOf(leaf).index];
  }

  /** Returns the blocks before and after the one at `index`. */
  beside(index: number): { readonly before: Block | undefined; readonly after: Block | undefined } {
    return { before: this.at(index - 1), after: this.at(index + 1) };
  }

  /** Returns the blocks with the indexes from `from` up to, but not including, `to`. */
  slice(from = 0, to = this.length): Block[] {
    const blocks: Block[] = [];
    for (let at = from; at < Math.min(to, this.length); at = from + blocks.length) {
      const leaf = this.leafBy(byIndex, at);
      const { index } = startOf(leaf);
      append(blocks, leaf.blocks.slice(at - index, to - index));
    }
    return blocks;
  }

  /** Returns the block that contains an offset. For the end of the text, this is the last block. */
  placeAt(offset: number): Place | undefined {
    const within = Math.min(offset, this.textLength - 1);
    return placeIn(this.leafBy(byOffset, within), ({ text }, start) => within < start + text.length);
  }

  /** Returns the block in which the `n`th line break (1 = the first) ends. */
  placeOfBreak(n: number): Place | undefined {
    return placeIn(this.leafBy(byLine, n - 1), ({ lines }, _, startLine) => n <= startLine + lines);
  }

  /** Returns the position of a block; undefined if it is no longer in this sequence. */
  placeOf(block: Block): Place | undefined {
    return block.leaf && placeIn(block.leaf, (other) => other === block);
  }

  /** Replaces `count` blocks from `index` on. `revision`: if this restores an earlier state, the number of that state. */
  splice(index: number, count: number, blocks: readonly Block[], revision = ++latest): void {
    this.state = revision;
    let first: Node = this.leafBy(byIndex, index);
    let last: Node = this.leafBy(byIndex, index + Math.max(0, count - 1));
    let from = index - startOf(first).index;
    let to = index + count - startOf(last).index;
    for (const removed of this.slice(index, index + count)) removed.leaf = undefined;
    let items: readonly (Block | Node)[] = blocks;
    for (;;) {
      items = itemsOf(first).slice(0, from).concat(items, itemsOf(last).slice(to));
      const before: Node | undefined = first.parent?.nodes[first.order - 1];
      const next: Node | undefined = last.parent?.nodes[last.order + 1];
      // If there are too few items for a node, they are joined with those of a neighbor.
      if (items.length < NODE_SIZE / 2 && next) {
        items = items.concat(itemsOf(next));
        last = next;
      } else if (items.length < NODE_SIZE / 2 && before) {
        items = itemsOf(before).concat(items);
        first = before;
      }
      if (first === last && first.nodes && items.length >= NODE_SIZE / 2 && items.length <= 2 * NODE_SIZE) {
        fill(first, items as readonly Node[]);
        return;
      }
      items = first.nodes ? cut(items as readonly Node[], toBranch) : cut(items as readonly Block[], toLeaf);
      if (first.parent === undefined || last.parent === undefined) break;
      from = first.order;
      to = last.order + 1;
      first = first.parent;
      last = last.parent;
    }
    this.root = rootOver(items as readonly Node[]);
  }

  /** Returns the last leaf for which the sum over all earlier leaves is at most `value`. */
  private leafBy(sum: (node: Node) => number, value: number): Leaf {
    let node = this.root;
    let rest = value;
    while (node.nodes !== undefined) {
      let low = 0;
      let high = node.nodes.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (sum(node.nodes[middle] as Node) <= rest) low = middle;
        else high = middle - 1;
      }
      node = node.nodes[low] as Node;
      rest -= sum(node);
    }
    return node;
  }
}

/** Returns the numbers of blocks, UTF-16 units and line breaks before a node. */
export function startOf(node: Node): Start {
  let index = 0;
  let start = 0;
  let startLine = 0;
  for (let at: Node | undefined = node; at !== undefined; at = at.parent) {
    index += at.startIndex;
    start += at.start;
    startLine += at.startLine;
  }
  return { index, start, startLine };
}

/** The first block in a leaf that satisfies a condition, with its position. */
function placeIn(leaf: Leaf, is: (block: Block, start: number, startLine: number) => boolean): Place | undefined {
  let { index, start, startLine } = startOf(leaf);
  for (const block of leaf.blocks) {
    if (is(block, start, startLine)) return { block, index, start, startLine };
    index++;
    start += block.text.length;
    startLine += block.lines;
  }
  return undefined;
}

function itemsOf(node: Node): readonly (Block | Node)[] {
  return node.nodes ?? node.blocks;
}

/**
 * Divides blocks or nodes among new nodes. If they fit into a single node, they stay together, so that edits do not leave many small nodes.
 */
function cut<T>(items: readonly T[], toNode: (items: readonly T[]) => Node): Node[] {
  if (items.length === 0) return [];
  if (items.length <= 2 * NODE_SIZE) return [toNode(items)];
  const nodes: Node[] = [];
  for (let from = 0; from < items.length; from += NODE_SIZE) nodes.push(toNode(items.slice(from, from + NODE_SIZE)));
  return nodes;
}

/** Builds the tree above nodes of equal depth, and returns its root. */
function rootOver(nodes: readonly Node[]): Node {
  let level = nodes;
  while (level.length > 1) level = cut(level, toBranch);
  let root = level[0] ?? toLeaf([]);
  while (root.nodes?.length === 1) root = root.nodes[0] as Node;
  root.parent = undefined;
  return root;
}

function toLeaf(blocks: readonly Block[]): Leaf {
  let length = 0;
  let lines = 0;
  for (const block of blocks) {
    length += block.text.length;
    lines += block.lines;
  }
  const leaf: Leaf = { blocks, nodes: undefined, count: blocks.length, length, lines, ...fresh };
  for (const block of blocks) block.leaf = leaf;
  return leaf;
}

function toBranch(nodes: readonly Node[]): Branch {
  return fill({ blocks: undefined, nodes, count: 0, length: 0, lines: 0, ...fresh }, nodes);
}

/** Sets the nodes of a branch, and updates the sums in it and above it. */
function fill(branch: Branch, nodes: readonly Node[]): Branch {
  branch.nodes = nodes;
  branch.count = branch.length = branch.lines = 0;
  branch.evidence = branch.memo = undefined;
  for (let order = 0; order < nodes.length; order++) {
    const node = nodes[order] as Node;
    node.parent = branch;
    node.order = order;
    node.startIndex = branch.count;
    node.start = branch.length;
    node.startLine = branch.lines;
    branch.count += node.count;
    branch.length += node.length;
    branch.lines += node.lines;
  }
  if (branch.parent) fill(branch.parent, branch.parent.nodes.slice());
  return branch;
}

const fresh = {
  parent: undefined,
  order: 0,
  startIndex: 0,
  start: 0,
  startLine: 0,
  evidence: undefined,
  memo: undefined,
};
