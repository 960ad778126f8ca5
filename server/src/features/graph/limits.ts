/** Limits for the results of requests, since hostile documents can be arbitrarily large. */

export const GRAPH_LIMITS = {
  references: 10_000,
  highlights: 1_000,
  /** The locations that one rename edits. */
  edits: 50_000,
  /** The calls to a tool, or the replies to a call, that a call hierarchy lists. */
  calls: 1_000,
  lenses: 2_000,
  /** The calls that a lens counts. */
  counted: 1_000,
  /** The locations that are edited together while the user types. */
  linked: 100,
} as const;

/** The first elements, at most `limit` of them, and in `more`, whether there are others. */
export function firstOf<T>(all: Iterable<T>, limit: number): { readonly first: readonly T[]; readonly more: boolean } {
  const first: T[] = [];
  for (const one of all) {
    if (first.length === limit) return { first, more: true };
    first.push(one);
  }
  return { first, more: false };
}
