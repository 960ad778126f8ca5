/**
 * An index of the holders that mention each symbol. It is updated when holders are added and removed, so that the cost of a request depends
 * on the size of its result, not on that of the document.
 */

import { type Located, type Pairing, pairUp } from '../../model/calls/pairing.ts';
import type { GraphFacts, Half } from '../../model/graph/index.ts';

export class HolderIndex<Holder> {
  private readonly lists = new Map<string, Holder[]>();
  /** The pairings of the threads that have been requested. A pairing is discarded when a holder in its thread is added or removed. */
  private readonly pairings = new Map<string, Pairing<Holder>>();

  /** `keysOf`: returns the keys under which a holder is indexed. `rankIn`: returns the index of a holder in a list in document order. */
  constructor(
    private readonly factsOf: (holder: Holder) => GraphFacts,
    private readonly keysOf: (holder: Holder) => Iterable<string>,
    private readonly rankIn: (list: readonly Holder[], holder: Holder) => number,
  ) {}

  /** Adds holders in order. All of them come after the existing ones. */
  fill(holders: Iterable<Holder>): void {
    for (const holder of holders) {
      for (const key of this.keysOf(holder)) {
        const list = this.lists.get(key);
        if (list === undefined) this.lists.set(key, [holder]);
        else list.push(holder);
      }
    }
  }

  add(holder: Holder): void {
    for (const key of this.keysOf(holder)) {
      const list = this.lists.get(key);
      if (list === undefined) this.lists.set(key, [holder]);
      else list.splice(this.rankIn(list, holder), 0, holder);
      this.pairings.delete(key);
    }
  }

  remove(holder: Holder): void {
    for (const key of this.keysOf(holder)) {
      const list = this.lists.get(key) ?? [];
      const at = list.indexOf(holder);
      if (at >= 0) list.splice(at, 1);
      if (list.length === 0) this.lists.delete(key);
      this.pairings.delete(key);
    }
  }

  holders(key: string): readonly Holder[] {
    return this.lists.get(key) ?? none;
  }

  pairing({ thread }: Half): Pairing<Holder> | undefined {
    if (thread === undefined) return undefined;
    const { key, by } = thread;
    let pairing = this.pairings.get(key);
    if (pairing === undefined) {
      pairing = pairUp(halvesIn(this.holders(key), key, this.factsOf), by);
      this.pairings.set(key, pairing);
    }
    return pairing;
  }
}

const none: readonly never[] = [];

/** The calls and replies of a thread in these holders. */
export function* halvesIn<Holder>(
  holders: Iterable<Holder>,
  key: string,
  factsOf: (holder: Holder) => GraphFacts,
): Generator<Located<Holder>> {
  for (const holder of holders) {
    for (const half of factsOf(holder).halves) if (half.thread?.key === key) yield { holder, half };
  }
}
