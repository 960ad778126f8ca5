/** Pairs calls and replies in a view: which reply answers which call, and with what outcome (2.2 §8.2, §11). */

import type { Position } from 'vscode-languageserver-types';
import type { Pair } from '../../../../protocol/views.ts';
import { type CallStatus, statusOf } from '../../model/calls/call-status.ts';
import type { Half } from '../../model/graph/index.ts';
import { callOf, repliesTo, type Source } from '../graph/graph.ts';
import type { ViewMessage } from '../user-view.ts';

/** The call graph of a document, and further facts that pairs need. */
interface PairSource<Holder> {
  readonly source: Source<Holder>;
  offsetAt(position: Position): number;
  /** The content of a reply. */
  contentOf(holder: Holder, half: Half): string | undefined;
  /** Whether the log says that the call that this reply answers has failed. */
  hasFailed?(holder: Holder, half: Half): boolean;
  /** The time from a call to its reply in milliseconds, if the log has timestamps. Both must be in the same holder. */
  durationOf?(holder: Holder, call: Half, reply: Half): number | undefined;
}

/** The maximum length of a reply (UTF-16 units) that is parsed for the outcome of its call. Parsing a longer one would take too long. */
const MAX_REPLY_LENGTH = 100_000;

export function withPairs<Holder>(views: readonly ViewMessage[], paired: PairSource<Holder>): ViewMessage[] {
  return views.map((view) => {
    const pair = view.hidden ? pairOf(view, paired) : undefined;
    return pair ? { ...view, pair } : view;
  });
}

function pairOf<Holder>({ range }: ViewMessage, paired: PairSource<Holder>): Pair | undefined {
  const { source, offsetAt } = paired;
  const start = offsetAt(range.start);
  const holderPosition = source.holderAt(start);
  if (holderPosition === undefined) return undefined;
  const { holder, at } = holderPosition;
  const half = halfIn(source.factsOf(holder).halves, at, at + offsetAt(range.end) - start);
  if (half === undefined) return undefined;
  const call = half.kind === 'reply' ? callOf(source, { holder, half }) : { holder, half };
  const reply = half.kind === 'reply' ? { holder, half } : repliesTo(source, { holder, half }).at(-1);
  const other = half.kind === 'reply' ? call : reply;
  const isTogether = call !== undefined && call.holder === reply?.holder;
  const duration = isTogether ? paired.durationOf?.(call.holder, call.half, reply.half) : undefined;
  return {
    kind: half.kind,
    state: call && reply ? stateIn(reply.holder, reply.half, paired) : 'open',
    ...(duration !== undefined && { duration }),
    ...(other && { other: source.rangesIn(other.holder)({ start: other.half.start, end: other.half.end }).start }),
  };
}

/** The first call or reply that ends after `from`. Undefined unless the span that represents it starts between `from` and `to`. */
function halfIn(halves: readonly Half[], from: number, to: number): Half | undefined {
  let [low, high] = [0, halves.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((halves[middle] as Half).end <= from) low = middle + 1;
    else high = middle;
  }
  const half = halves[low];
  return half && half.at.start >= from && half.at.start < to ? half : undefined;
}

function stateIn<Holder>(holder: Holder, reply: Half, { contentOf, hasFailed }: PairSource<Holder>): CallStatus {
  return hasFailed?.(holder, reply) ? 'error' : stateOf(contentOf(holder, reply));
}

/** The outcome of a call according to its reply. */
export const stateOf = (reply = ''): CallStatus => (reply.length > MAX_REPLY_LENGTH ? 'answered' : statusOf(reply));
