/** Limits of what a request returns, since hostile documents are unbounded. */

export const GRAPH_LIMITS = {
  references: 10_000,
  highlights: 1_000,
  /** Locations edited by one rename. */
  edits: 50_000,
  /** Calls of a tool, or replies to a call, in a call hierarchy. */
  calls: 1_000,
  lenses: 2_000,
  /** Calls that a lens counts. */
  counted: 1_000,
  /** Locations edited together while the user types. */
  linked: 100,
} as const;

/** The first elements; `more`: there are others. */
export function firstOf<T>(all: Iterable<T>, limit: number): { readonly first: readonly T[]; readonly more: boolean } {
  const first: T[] = [];
  for (const one of all) {
    if (first.length === limit) return { first, more: true };
    first.push(one);
  }
  return { first, more: false };
}
