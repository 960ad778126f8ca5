/** The faults of a value according to its schema, as found by the validator, reduced to those that a writer can fix. */

import type { OutputUnit, Schema as ValidatorSchema } from '@cfworker/json-schema';
import type { Schema, SchemaObject } from '../model/tools/schema.ts';
import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';
import { append } from '../syntax/lists.ts';
import { bounded } from './bounded.ts';

export interface Finding {
  /** Keys and indices from the root to the value. */
  readonly path: readonly string[];
  /** The keyword that is violated; `false`: the key is not allowed. */
  readonly keyword: string;
  /** The schema that contains the keyword. */
  readonly schema: SchemaObject;
}

/**
 * The limits for pairs of a value and a schema: from `pairs` on, nothing is examined; above `complete`, only the first fault is
 * reported.
 */
const FINDING_LIMITS = { pairs: 2_000_000, complete: 20_000 };

/** The faults of a value, outermost first; none for a value that is too large to examine. */
export function findings(value: unknown, declared: Schema): Finding[] {
  const { schema, size } = bounded(declared);
  const pairs = size * countUpTo(value, FINDING_LIMITS.pairs / size);
  if (pairs >= FINDING_LIMITS.pairs) return [];
  const { validate } = require('@cfworker/json-schema') as typeof import('@cfworker/json-schema');
  const faults = (first: boolean) => validate(value, schema as ValidatorSchema, '2020-12', {}, first).errors;
  try {
    const first = faults(true);
    if (first.length === 0) return [];
    return pick(pairs <= FINDING_LIMITS.complete ? faults(false) : first, schema);
  } catch (error) {
    // The validator encodes keys as URIs, which cannot contain half a surrogate pair.
    if (error instanceof URIError) return [];
    throw error;
  }
}

/** The number of nested values, at most `limit`. Without recursion, so that any depth is possible. */
function countUpTo(value: unknown, limit: number): number {
  const open = [value];
  let count = 0;
  for (let next = open.pop(); next !== undefined && count < limit; next = open.pop()) {
    count++;
    if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) open.push(part);
  }
  return count;
}

/** Keywords whose faults only repeat a fault that is reported inside them. */
const wrappers = new Set(['properties', 'items', 'allOf', 'additionalProperties']);

function pick(units: readonly OutputUnit[], root: Schema): Finding[] {
  const found: Finding[] = [];
  let i = 0;
  while (i < units.length) {
    const unit = units[i++] as OutputUnit;
    // A key that is not allowed is reported after the keyword that forbids it.
    const before = units[i - 2];
    const owner = unit.keyword !== 'false' ? unit : before && /roperties$/.test(before.keyword) ? before : undefined;
    const schema = owner && schemaAt(root, owner.keywordLocation);
    if (unit.keyword === 'anyOf' && schema) {
      const end = endOfBranches(units, i, unit.keywordLocation);
      append(found, choose(unit, schema, units.slice(i, end), root));
      i = end;
    } else if (schema && !wrappers.has(unit.keyword)) {
      found.push({ path: segments(unit.instanceLocation), keyword: unit.keyword, schema });
    }
  }
  return found;
}

/** The index after the faults of the alternatives of an `anyOf`; faults for forbidden keys do not state their location. */
function endOfBranches(units: readonly OutputUnit[], from: number, location: string): number {
  let end = from;
  for (let unit = units[end]; unit; unit = units[end]) {
    if (unit.keyword !== 'false' && !unit.keywordLocation.startsWith(`${location}/`)) break;
    end++;
  }
  return end;
}

/** If all alternatives fail, the faults of the intended alternative; only the `anyOf`, if that alternative cannot be recognized. */
function choose(unit: OutputUnit, schema: SchemaObject, units: readonly OutputUnit[], root: Schema): Finding[] {
  const branches: OutputUnit[][] = [];
  const start = unit.keywordLocation.length + 1;
  for (const one of units) {
    const last = branches[branches.length - 1];
    if (one.keyword === 'false') last?.push(one);
    else {
      const index = Number.parseInt(one.keywordLocation.slice(start), 10);
      const branch = branches[index] ?? [];
      branch.push(one);
      branches[index] = branch;
    }
  }
  const likely = branches.filter((branch) => branch.every((one) => !isOtherKind(one, unit, root)));
  // Among branches for objects, prefers those whose keys fit.
  const shaped = likely.filter(
    (branch) => !branch.some((one) => one.keyword === 'required' || one.keyword === 'false'),
  );
  const meant = likely.length > 1 && shaped.length > 0 ? shaped : likely;
  const findings = meant.length === 1 ? pick(meant[0] as OutputUnit[], root) : [];
  return findings.length > 0 ? findings : [{ path: segments(unit.instanceLocation), keyword: 'anyOf', schema }];
}

/** Whether an alternative was not intended: the value has another type, or another value in a member that distinguishes alternatives. */
function isOtherKind(one: OutputUnit, unit: OutputUnit, root: Schema): boolean {
  if (!/^(?:type|enum|const)$/.test(one.keyword)) return false;
  if (one.instanceLocation === unit.instanceLocation) return true;
  const values = schemaAt(root, one.keywordLocation)?.enum;
  const below = one.instanceLocation.slice(unit.instanceLocation.length + 1);
  return !below.includes('/') && (one.keyword === 'const' || values?.length === 1);
}

/** The schema that has the keyword at a location such as `#/properties/place/type`. */
function schemaAt(root: Schema, location: string): SchemaObject | undefined {
  let at: unknown = root;
  for (const key of segments(location).slice(0, -1)) {
    at = typeof at === 'object' && at !== null ? getOwn(at as Record<string, unknown>, key) : undefined;
  }
  return isObject(at) ? at : undefined;
}

function segments(location: string): string[] {
  return location
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~'));
}
