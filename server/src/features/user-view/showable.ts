/** The parts of a transcript that a view may show: its messages, and the files and tasks outside them. */

import { headerInfo, message } from '../../model/message.ts';
import { dividesFiles, showsSequence } from '../../model/sequence.ts';
import { entriesOf } from '../../model/visibility/entries.ts';
import { dependsOnNext, mayHoldMessage, verdictOf } from '../../model/visibility/verdict.ts';
import type { Block } from '../../syntax/block.ts';
import type { Node } from '../../syntax/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { entryFacts, spokenFrom } from './entries.ts';
import { type Facts, factsOf } from './facets.ts';
import { type Candidate, type Choice, type Selection, Selector } from './selection.ts';

/** The message of a block, or, with `outside`, the text after it. For a prelude, `outside` means the whole block. */
export interface Showable {
  readonly block: Block;
  readonly outside: boolean;
}

/** The filter values of a message. With `whole`, also those of its thoughts, calls and replies. */
function factsIn({ block, outside }: Showable, whole: boolean): readonly Facts[] {
  if (outside) return [];
  const { role, effectiveChannel, name, tool, kind } = headerInfo(block);
  const messageFacts = factsOf({ role, effectiveChannel, name, to: kind === 'call' ? tool : undefined });
  if (!whole || block.family.has.channels) return [messageFacts];
  const entries = entriesOf(message(block));
  const facts = entries.map((entry) => factsOf(entryFacts(entry, entry.name)));
  const speaks = entries.length === 0 || spokenFrom(block, entries) < block.bodyEnd;
  return speaks ? [messageFacts, ...facts] : facts;
}

/** The blocks before and after a node, which affect the verdicts in that node. */
type NeighbourBlocks = readonly [before: Block | undefined, after: Block | undefined];
const noNeighbours: NeighbourBlocks = [undefined, undefined];

/** Selects from the tree of blocks. The leaves of that tree are the stretches. */
const selector = new Selector<Node, NeighbourBlocks, Showable>({
  below: ({ nodes }) => nodes,
  // Leaves are immutable, and a branch whose children change gets a new list, so both can be cache keys.
  keyOf: (node) => node.nodes ?? node,
  givenTo(nodes, at, [before, after]) {
    const next = nodes[at + 1];
    const last = edgeOf(nodes[at], -1);
    const afterThis = next ? (dependsOnNext(last) ? edgeOf(next, 0) : undefined) : after;
    return [at > 0 ? edgeOf(nodes[at - 1], -1) : before, afterThis];
  },
  candidatesOf: ({ blocks }, beside) => candidates(blocks ?? [], beside),
  factsOf: factsIn,
});

/** The first (0) or last (-1) block of a node. */
function edgeOf(node: Node | undefined, at: 0 | -1): Block | undefined {
  let inner = node;
  while (inner?.nodes) inner = inner.nodes.at(at);
  return inner?.blocks.at(at);
}

/** Selects the parts of a transcript that a choice shows. */
export function select({ blocks }: Transcript, choice: Choice): Selection<Showable> {
  return selector.select(blocks.root, choice, noNeighbours);
}

/**
 * Decides which parts may be shown, before a view requests them, until a deadline (`performance.now()`). Returns whether all parts are
 * decided.
 */
export function warmView({ blocks }: Transcript, choice: Choice, deadline: number): boolean {
  return selector.prepare(blocks.root, choice, noNeighbours, deadline);
}

/** The candidates in the blocks of a leaf. */
function candidates(blocks: readonly Block[], [before, after]: NeighbourBlocks): Candidate<Showable>[] {
  const blockCandidates: Candidate<Showable>[] = [];
  for (const [i, block] of blocks.entries()) {
    if (block.kind === 'message') {
      const beside = { before: blocks[i - 1] ?? before, after: blocks[i + 1] ?? after };
      const { shown, doubt } = verdictOf(block, beside);
      blockCandidates.push({ what: { block, outside: false }, shown, doubt });
    }
    if (block.kind === 'prelude' ? showsSequence(block) : dividesFiles(block))
      blockCandidates.push({ what: { block, outside: true }, shown: 'visible', doubt: false });
    if (mayHoldMessage(block)) blockCandidates.push({ what: undefined, shown: 'none', doubt: true });
  }
  return blockCandidates;
}
