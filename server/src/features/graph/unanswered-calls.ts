/** Finds the calls that have no reply yet, for the completion of replies. */
import type { Half } from '../../model/graph/index.ts';
import { rankAfter, repliesTo, type Source, telling } from './graph.ts';

/** The maximum number of calls that are listed. A longer list would be hard to choose from. */
const MAX_LISTED_OPEN_CALLS = 100;
/** The maximum number of messages with calls that are examined. A call that is further away is unlikely to be answered here. */
const MAX_EXAMINED_MESSAGES = 2_000;

/** The place where a reply will be written. */
export interface ReplyPlace<Holder> {
  readonly graph: Source<Holder>;
  /** The rank of the first holder that does not precede the reply. */
  readonly rank: number;
  /** The message that is being written. It may become the reply, so it does not count as a reply yet. */
  readonly writing?: Holder | undefined;
}

/** The latest calls before a place that have no reply, in document order. The message that is being written does not count as a reply. */
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
