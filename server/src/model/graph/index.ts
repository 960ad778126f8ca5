/**
 * Computes the facts that a block contributes to the call graph, depending on the family of its dialect. They are computed on
 * demand, and cached with the block.
 */

import type { Block } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import { rowsOf } from '../../syntax/families/index.ts';
import { type GraphFacts, noFacts } from './facts.ts';
import { openFacts } from './open.ts';
import { plainFacts } from './plain.ts';

export type { GraphFacts, Half, Mention, ReferentKind } from './facts.ts';

const LONG_BLOCK_LENGTH = 2_000;

const readers = rowsOf(
  () => openFacts,
  () => plainFacts,
);

/**
 * The facts of blocks. Most blocks have no facts, which is cached only for long blocks, since their facts are requested once for each of
 * their thoughts and calls.
 */
const cache = new BlockCache<GraphFacts>();

export function graphFacts(block: Block): GraphFacts {
  let facts = cache.get(block);
  if (facts === undefined) {
    facts = readers(block.family)(block);
    if (facts !== noFacts || block.text.length > LONG_BLOCK_LENGTH) cache.set(block, facts);
  }
  return facts;
}
