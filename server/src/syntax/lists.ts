/** Replacements for spreading a list into a call that work for lists of any length: arguments of a call are put on the stack. */

/** Adds all elements to the end of a list. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}

/** The least of some numbers; infinite if there is none. */
export function minimum(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const one of numbers) found = Math.min(found, one);
  return found;
}

/** The greatest of some numbers; negatively infinite if there is none. */
export function maximum(numbers: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const one of numbers) found = Math.max(found, one);
  return found;
}
