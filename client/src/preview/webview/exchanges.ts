/** Groups the messages that are shown together: a call with its replies. */
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
  function callAt<E extends Exchange>(calls: readonly E[], place: Position): E | undefined {
    let [low, high] = [0, calls.length];
    const rangeOf = ({ message }: Exchange) => (messages[message] as ViewMessage).range;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(place, rangeOf(calls[middle] as E).start)) high = middle;
      else low = middle + 1;
    }
    const call = calls[low - 1];
    return call && isBefore(place, rangeOf(call).end) ? call : undefined;
  }
}
