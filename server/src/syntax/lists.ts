/**
 * Functions for lists of any length, used instead of `...list` as arguments. Arguments are put on the stack, which a long list overflows.
 */

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
