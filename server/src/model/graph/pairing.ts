/** Which reply answers which call, first come, first served. */
import type { Half, Thread } from './facts.ts';

/** What of a half tells its partners, once their thread is known. */
export type Partner = Pick<Half, 'kind' | 'tool'>;

/** A half and what it is in: a block, or a unit of JSON. */
export interface Located<Holder, One extends Partner = Half> {
  readonly holder: Holder;
  readonly half: One;
}

export interface Pairing<Holder, One extends Partner = Half> {
  readonly callOf: ReadonlyMap<One, Located<Holder, One>>;
  readonly repliesTo: ReadonlyMap<One, readonly Located<Holder, One>[]>;
}

/**
 * Pairs the halves of one thread, given in the order of the document. With an id, a reply after every call has one answers
 * the last of them once more. In an order without ids, a reply that names a tool answers the first call of that tool.
 */
export function pairUp<Holder, One extends Partner>(
  halves: Iterable<Located<Holder, One>>,
  by: Thread['by'],
): Pairing<Holder, One> {
  const callOf = new Map<One, Located<Holder, One>>();
  const repliesTo = new Map<One, Located<Holder, One>[]>();
  const open = new OpenHalves<Located<Holder, One>>();
  let last: Located<Holder, One> | undefined;
  for (const one of halves) {
    if (one.half.kind === 'call') {
      open.add(one, by === 'order' ? one.half.tool : undefined);
      continue;
    }
    const call = open.take(by === 'order' ? one.half.tool : undefined) ?? (by === 'id' ? last : undefined);
    if (call === undefined) continue;
    last = call;
    callOf.set(one.half, call);
    const replies = repliesTo.get(call.half);
    if (replies) replies.push(one);
    else repliesTo.set(call.half, [one]);
  }
  return { callOf, repliesTo };
}

/** Calls that wait, in their order and by their names. */
class OpenHalves<T> {
  private readonly all = new Queue<T>();
  private readonly byName = new Map<string | undefined, Queue<T>>();
  private readonly taken = new Set<T>();

  add(call: T, name: string | undefined): void {
    this.all.add(call);
    const same = this.byName.get(name) ?? new Queue();
    same.add(call);
    this.byName.set(name, same);
  }

  /** The first that waits under a name, or else under none; without a name, the first of all. */
  take(name: string | undefined): T | undefined {
    const next = (queue: Queue<T> | undefined) => queue?.take((call) => this.taken.has(call));
    const call =
      name === undefined ? next(this.all) : (next(this.byName.get(name)) ?? next(this.byName.get(undefined)));
    if (call) this.taken.add(call);
    return call;
  }
}

class Queue<T> {
  private readonly items: T[] = [];
  private first = 0;

  add(item: T): void {
    this.items.push(item);
  }

  take(isGone: (item: T) => boolean): T | undefined {
    while (this.first < this.items.length) {
      const item = this.items[this.first++] as T;
      if (!isGone(item)) return item;
    }
    return undefined;
  }
}
