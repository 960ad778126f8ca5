/** What a block adds to the call graph, by the family of its dialect. It is read when it is asked for, and kept with the block. */

import { userRole } from '../../grammar/index.ts';
import type { Block } from '../../syntax/block.ts';
import { rowsOf } from '../../syntax/families/index.ts';
import { instructs, meaning } from '../message.ts';
import { type GraphFacts, noFacts } from './facts.ts';
import { openFacts } from './open.ts';
import { plainFacts } from './plain.ts';

export type { GraphFacts, Half, Mention, Named, Thread } from './facts.ts';

const readers = rowsOf(
  () => openFacts,
  () => plainFacts,
);

/** Most blocks add nothing, and nothing is kept with them. */
const cache = new WeakMap<Block, GraphFacts>();

export function graphFacts(block: Block): GraphFacts {
  let found = cache.get(block);
  if (found === undefined) {
    found = readers[block.family.id](block);
    if (found !== noFacts) cache.set(block, found);
  }
  return found;
}

/** Whether an order of calls and replies ends before a block: it is a user's, or instructs, and answers no call. */
export function beginsAnew(block: Block | undefined): boolean {
  if (block?.kind !== 'message') return false;
  const { role } = meaning(block);
  return (role === userRole || instructs(role)) && graphFacts(block).halves.length === 0;
}
