/** Searches lists of numbers, such as offsets, that are sorted in ascending order. */

/** The last element of an ascending list that is less than `limit` or, with `after`, the first element that is greater. */
export function nearest(
  list: readonly number[] | undefined,
  limit: number,
  side: 'before' | 'after',
): number | undefined {
  let low = 0;
  let high = list?.length ?? 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = list?.[middle] as number;
    if (side === 'before' ? value < limit : value <= limit) low = middle + 1;
    else high = middle;
  }
  return list?.[side === 'before' ? low - 1 : low];
}
