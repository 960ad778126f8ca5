/** The call graph of a transcript. */

import type { Range } from 'vscode-languageserver-types';
import { rankIn } from '../../checker/chain.ts';
import type { Checker } from '../../checker/checker.ts';
import { channels, modelRole } from '../../grammar/index.ts';
import { endsExchange } from '../../model/calls/exchange.ts';
import { type Pairing, pairUp } from '../../model/calls/pairing.ts';
import { droppedTurns } from '../../model/dropped.ts';
import { graphFacts, type Half } from '../../model/graph/index.ts';
import { tagPairAt } from '../../model/graph/tag-pairs.ts';
import { headerInfo } from '../../model/message.ts';
import type { Block } from '../../syntax/block.ts';
import { openerOf } from '../../syntax/families/family.ts';
import type { BlockSequence } from '../../syntax/sequence.ts';
import type { Span } from '../../syntax/span.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { anywhere } from '../support/walk.ts';
import { keysOf, type Source } from './graph.ts';
import { HolderIndex, halvesIn } from './holder-index.ts';

/** The key under which messages with private reasoning are indexed. */
const reasoning = 'reasoning';

const hidden = new Set<string | undefined>(channels.flatMap(({ name, thoughts }) => (thoughts ? name : [])));

/**
 * An index of the blocks of a transcript by the names that occur in them. The checker tells the index when blocks are added and removed.
 */
class BlockIndex extends HolderIndex<Block> {
  private revision = -1;
  /** The pairs in the stretch around each block (see `stretchOf`), for one state of the document. */
  private readonly stretches = new Map<Block, Pairing<Block>>();

  constructor(private readonly blocks: BlockSequence) {
    super(graphFacts, keysOfBlock, (list, block) => rankIn(list, block, blocks));
  }

  /** Without ids, calls and replies are paired by their order within the stretch that contains them. */
  override pairing(half: Half, block?: Block): Pairing<Block> | undefined {
    if (half.thread?.by !== 'order' || block === undefined) return super.pairing(half);
    const { blocks, stretches } = this;
    if (this.revision !== blocks.revision) stretches.clear();
    this.revision = blocks.revision;
    let pairing = stretches.get(block);
    if (pairing === undefined) {
      const all = stretchOf(block, blocks);
      pairing = pairUp(halvesIn(all, half.thread.key, graphFacts), 'order');
      for (const one of all) stretches.set(one, pairing);
    }
    return pairing;
  }
}

function keysOfBlock(block: Block): Set<string> {
  const keys = keysOf(graphFacts(block));
  if (block.kind === 'message' && block.family.has.channels) {
    const { role, channel } = headerInfo(block);
    if (role === modelRole && hidden.has(channel)) keys.add(reasoning);
  }
  return keys;
}

/** The messages around a block, in both directions up to a user message or instructions that answer no call. */
function stretchOf(block: Block, blocks: BlockSequence): Block[] {
  const at = blocks.placeOf(block)?.index ?? -1;
  let [from, to] = [at, at + 1];
  while (from > 0 && !endsExchange(blocks.at(from - 1))) from--;
  while (to < blocks.length && !endsExchange(blocks.at(to))) to++;
  return at < 0 ? [] : blocks.slice(from, to);
}

const createIndex = (blocks: BlockSequence) => new BlockIndex(blocks);

/** Indexes a transcript until a deadline. Returns whether the index is complete. */
export const prepareText = (checker: Checker, deadline: number): boolean => checker.prepare(createIndex, deadline);

export function textSource(transcript: Transcript, checker: Checker): Source<Block> {
  const index = checker.following(createIndex);
  const { blocks, uri, version } = transcript;
  /** The block of the previous look-up, cached so that its lines are not counted again. */
  let last: { readonly block: Block; readonly ranges: (span: Span) => Range } | undefined;
  return {
    uri,
    version,
    holderAt(offset) {
      const place = blocks.placeAt(offset);
      return place && offset >= 0 ? { holder: place.block, at: offset - place.start } : undefined;
    },
    factsOf: graphFacts,
    holders: (key) => index.holders(key),
    rankOf: (block) => blocks.placeOf(block)?.index ?? -1,
    rangesIn(block) {
      if (last?.block === block) return last.ranges;
      const place = blocks.placeOf(block);
      const { line, character } = place ? transcript.positionIn(place, 0) : { line: 0, character: 0 };
      const position = anywhere({ block, line, character });
      const ranges = ({ start, end }: Span) => ({ start: position(start), end: position(end) });
      last = { block, ranges };
      return ranges;
    },
    isAlone(block) {
      const place = blocks.placeOf(block);
      const begins = place !== undefined && transcript.positionIn(place, 0).character === 0;
      return begins && (block === transcript.lastBlock || /[\r\n]$/.test(block.text));
    },
    *dropped() {
      const all = index.holders(reasoning).map((block) => ({ block }));
      for (const [first, ...others] of droppedTurns(all, blocks)) {
        const { block } = first as { block: Block };
        const span = { start: 0, end: openerOf(block).text.length };
        yield { holder: block, span, count: others.length + 1 };
      }
    },
    pairAt: tagPairAt,
    pairing: (half, block) => index.pairing(half, block),
  };
}
