/**
 * Selects the messages that a view shows, for transcripts and JSON documents. The document is a tree. Its leaves are called stretches:
 * leaves of a transcript, or units of JSON. The results for stretches and the sums for the nodes above them are cached. After an edit, only
 * one stretch and the nodes above it are computed again.
 */
import type { Facets, Filter } from '../../../../protocol/views.ts';
import type { Visibility } from '../../model/visibility/verdict.ts';
import { lastAtMost } from '../../syntax/last-at-most.ts';
import type { UserViewParams } from '../user-view.ts';
import { type Facts, filterOf, passes, Tally } from './facets.ts';

/**
 * A candidate for the view: a message, or files between two messages. Without `what`, the candidate is never shown, and only counts as
 * doubtful.
 */
export interface Candidate<T> {
  readonly what: T | undefined;
  readonly shown: Visibility;
  readonly doubt: boolean;
}

/** A shown item. `index` is its index among all messages, including hidden ones. */
export interface Numbered<T> {
  readonly what: T;
  readonly index: number;
}

/**
 * The path from the root to a stretch: the index of a child of the root, then the index of a child of that node, and so on. Empty if the
 * stretch is the root.
 */
export type Path = readonly number[];

export interface Selection<T> {
  /** The number of shown items, and a function that counts those before a position in a stretch. */
  readonly count: number;
  before(stretch: Path, isBefore: (what: T) => boolean): number;
  /** The shown item with this rank, and the path to its stretch. */
  at(rank: number): (Numbered<T> & { readonly stretch: Path }) | undefined;
  /**
   * `hidden`: the number of messages that users do not see, even if the view shows them. `doubt`: the number of those that are hidden
   * because of doubt.
   */
  readonly hidden: number;
  readonly doubt: number;
  /** The number of messages that the filter hides, and the values that can be filtered by. */
  readonly left: number;
  facets(): Facets;
}

/** The kinds of messages to show, and the filter to apply. */
export interface Choice {
  readonly kinds: readonly Visibility[];
  readonly only: Filter | undefined;
}

export const choiceOf = (params: Pick<UserViewParams, 'debug' | 'preambles' | 'only'>): Choice => ({
  kinds: shownKinds(params),
  only: filterOf(params.only),
});

/** The kinds of visibility that are shown. With `debug`, hidden messages are included. */
function shownKinds({ debug, preambles }: Pick<UserViewParams, 'debug' | 'preambles'>): readonly Visibility[] {
  if (debug === true) return ['visible', 'preamble', 'hidden'];
  return preambles === false ? ['visible'] : ['visible', 'preamble'];
}

/**
 * Describes a document as a tree of nodes. `G`: the context of a node, such as its neighbors. The result for a node depends on this context
 * and on the node's own content.
 */
export interface Layout<N, G extends readonly unknown[], T> {
  /** The children of a node. Undefined for a stretch. */
  below(node: N): readonly N[] | undefined;
  /** The cache key of a node: an object that is replaced when anything in the node changes. Undefined if the node is not cached. */
  keyOf(node: N): object | undefined;
  /** The context of the node at index `at`, derived from the context of its parent, `context`. */
  givenTo(nodes: readonly N[], at: number, context: G): G;
  /** The candidates in a stretch, in order. They must depend only on the stretch and on `context`. */
  candidatesOf(stretch: N, context: G): readonly Candidate<T>[];
  /** The filter values of an item. With `whole`, also those of each part of the item. */
  factsOf(what: T, whole: boolean): readonly Facts[];
}

/** The items of a node that pass the filter: their number, the number before each child, and, for a stretch, the items themselves. */
interface Left<T> {
  readonly count: number;
  readonly ranks: readonly number[];
  readonly parts: readonly Left<T>[];
  readonly own: readonly Numbered<T>[] | undefined;
}

/** The items of a node without a filter, with their filter values. Indexes are relative to the beginning of the node. */
interface Part<T> extends Left<T> {
  readonly parts: readonly Part<T>[];
  /** `numbers`: the number of items before each child. `size`: the total number of items. Both include items that are not shown. */
  readonly numbers: readonly number[];
  readonly size: number;
  readonly hidden: number;
  readonly doubt: number;
  readonly tally: Tally;
  /** The filter values of the items in `own`. */
  readonly facts: readonly (readonly Facts[])[];
}

interface CachedPart<T, G> {
  readonly given: G;
  readonly part: Part<T>;
}

/** The minimum duration of each step of a preparation (ms). */
const MIN_WORK = 0.5;
/** The number of filters whose results are cached at a time, which is about one for each open view. */
const MAX_FILTERS = 8;

export class Selector<N, G extends readonly unknown[], T> {
  /** The cached parts of nodes, by the kinds of visibility that are shown. */
  private readonly known = new Map<string, WeakMap<object, CachedPart<T, G>>>();
  /** The cached items that pass a filter, by filter and part. */
  private readonly left = new Map<string, WeakMap<Part<T>, Left<T>>>();

  constructor(private readonly layout: Layout<N, G, T>) {}

  /** Selects the items in a tree that a choice shows. */
  select(top: N, { kinds, only }: Choice, context: G): Selection<T> {
    const all = this.partOf(top, context, kinds, this.knownOf(kinds)) as Part<T>;
    return selectionOf(all, only ? leftOf(all, only, this.leftBy(only)) : all);
  }

