/** Validates a value against a schema, and reduces the errors of the validator to the faults that an author can fix. */

import type { OutputUnit, Schema as ValidatorSchema } from '@cfworker/json-schema';
import type { Schema, SchemaObject } from '../model/tools/schema.ts';
import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';
import { append } from '../syntax/lists.ts';
import { bounded } from './bounded.ts';

export interface Finding {
  /** The keys and indices from the root to the value. */
  readonly path: readonly string[];
  /** The violated keyword, or `false` if the key is not allowed. */
  readonly keyword: string;
  /** The schema that contains the keyword. */
  readonly schema: SchemaObject;
}

/**
 * Limits for the number of pairs of a value and a schema to compare. From `pairs` on, nothing is checked; above `complete`,
 * only the first fault is reported.
 */
const FINDING_LIMITS = { pairs: 2_000_000, complete: 20_000 };

/** Returns the faults of a value, outermost first. A value that is too large to check has none. */
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

/** Counts a value and the values nested in it, up to `limit`. It does not recurse, so any depth is possible. */
function countUpTo(value: unknown, limit: number): number {
  const open = [value];
  let count = 0;
  for (let next = open.pop(); next !== undefined && count < limit; next = open.pop()) {
    count++;
    if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) open.push(part);
  }
  return count;
}

/** Keywords whose errors only repeat an error of a nested schema. */
const wrappers = new Set(['properties', 'items', 'allOf', 'additionalProperties']);

function pick(units: readonly OutputUnit[], root: Schema): Finding[] {
  const findings: Finding[] = [];
  let i = 0;
  while (i < units.length) {
    const unit = units[i++] as OutputUnit;
    // The validator reports a forbidden key right after the keyword that forbids it.
    const before = units[i - 2];
    const owner = unit.keyword !== 'false' ? unit : before && /roperties$/.test(before.keyword) ? before : undefined;
    const schema = owner && schemaAt(root, owner.keywordLocation);
    if (unit.keyword === 'anyOf' && schema) {
      const end = endOfBranches(units, i, unit.keywordLocation);
      append(findings, choose(unit, schema, units.slice(i, end), root));
      i = end;
    } else if (schema && !wrappers.has(unit.keyword)) {
      findings.push({ path: segments(unit.instanceLocation), keyword: unit.keyword, schema });
    }
  }
  return findings;
}

/**
 * Returns the index of the first error after those of an `anyOf`'s alternatives. Errors for forbidden keys do not state their location, so
 * they always count as part of the alternatives that they follow.
 */
function endOfBranches(units: readonly OutputUnit[], from: number, location: string): number {
  let end = from;
  for (let unit = units[end]; unit; unit = units[end]) {
    if (unit.keyword !== 'false' && !unit.keywordLocation.startsWith(`${location}/`)) break;
    end++;
  }
  return end;
}

/**
 * Returns the faults of the intended alternative of an `anyOf`, if none of its alternatives matches. If it is unclear which one
 * was intended, returns a single fault for the `anyOf`.
 */
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
  // Among the alternatives for objects, prefer those whose keys fit.
  const shaped = likely.filter(
    (branch) => !branch.some((one) => one.keyword === 'required' || one.keyword === 'false'),
  );
  const bestBranches = likely.length > 1 && shaped.length > 0 ? shaped : likely;
  const findings = bestBranches.length === 1 ? pick(bestBranches[0] as OutputUnit[], root) : [];
  return findings.length > 0 ? findings : [{ path: segments(unit.instanceLocation), keyword: 'anyOf', schema }];
}

/**
 * Whether an error shows that its alternative was not intended: the value has another type, or another value under a key that distinguishes
 * the alternatives.
 */
function isOtherKind(one: OutputUnit, unit: OutputUnit, root: Schema): boolean {
  if (!/^(?:type|enum|const)$/.test(one.keyword)) return false;
  if (one.instanceLocation === unit.instanceLocation) return true;
  const values = schemaAt(root, one.keywordLocation)?.enum;
  const below = one.instanceLocation.slice(unit.instanceLocation.length + 1);
  return !below.includes('/') && (one.keyword === 'const' || values?.length === 1);
}

/** Returns the schema that contains the keyword at a location such as `#/properties/place/type`. */
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
