/**
 * Functions for lists of any length, in place of passing `...list` to a function. Arguments are put on the stack, which a long list
 * overflows.
 */

/** Appends elements to a list. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}

/** The smallest of some numbers; infinity if there are none. */
export function minimum(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const one of numbers) found = Math.min(found, one);
  return found;
}

/** The largest of some numbers; negative infinity if there are none. */
export function maximum(numbers: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const one of numbers) found = Math.max(found, one);
  return found;
}
