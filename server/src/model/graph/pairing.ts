/** Which reply answers which call, first come, first served. */
import type { Half, Thread } from './facts.ts';

/** A half and what it is in: a block, or a unit of JSON. */
export interface Located<Holder> {
  readonly holder: Holder;
  readonly half: Half;
}

export interface Pairing<Holder> {
  readonly callOf: ReadonlyMap<Half, Located<Holder>>;
  readonly repliesTo: ReadonlyMap<Half, readonly Located<Holder>[]>;
}

/**
 * Pairs the halves of one thread, given in the order of the document. With an id, a reply after every call has one answers
 * the last of them once more. In an order without ids, a reply that names a tool answers the first call of that tool.
 */
export function pairUp<Holder>(halves: Iterable<Located<Holder>>, by: Thread['by']): Pairing<Holder> {
  const callOf = new Map<Half, Located<Holder>>();
  const repliesTo = new Map<Half, Located<Holder>[]>();
  const open = new OpenHalves<Holder>();
  let last: Located<Holder> | undefined;
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
class OpenHalves<Holder> {
  private readonly all = new Queue<Located<Holder>>();
  private readonly byName = new Map<string | undefined, Queue<Located<Holder>>>();
  private readonly taken = new Set<Located<Holder>>();

  add(call: Located<Holder>, name: string | undefined): void {
    this.all.add(call);
    const same = this.byName.get(name) ?? new Queue();
    same.add(call);
    this.byName.set(name, same);
  }

  /** The first that waits under a name, or else under none; without a name, the first of all. */
  take(name: string | undefined): Located<Holder> | undefined {
    const next = (queue: Queue<Located<Holder>> | undefined) => queue?.take((call) => this.taken.has(call));
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