  /** Prepares the stretches for a later selection until a deadline (`performance.now()`). Returns whether all of them are prepared. */
  prepare(top: N, { kinds }: Choice, context: G, deadline: number): boolean {
    // Works for at least `MIN_WORK`, even after the deadline, so that each step makes progress.
    const end = Math.max(deadline, performance.now() + MIN_WORK);
    return this.partOf(top, context, kinds, this.knownOf(kinds), () => performance.now() >= end) !== undefined;
  }

  /** The part for a node. Undefined if `isOver` returns true before the part is complete. The parts of children are cached even then. */
  private partOf(
    node: N,
    context: G,
    kinds: Choice['kinds'],
    cachedParts: WeakMap<object, CachedPart<T, G>>,
    isOver?: () => boolean,
  ): Part<T> | undefined {
    const { layout } = this;
    const key = layout.keyOf(node);
    const cachedPart = key && cachedParts.get(key);
    if (cachedPart?.given.every((one, i) => one === context[i])) return cachedPart.part;
    const below = layout.below(node);
    if (below === undefined && isOver?.()) return undefined;
    const parts: Part<T>[] = [];
    for (let i = 0; below && i < below.length; i++) {
      const inner = this.partOf(below[i] as N, layout.givenTo(below, i, context), kinds, cachedParts, isOver);
      if (inner === undefined) return undefined;
      parts.push(inner);
    }
    const part = below ? joined(parts) : this.stretch(node, context, kinds);
    if (key) cachedParts.set(key, { given: context, part });
    return part;
  }

  private stretch(node: N, context: G, kinds: Choice['kinds']): Part<T> {
    const { layout } = this;
    const own: Numbered<T>[] = [];
    const facts: (readonly Facts[])[] = [];
    const tally = new Tally();
    const whole = kinds.includes('hidden');
    let [size, hidden, doubt] = [0, 0, 0];
    for (const candidate of layout.candidatesOf(node, context)) {
      const { what } = candidate;
      if (candidate.doubt) doubt++;
      if (candidate.shown === 'hidden') hidden++;
      if (what === undefined) continue;
      if (kinds.includes(candidate.shown)) {
        const itemFacts = layout.factsOf(what, whole);
        tally.add(itemFacts);
        facts.push(itemFacts);
        own.push({ what, index: size });
      }
      size++;
    }
    return { count: own.length, own, facts, size, hidden, doubt, tally, ranks: [], parts: [], numbers: [] };
  }

  private knownOf(kinds: Choice['kinds']): WeakMap<object, CachedPart<T, G>> {
    const key = kinds.join();
    const cachedParts = this.known.get(key) ?? new WeakMap<object, CachedPart<T, G>>();
    this.known.set(key, cachedParts);
    return cachedParts;
  }

  private leftBy(only: Filter): WeakMap<Part<T>, Left<T>> {
    const key = JSON.stringify(only);
    const itemsByPart = this.left.get(key) ?? new WeakMap<Part<T>, Left<T>>();
    // Moves the filter to the end of the map, so that the least recently used filters are deleted first.
    this.left.delete(key);
    this.left.set(key, itemsByPart);
    for (const old of this.left.keys()) if (this.left.size > MAX_FILTERS) this.left.delete(old);
    return itemsByPart;
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

/** The items of a part that pass a filter. Parts are immutable, so the result can be cached. */
function leftOf<T>(part: Part<T>, only: Filter, itemsByPart: WeakMap<Part<T>, Left<T>>): Left<T> {
  const cachedPassingPart = itemsByPart.get(part);
  if (cachedPassingPart) return cachedPassingPart;
  let passingPart: Left<T>;
  if (part.own) {
    const own = part.own.filter((_, i) => (part.facts[i] as readonly Facts[]).some((one) => passes(one, only)));
    passingPart = { count: own.length, own, ranks: [], parts: [] };
  } else {
    const ranks: number[] = [];
    let count = 0;
    const parts = part.parts.map((inner) => {
      const one = leftOf(inner, only, itemsByPart);
      ranks.push(count);
      count += one.count;
      return one;
    });
    passingPart = { count, ranks, parts, own: undefined };
  }
  itemsByPart.set(part, passingPart);
  return passingPart;
}

/** Creates a selection. `passingPart`: the items of `all` that pass the filter. */
function selectionOf<T>(all: Part<T>, passingPart: Left<T>): Selection<T> {
  const { hidden, doubt, tally } = all;
  return {
    count: passingPart.count,
    left: all.count - passingPart.count,
    hidden,
    doubt,
    facets: () => tally.facets(),
    before(path, isBefore) {
      let before = 0;
      let node = passingPart;
      for (const at of path) {
        before += node.ranks[at] ?? 0;
        node = node.parts[at] ?? node;
      }
      const items = node.own ?? [];
      const index = items.findIndex(({ what }) => !isBefore(what));
      return before + (index < 0 ? items.length : index);
    },
    at(rank) {
      const stretch: number[] = [];
      let node: Left<T> | undefined = passingPart;
      let part: Part<T> | undefined = all;
      let [rest, first] = [rank, 0];
      while (node && node.own === undefined) {
        // If several children have the same rank, only the last of them contains shown items.
        const at: number = lastAtMost(node.ranks, rest);
        rest -= node.ranks[at] ?? 0;
        first += part?.numbers[at] ?? 0;
        stretch.push(at);
        node = node.parts[at];
        part = part?.parts[at];
      }
      const numbered = node?.own?.[rest];
      return numbered && { what: numbered.what, stretch, index: first + numbered.index };
    },
  };
}
