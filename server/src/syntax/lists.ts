/**
 * Functions for lists of any length, used instead of `...list` as arguments. Arguments are put on the stack, which a long list overflows.
 */

export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}

/** The smallest of some numbers; infinity if there are none. */
export function minimum(numbers: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const one of numbers) smallest = Math.min(smallest, one);
  return smallest;
}

/** The largest of some numbers; negative infinity if there are none. */
export function maximum(numbers: Iterable<number>): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const one of numbers) largest = Math.max(largest, one);
  return largest;
}
