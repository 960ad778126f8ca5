/**
 * Which messages a view sends, of text and of JSON. The contribution of a stretch of the document, such as a leaf of a
 * transcript or a unit of JSON, is computed once, as are the sums of several; so the cost of an edit is that of its stretch
 * and of the nodes above it.
 */
import type { Facets, Filter } from '../../../../protocol/views.ts';
import type { Visibility } from '../../model/visibility/verdict.ts';
import { lastAtMost } from '../../syntax/last-at-most.ts';
import type { UserViewParams } from '../user-view.ts';
import { type Facts, filterOf, passes, Tally } from './facets.ts';

/** A candidate for the view: a message, or files between two. `what` is undefined if it is only counted as doubtful. */
export interface Candidate<T> {
  readonly what: T | undefined;
  readonly shown: Visibility;
  readonly doubt: boolean;
}

/** Something that is shown, with its number among all messages, shown or hidden. */
export interface Numbered<T> {
  readonly what: T;
  readonly index: number;
}

/** Where a stretch is: its number in the top of the tree, in what has that number there, and so on. Empty: it is the top. */
export type Path = readonly number[];

export interface Selection<T> {
  /** How many are shown, and how many of them are before something in a stretch. */
  readonly count: number;
  before(stretch: Path, isBefore: (what: T) => boolean): number;
  /** The item shown with a rank, and its stretch. */
  at(rank: number): (Numbered<T> & { readonly stretch: Path }) | undefined;
  /** How many messages users do not see, whether shown or not; and how many are hidden because they are in doubt. */
  readonly hidden: number;
  readonly doubt: number;
  /** How many messages the filter hides, and the values to filter by. */
  readonly left: number;
  facets(): Facets;
}

/** The choice of messages to show. */
export interface Choice {
  readonly kinds: readonly Visibility[];
  readonly only: Filter | undefined;
}

export const choiceOf = (params: Pick<UserViewParams, 'debug' | 'preambles' | 'only'>): Choice => ({
  kinds: shownKinds(params),
  only: filterOf(params.only),
});

/** The visibilities that are shown: those for users, or, with `debug`, the hidden ones as well. */
function shownKinds({ debug, preambles }: Pick<UserViewParams, 'debug' | 'preambles'>): readonly Visibility[] {
  if (debug === true) return ['visible', 'preamble', 'hidden'];
  return preambles === false ? ['visible'] : ['visible', 'preamble'];
}

/** A document as a tree of nodes. `G`: what a node depends on in addition to its contents, such as its neighbours. */
export interface Layout<N, G extends readonly unknown[], T> {
  /** The nodes below one; undefined where it is a stretch. */
  below(node: N): readonly N[] | undefined;
  /** An object that stays the same as long as nothing in a node changes; undefined if nothing is kept with it. */
  keyOf(node: N): object | undefined;
  /** The data with which one of some nodes is judged, if the node around them is judged with `given`. */
  givenTo(nodes: readonly N[], at: number, given: G): G;
  /** The candidates in a stretch, in order: they depend on the stretch and on `given`, and on nothing else. */
  candidatesOf(stretch: N, given: G): readonly Candidate<T>[];
  /** The values of an item for filters; of all its parts if it is `whole`. */
  factsOf(what: T, whole: boolean): readonly Facts[];
}

/** How many items of a node are shown, and before each of its children; for a stretch, which ones. */
interface Left<T> {
  readonly count: number;
  readonly ranks: readonly number[];
  readonly parts: readonly Left<T>[];
  readonly own: readonly Numbered<T>[] | undefined;
}

/** The items of a node that are shown without a filter, with their values; indexes count from its beginning. */
interface Part<T> extends Left<T> {
  readonly parts: readonly Part<T>[];
  /** How many there are, shown or not, before each of the nodes below it, and in all. */
  readonly numbers: readonly number[];
  readonly size: number;
  readonly hidden: number;
  readonly doubt: number;
  readonly tally: Tally;
  /** The values of its own items for filters. */
  readonly facts: readonly (readonly Facts[])[];
}

interface CachedPart<T, G> {
  readonly given: G;
  readonly part: Part<T>;
}

/** A preparation continues for at least so long each time, in milliseconds. */
const MIN_WORK = 0.5;
/** How many filters are cached at a time: about one for each open view. */
const MAX_FILTERS = 8;

export class Selector<N, G extends readonly unknown[], T> {
  /** The facts about nodes, by the kinds that are shown. */
  private readonly known = new Map<string, WeakMap<object, CachedPart<T, G>>>();
  /** The part of those that filters leave. */
  private readonly left = new Map<string, WeakMap<Part<T>, Left<T>>>();

  constructor(private readonly layout: Layout<N, G, T>) {}

  /** The part of a tree that a choice shows. */
  select(top: N, { kinds, only }: Choice, given: G): Selection<T> {
    const all = this.partOf(top, given, kinds, this.knownOf(kinds)) as Part<T>;
    return selectionOf(all, only ? leftOf(all, only, this.leftBy(only)) : all);
  }

  /** Prepares stretches for a later selection until a deadline (`performance.now()`). False: there are more. */
  prepare(top: N, { kinds }: Choice, given: G, deadline: number): boolean {
    // Each time, something is added to what is known.
    const end = Math.max(deadline, performance.now() + MIN_WORK);
    return this.partOf(top, given, kinds, this.knownOf(kinds), () => performance.now() >= end) !== undefined;
  }

