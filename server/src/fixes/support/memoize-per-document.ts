/**
 * Caches values that fixes compute from a whole document, until the document changes. This is needed because there may be a fix for every
 * message.
 */
import type { Context } from '../../rules/support/rule.ts';

/** Returns a function that calls `compute` only once for each state of the document. */
export function memoizePerDocument<T>(compute: (context: Context) => T): (context: Context) => T {
  const resultByContext = new WeakMap<Context, { readonly revision: number; readonly value: T }>();
  return (context) => {
    const { revision } = context.blocks;
    let result = resultByContext.get(context);
    if (result?.revision !== revision) {
      result = { revision, value: compute(context) };
      resultByContext.set(context, result);
    }
    return result.value;
  };
}
