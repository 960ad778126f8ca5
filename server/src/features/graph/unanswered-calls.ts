/** The calls that wait for a reply; used to complete replies. */
import type { Half } from '../../model/graph/index.ts';
import { rankAfter, repliesTo, type Source, telling } from './graph.ts';

/** A longer list is too long to choose from. */
const MAX_LISTED_OPEN_CALLS = 100;
/** The maximum number of calling messages to examine; a call further away is unlikely to be answered here. */
const MAX_EXAMINED_MESSAGES = 2_000;

/** Where the reply will be written. */
export interface ReplyPlace<Holder> {
  readonly graph: Source<Holder>;
  /** The rank of the first holder that does not come before the reply. */
  readonly rank: number;
  /** The message that is being written. It may become the reply, so it does not count as a reply yet. */
  readonly writing?: Holder | undefined;
}

/** The latest calls before a position that have no other reply, in their order. */
export function openCalls<Holder>({ graph, rank, writing }: ReplyPlace<Holder>, limit = MAX_LISTED_OPEN_CALLS): Half[] {
  const holders = graph.holders(telling);
  const halves: Half[] = [];
  const after = rankAfter(graph, holders, rank - 1);
  for (let i = after - 1; i >= Math.max(0, after - MAX_EXAMINED_MESSAGES) && halves.length < limit; i--) {
    const holder = holders[i] as Holder;
    for (const half of graph.factsOf(holder).halves.toReversed()) {
      const isOpen = half.kind === 'call' && repliesTo(graph, { holder, half }).every((one) => one.holder === writing);
      if (isOpen && halves.length < limit) halves.push(half);
    }
  }
  return halves.reverse();
}
