/**
 * Caches values that fixes compute from a whole document, until the document changes. This is needed because there may be a fix for every
 * message.
 */
import type { Context } from '../../rules/support/rule.ts';

/** Returns a function that calls `compute` only once for each state of the document. */
export function memoizePerDocument<T>(compute: (context: Context) => T): (context: Context) => T {
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
