/** Growing lists: records which list another one continues, so that values computed from the shorter list can be reused. */

interface Growth<T> {
  readonly before: readonly T[];
  /** Number of leading elements that are the same in both. */
  readonly same: number;
}

const growths = new WeakMap<readonly unknown[], Growth<unknown>>();

/** Records that a list continues another one. Only the last step is known: a list does not keep all its predecessors. */
export function noteGrowth<T>(list: readonly T[], before: readonly T[], same: number): void {
  growths.delete(before);
  if (list !== before) growths.set(list, { before, same });
}

/** The list that another one continues, if any. */
const growthOf = <T>(list: readonly T[]): Growth<T> | undefined => growths.get(list) as Growth<T> | undefined;

/**
 * Computes a value from a list and keeps it with the list. If the list continues another one, its value grows from the value of that list,
 * and the old value is dropped.
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
