/** Records that a list continues an earlier list, so that values computed from the earlier list can be reused. */

interface Growth<T> {
  readonly before: readonly T[];
  /** The number of elements at the beginning that are the same in both lists. */
  readonly same: number;
}

const growths = new WeakMap<readonly unknown[], Growth<unknown>>();

/** Records that a list continues another one. Only this last step is kept, so that a list does not keep all its predecessors in memory. */
export function noteGrowth<T>(list: readonly T[], before: readonly T[], same: number): void {
  growths.delete(before);
  if (list !== before) growths.set(list, { before, same });
}

const growthOf = <T>(list: readonly T[]): Growth<T> | undefined => growths.get(list) as Growth<T> | undefined;

/**
 * Returns a function that computes a value from a list and caches it. If the list continues another one, the cached value of that other
 * list is extended instead, and its cache entry is removed.
 */
export function memoizeGrowing<T, Made extends object>(
  anew: (list: readonly T[]) => Made,
  grow: (value: Made, list: readonly T[], growth: Growth<T>) => Made,
): (list: readonly T[]) => Made {
  const valueByList = new WeakMap<readonly T[], Made>();
  return (list) => {
    let value = valueByList.get(list);
    if (value !== undefined) return value;
    const growth = growthOf(list);
    const old = growth && valueByList.get(growth.before);
    value = growth && old ? grow(old, list, growth) : anew(list);
    if (growth) valueByList.delete(growth.before);
    valueByList.set(list, value);
    return value;
  };
}
