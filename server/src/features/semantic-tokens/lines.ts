/**
 * The position at which each leaf begins, and the lengths of its first and last lines. They are sums over values cached for each leaf, so
 * that the text is not scanned again.
 */
import { lineStartBefore } from '../../syntax/lines.ts';
import type { Leaf } from '../../syntax/sequence.ts';

export interface LeafLines {
  readonly line: number;
  readonly character: number;
  /** The lengths of the first and last lines of the leaf, in UTF-16 units. */
  readonly first: number;
  readonly last: number;
}

interface Edges {
  /** The lengths of the text before the first line break and after the last one. Without a line break, both are the length of the leaf. */
  readonly head: number;
  readonly tail: number;
}

const edgesByLeaf = new WeakMap<Leaf, Edges>();

function edgesOf(leaf: Leaf): Edges {
  let edges = edgesByLeaf.get(leaf);
  if (edges === undefined) {
    edges = { head: headOf(leaf), tail: tailOf(leaf) };
    edgesByLeaf.set(leaf, edges);
  }
  return edges;
}

function headOf({ blocks }: Leaf): number {
  let length = 0;
  for (const { text, lines } of blocks) {
    if (lines > 0) return length + text.search(/[\r\n]/);
    length += text.length;
  }
  return length;
}

function tailOf({ blocks }: Leaf): number {
  let length = 0;
  for (const { text, lines } of [...blocks].reverse()) {
    length += text.length;
    if (lines > 0) return length - lineStartBefore(text, text.length);
  }
  return length;
}

/** The lines of each leaf, in the order of the leaves. */
export function leafLines(leaves: readonly Leaf[]): LeafLines[] {
  const rest: number[] = [];
  let after = 0;
  for (let i = leaves.length - 1; i >= 0; i--) {
    rest[i] = after;
    const leaf = leaves[i] as Leaf;
    after = leaf.lines > 0 ? edgesOf(leaf).head : after + leaf.length;
  }
  let line = 0;
  let character = 0;
  return leaves.map((leaf, i) => {
    const { head, tail } = edgesOf(leaf);
    const behind = rest[i] as number;
    const isOne = leaf.lines === 0;
    const placed = {
      line,
      character,
      first: character + (isOne ? leaf.length + behind : head),
      last: isOne ? character + leaf.length + behind : tail + behind,
    };
    line += leaf.lines;
    character = isOne ? character + leaf.length : tail;
    return placed;
  });
}
