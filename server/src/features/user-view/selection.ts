/**
 * Which messages a view sends, of text and of JSON. What a stretch of the document adds to that, such as a leaf of a
 * transcript or a unit of JSON, is found once, so that an edit costs its stretch alone.
 */
import type { Shown } from '../../model/visibility/verdict.ts';
import { lastAtMost } from '../../syntax/last-at-most.ts';
import type { UserViewParams } from '../user-view.ts';

/** What may be shown: a message, or files between two. Nothing where something is only counted as doubtful. */
export interface Candidate<T> {
  readonly what: T | undefined;
  readonly shown: Shown;
  readonly doubt: boolean;
}

/** Something that is shown, with its number among all that there is, shown or hidden. */
export interface Numbered<T> {
  readonly what: T;
  readonly index: number;
}

export interface Selection<T> {
  /** How many are shown, and how many of them stand before something: by the number of its stretch, and in that. */
  readonly count: number;
  before(stretch: number, isBefore: (what: T) => boolean): number;
  /** What is shown with a rank, and the number of its stretch. */
  at(rank: number): (Numbered<T> & { readonly stretch: number }) | undefined;
  /** How many messages users do not see, whether shown or not; and how many are hidden because they are in doubt. */
  readonly hidden: number;
  readonly doubt: number;
}

/** What is shown to whoever looks: to a user, or, with `debug`, to who also wants to see what users do not. */
export function shownKinds({ debug, preambles }: Pick<UserViewParams, 'debug' | 'preambles'>): readonly Shown[] {
  if (debug === true) return ['visible', 'preamble', 'hidden'];
  return preambles === false ? ['visible'] : ['visible', 'preamble'];
}

/** What one stretch adds; indexes count from its beginning. */
interface Share<T> {
  readonly given: readonly unknown[];
  readonly shown: readonly Numbered<T>[];
  readonly size: number;
  readonly hidden: number;
  readonly doubt: number;
}

/**
 * Selects from stretches. `candidatesOf`: what there is in one, in order, which depends on the stretch and on what is `given`
 * with it, and on nothing else.
 */
export class Selector<S extends object, G extends readonly unknown[], T> {
  private readonly shares = new Map<string, WeakMap<S, Share<T>>>();

  constructor(private readonly candidatesOf: (stretch: S, ...given: G) => readonly Candidate<T>[]) {}

  /** What of some stretches is shown as one of `kinds`. */
  select(stretches: readonly S[], kinds: readonly Shown[], givenWith: (at: number) => G): Selection<T> {
    return selectionOf([...this.sharesOf(stretches, kinds, givenWith)]);
  }

  /** Looks at stretches until a deadline (`performance.now()`), for a selection to come. False: there are more. */
  prepare(stretches: readonly S[], kinds: readonly Shown[], givenWith: (at: number) => G, deadline: number): boolean {
    let left = stretches.length;
    for (const _ of this.sharesOf(stretches, kinds, givenWith)) {
      left--;
      if (performance.now() >= deadline) break;
    }
    return left === 0;
  }

  private *sharesOf(
    stretches: readonly S[],
    kinds: readonly Shown[],
    givenWith: (at: number) => G,
  ): IterableIterator<Share<T>> {
    const key = kinds.join();
    const cache = this.shares.get(key) ?? new WeakMap<S, Share<T>>();
    this.shares.set(key, cache);
    for (const [i, stretch] of stretches.entries()) {
      const given = givenWith(i);
      let share = cache.get(stretch);
      if (!share?.given.every((one, k) => one === given[k])) {
        share = shareOf(this.candidatesOf(stretch, ...given), given, kinds);
        cache.set(stretch, share);
      }
      yield share;
    }
  }
}

function shareOf<T>(candidates: readonly Candidate<T>[], given: readonly unknown[], kinds: readonly Shown[]): Share<T> {
  const shown: Numbered<T>[] = [];
  let [size, hidden, doubt] = [0, 0, 0];
  for (const candidate of candidates) {
    if (candidate.doubt) doubt++;
    if (candidate.shown === 'hidden') hidden++;
    if (candidate.what === undefined) continue;
    if (kinds.includes(candidate.shown)) shown.push({ what: candidate.what, index: size });
    size++;
  }
  return { given, shown, size, hidden, doubt };
}

function selectionOf<T>(all: readonly Share<T>[]): Selection<T> {
  /** The rank of the first that is shown of a stretch, and the number of its first. */
  const ranks: number[] = [];
  const numbers: number[] = [];
  let [count, size, hidden, doubt] = [0, 0, 0, 0];
  for (const share of all) {
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
    before(stretch, isBefore) {
      const shown = all[stretch]?.shown ?? [];
      const found = shown.findIndex(({ what }) => !isBefore(what));
      return (ranks[stretch] ?? count) + (found < 0 ? shown.length : found);
    },
    at(rank) {
      // Of stretches with equal ranks the last one: those before it show nothing.
      const stretch = lastAtMost(ranks, rank);
      const found = all[stretch]?.shown[rank - (ranks[stretch] as number)];
      return found && { what: found.what, stretch, index: (numbers[stretch] as number) + found.index };
    },
  };
}