  /** Undefined where it is over before all of it is known; what is known by then is kept. */
  private partOf(
    node: N,
    given: G,
    kinds: Choice['kinds'],
    known: WeakMap<object, CachedPart<T, G>>,
    isOver?: () => boolean,
  ): Part<T> | undefined {
    const { layout } = this;
    const key = layout.keyOf(node);
    const found = key && known.get(key);
    if (found?.given.every((one, i) => one === given[i])) return found.part;
    const below = layout.below(node);
    if (below === undefined && isOver?.()) return undefined;
    const parts: Part<T>[] = [];
    for (let i = 0; below && i < below.length; i++) {
      const inner = this.partOf(below[i] as N, layout.givenTo(below, i, given), kinds, known, isOver);
      if (inner === undefined) return undefined;
      parts.push(inner);
    }
    const part = below ? joined(parts) : this.stretch(node, given, kinds);
    if (key) known.set(key, { given, part });
    return part;
  }

  private stretch(node: N, given: G, kinds: Choice['kinds']): Part<T> {
    const { layout } = this;
    const own: Numbered<T>[] = [];
    const facts: (readonly Facts[])[] = [];
    const tally = new Tally();
    const whole = kinds.includes('hidden');
    let [size, hidden, doubt] = [0, 0, 0];
    for (const candidate of layout.candidatesOf(node, given)) {
      const { what } = candidate;
      if (candidate.doubt) doubt++;
      if (candidate.shown === 'hidden') hidden++;
      if (what === undefined) continue;
      if (kinds.includes(candidate.shown)) {
        const told = layout.factsOf(what, whole);
        tally.add(told);
        facts.push(told);
        own.push({ what, index: size });
      }
      size++;
    }
    return { count: own.length, own, facts, size, hidden, doubt, tally, ranks: [], parts: [], numbers: [] };
  }

  private knownOf(kinds: Choice['kinds']): WeakMap<object, CachedPart<T, G>> {
    const key = kinds.join();
    const known = this.known.get(key) ?? new WeakMap<object, CachedPart<T, G>>();
    this.known.set(key, known);
    return known;
  }

  private leftBy(only: Filter): WeakMap<Part<T>, Left<T>> {
    const key = JSON.stringify(only);
    const left = this.left.get(key) ?? new WeakMap<Part<T>, Left<T>>();
    // The one that was asked for last goes last.
    this.left.delete(key);
    this.left.set(key, left);
    for (const old of this.left.keys()) if (this.left.size > MAX_FILTERS) this.left.delete(old);
    return left;
  }
}

function joined<T>(parts: readonly Part<T>[]): Part<T> {
  const ranks: number[] = [];
  const numbers: number[] = [];
  const tally = new Tally();
  let [count, size, hidden, doubt] = [0, 0, 0, 0];
  for (const part of parts) {
    ranks.push(count);
    numbers.push(size);
    count += part.count;
    size += part.size;
    hidden += part.hidden;
    doubt += part.doubt;
    tally.join(part.tally);
  }
  return { count, ranks, parts, own: undefined, numbers, size, hidden, doubt, tally, facts: [] };
}

/** The items of a part that pass a filter. A part never changes, so neither do they. */
function leftOf<T>(part: Part<T>, only: Filter, known: WeakMap<Part<T>, Left<T>>): Left<T> {
  const found = known.get(part);
  if (found) return found;
  let left: Left<T>;
  if (part.own) {
    const own = part.own.filter((_, i) => (part.facts[i] as readonly Facts[]).some((one) => passes(one, only)));
    left = { count: own.length, own, ranks: [], parts: [] };
  } else {
    const ranks: number[] = [];
    let count = 0;
    const parts = part.parts.map((inner) => {
      const one = leftOf(inner, only, known);
      ranks.push(count);
      count += one.count;
      return one;
    });
    left = { count, ranks, parts, own: undefined };
  }
  known.set(part, left);
  return left;
}

/** `shown`: what a filter leaves of all of it. */
function selectionOf<T>(all: Part<T>, shown: Left<T>): Selection<T> {
  const { hidden, doubt, tally } = all;
  return {
    ...{ count: shown.count, left: all.count - shown.count, hidden, doubt },
    facets: () => tally.facets(),
    before(path, isBefore) {
      let before = 0;
      let node = shown;
      for (const at of path) {
        before += node.ranks[at] ?? 0;
        node = node.parts[at] ?? node;
      }
      const own = node.own ?? [];
      const found = own.findIndex(({ what }) => !isBefore(what));
      return before + (found < 0 ? own.length : found);
    },
    at(rank) {
      const stretch: number[] = [];
      let node: Left<T> | undefined = shown;
      let part: Part<T> | undefined = all;
      let [rest, first] = [rank, 0];
      while (node && node.own === undefined) {
        // The last of several nodes with equal ranks: those before it show nothing.
        const at: number = lastAtMost(node.ranks, rest);
        rest -= node.ranks[at] ?? 0;
        first += part?.numbers[at] ?? 0;
        stretch.push(at);
        node = node.parts[at];
        part = part?.parts[at];
      }
      const found = node?.own?.[rest];
      return found && { what: found.what, stretch, index: first + found.index };
    },
  };
}
