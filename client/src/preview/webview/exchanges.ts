/** Groups the messages that are shown together: a call with its replies, and calls that are made at once. */
import { isBefore, type Position, type ViewMessage } from '../protocol.ts';

/** A group of messages, which are identified by their indices: a single message, or a call with its replies. */
export interface Exchange {
  readonly message: number;
  readonly replies: readonly number[];
}

/** Groups each reply with its call, unless a user message is between them, or the call is not on the page. */
export function exchangesOf(messages: readonly ViewMessage[]): Exchange[] {
  const exchanges: { readonly message: number; readonly replies: number[] }[] = [];
  /** The calls since the last user message. */
  let calls: typeof exchanges = [];
  for (const [message, { pair, hidden, role }] of messages.entries()) {
    const other = pair?.kind === 'reply' ? pair.other : undefined;
    const call = other && callAt(calls, other);
    if (call) {
      call.replies.push(message);
      continue;
    }
    const exchange = { message, replies: [] };
    exchanges.push(exchange);
    if (pair?.kind === 'call') calls.push(exchange);
    else if (!hidden && role === 'user') calls = [];
  }
  return exchanges;

  /** Returns the call whose range contains a position. Calls must be in the order of the document. */
  function callAt<E extends Exchange>(calls: readonly E[], position: Position): E | undefined {
    let [low, high] = [0, calls.length];
    const rangeOf = ({ message }: Exchange) => (messages[message] as ViewMessage).range;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(position, rangeOf(calls[middle] as E).start)) high = middle;
      else low = middle + 1;
    }
    const call = calls[low - 1];
    return call && isBefore(position, rangeOf(call).end) ? call : undefined;
  }
}

/** The place of a call among the calls that are made at once, from 1 on, and their number. */
export interface AtOnce {
  readonly place: number;
  readonly count: number;
}

/**
 * Returns the calls that directly follow each other, without a reply in between, by their indices. `isCut`: whether there are more messages
 * before or after those on the page. Calls at such an edge are omitted, since their number is unknown.
 */
export function callsAtOnce(
  messages: readonly ViewMessage[],
  isCut: { readonly before: boolean; readonly after: boolean },
): ReadonlyMap<number, AtOnce> {
  const atOnceByIndex = new Map<number, AtOnce>();
  const isCall = (at: number) => messages[at]?.hidden === true && messages[at]?.pair?.kind === 'call';
  // A filter may hide the replies between calls, so their positions in the document are compared.
  const isNext = (at: number) => (messages[at]?.index ?? 0) - (messages[at - 1]?.index ?? 0) <= 1;
  for (let from = 0, to = 0; from < messages.length; from = Math.max(to, from + 1)) {
    to = from;
    while (isCall(to) && (to === from || isNext(to))) to++;
    const isUnknown = (from === 0 && isCut.before) || (to === messages.length && isCut.after);
    if (to - from < 2 || isUnknown) continue;
    for (let at = from; at < to; at++) atOnceByIndex.set(at, { place: at - from + 1, count: to - from });
  }
  return atOnceByIndex;
}
