/** Which messages of a JSON document are shown. What a unit adds to that is found once, so an edit costs its unit alone. */
import type { JsonDialectId } from '../../grammar/index.ts';
import { verdictOf } from '../../model/json/as-message.ts';
import { type JsonMessage, messagesOf } from '../../model/json/message.ts';
import type { Shown } from '../../model/visibility/verdict.ts';
import { type JsonUnit, lastAtMost } from '../../syntax/json/document.ts';

/** A message with the unit it stands in, and its number among all messages. */
export interface Numbered {
  readonly said: JsonMessage;
  readonly unit: number;
  readonly index: number;
}

export interface Selection {
  /** How many messages are shown, and how many of them stand before an offset in a unit. */
  readonly count: number;
  before(unit: number, offset: number): number;
  /** The shown message of a rank. */
  at(rank: number): Numbered | undefined;
  /** How many messages users do not see, whether shown or not; and how many are hidden because they are in doubt. */
  readonly hidden: number;
  readonly doubt: number;
}

/** What one unit adds. */
interface Share {
  /** The messages that are shown, by their number in the unit. */
  readonly shown: readonly { readonly said: JsonMessage; readonly index: number }[];
  readonly size: number;
  readonly hidden: number;
  readonly doubt: number;
}

const shares = new Map<string, WeakMap<JsonUnit, Share>>();

/** The messages of some units that are shown as one of `kinds`. `first`: the index of the first unit. */
export function select(
  units: readonly JsonUnit[],
  first: number,
  dialect: JsonDialectId,
  kinds: readonly Shown[],
): Selection {
  const key = kinds.join();
  const cache = shares.get(key) ?? new WeakMap<JsonUnit, Share>();
  shares.set(key, cache);
  const all: Share[] = [];
  /** The rank of the first shown message of a unit, and the number of its first message. */
  const ranks: number[] = [];
  const numbers: number[] = [];
  let [count, size, hidden, doubt] = [0, 0, 0, 0];
  for (const unit of units) {
    let share = cache.get(unit);
    if (share === undefined) {
      share = shareOf(unit, dialect, kinds);
      cache.set(unit, share);
    }
    all.push(share);
    ranks.push(count);
    numbers.push(size);
    count += share.shown.length;
    size += share.size;
    hidden += share.hidden;
    doubt += share.doubt;
  }
  return {
    count,
    hidden,
    doubt,
    before(unit, offset) {
      const shown = all[unit - first]?.shown ?? [];
      const found = shown.findIndex(({ said }) => said.end >= offset);
      return (ranks[unit - first] ?? count) + (found < 0 ? shown.length : found);
    },
    at(rank) {
      // Of units with equal ranks the last one: those before it show nothing.
      const k = lastAtMost(ranks, rank);
      const found = all[k]?.shown[rank - (ranks[k] as number)];
      return found && { said: found.said, unit: first + k, index: (numbers[k] as number) + found.index };
    },
  };
}

function shareOf(unit: JsonUnit, dialect: JsonDialectId, kinds: readonly Shown[]): Share {
  const messages = messagesOf(unit, dialect);
  const verdicts = messages.map(verdictOf);
  return {
    shown: messages.flatMap((said, index) =>
      kinds.includes(verdicts[index]?.shown ?? 'none') ? [{ said, index }] : [],
    ),
    size: messages.length,
    hidden: verdicts.filter(({ shown }) => shown === 'hidden').length,
    doubt: verdicts.filter(({ doubt }) => doubt).length,
  };
}
