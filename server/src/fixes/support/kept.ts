/** What fixes compute from a whole document, kept until it changes: there may be a fix for every message. */
import type { Context } from '../../rules/support/rule.ts';

/** `compute`, but only once for a state of the document. */
export function kept<T>(compute: (context: Context) => T): (context: Context) => T {
  const known = new WeakMap<Context, { readonly revision: number; readonly value: T }>();
  return (context) => {
    const { revision } = context.blocks;
    let found = known.get(context);
    if (found?.revision !== revision) {
      found = { revision, value: compute(context) };
      known.set(context, found);
    }
    return found.value;
  };
}

/** The last element of an ascending list that is less than `limit`; or the first that is greater. */
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
