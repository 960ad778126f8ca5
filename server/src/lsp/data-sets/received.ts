/** Reads requests from a client without trusting them: values of the wrong type are ignored. */

import type { DataSetFilter, SelectRowsParams } from '../../../../protocol/data-sets.ts';
import type { FindSpec } from '../../data-set/find/find-rows.ts';
import { isObject } from '../../syntax/is-object.ts';

export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** Returns the words or the pattern to search for; undefined if there is no search. */
export function findIn(value: unknown): FindSpec | undefined {
  if (!isObject(value) || typeof value.words !== 'string' || value.words === '') return undefined;
  return { words: value.words, isPattern: value.isPattern === true, ignoresCase: value.ignoresCase === true };
}

/** Returns the filter; undefined if all rows are shown. */
export function filterIn(value: unknown): DataSetFilter | undefined {
  if (!isObject(value)) return undefined;
  const filter: Record<string, unknown> = {};
  for (const key of ['codes', 'roles', 'tools', 'shapes'] as const) {
    const list = value[key];
    if (Array.isArray(list) && list.length > 0) filter[key] = list.filter((one) => typeof one === 'string');
  }
  for (const key of ['length', 'tokens'] as const) {
    const range = rangeIn(value[key]);
    if (range) filter[key] = range;
  }
  for (const key of ['hasReasoning', 'endsWithoutAnswer'] as const)
    if (typeof value[key] === 'boolean') filter[key] = value[key];
  return Object.keys(filter).length > 0 ? (filter as DataSetFilter) : undefined;
}

function rangeIn(value: unknown): DataSetFilter['length'] {
  if (!isObject(value)) return undefined;
  const { least, most } = value;
  if (!isCount(least) && !isCount(most)) return undefined;
  return { ...(isCount(least) && { least }), ...(isCount(most) && { most }) };
}

/** Returns the order of the rows; undefined if they are shown in file order. */
export function sortIn(value: unknown): SelectRowsParams['sort'] {
  if (!isObject(value) || (value.by !== 'length' && value.by !== 'tokens')) return undefined;
  return { by: value.by, descending: value.descending === true };
}
