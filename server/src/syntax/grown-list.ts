/** Lists of something that grows: which list one continues, so that what was made of that need not be made again. */

interface Growth<T> {
  readonly before: readonly T[];
  /** So many elements are the same in both, from the first one on. */
  readonly same: number;
}

const growths = new WeakMap<readonly unknown[], Growth<unknown>>();

/** Says that a list continues another one. Only the last step is known: no list keeps all those before it. */
export function noteGrowth<T>(list: readonly T[], before: readonly T[], same: number): void {
  growths.delete(before);
  if (list !== before) growths.set(list, { before, same });
}

/** The list that one continues, if it does. */
const growthOf = <T>(list: readonly T[]): Growth<T> | undefined => growths.get(list) as Growth<T> | undefined;

/**
 * Makes a value from a list and keeps it with the list. Where possible, it is grown from that of the list it continues, which
 * loses it.
 */
export function memoizeGrowing<T, Made extends object>(
  anew: (list: readonly T[]) => Made,
  grow: (made: Made, list: readonly T[], growth: Growth<T>) => Made,
): (list: readonly T[]) => Made {
  const known = new WeakMap<readonly T[], Made>();
  return (list) => {
    let made = known.get(list);
    if (made !== undefined) return made;
    const growth = growthOf(list);
    const old = growth && known.get(growth.before);
    made = growth && old ? grow(old, list, growth) : anew(list);
    if (growth) known.delete(growth.before);
    known.set(list, made);
    return made;
  };
}
