/** Compares a value with the facts about an API. Each field is visited once, in document order. */
import type { ObjectFact, ValueFact, VariantFact } from '../../../grammar/api/value-facts.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, type JsonObject, memberOf } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import { closest } from '../../../syntax/tokens/closest.ts';

/** The path of a value. A step into a variant has no counterpart in the document, but some APIs include it in their errors. */
export interface Path {
  readonly parent?: Path | undefined;
  readonly step: string | number;
  readonly isVariant?: true;
}

type FaultKind =
  | 'type'
  | 'missing'
  | 'unknown'
  | 'value'
  | 'variant'
  | 'pattern'
  | 'too-short'
  | 'too-long'
  | 'too-few'
  | 'too-many'
  | 'too-small'
  | 'too-large'
  | 'not-integer';

export interface ValueFault {
  readonly kind: FaultKind;
  readonly path: Path;
  /** The span to underline. */
  readonly span: Span;
  /** The smallest object that contains the fault. If another rule reports the same fault, its report is inside this span. */
  readonly scope: Span;
  readonly fact: ValueFact;
  /** The faulty value; undefined if the fault is a missing field. */
  readonly node?: JsonNode;
  /** The name of the missing or unknown field, or of the unknown variant. `choices`: the valid names or values. */
  readonly name?: string;
  readonly choices?: readonly string[];
  /** The limit that is not met, and the actual length or number of elements. */
  readonly bound?: number;
  readonly size?: number;
  /** The API's own error text, if it has one for exactly this fault. */
  readonly words?: string | undefined;
}

/** The maximum depth at which values are compared. No fact is nested deeper. */
const MAX_DEPTH = 24;

/** Returns all violations of a fact in a value. */
export function faultsOf(node: JsonNode, fact: ValueFact, path?: Path): ValueFault[] {
  const faults: ValueFault[] = [];
  look(node, fact, path, node, faults, MAX_DEPTH);
  return faults;
}

function look(
  node: JsonNode,
  fact: ValueFact,
  path: Path | undefined,
  scope: Span,
  faults: ValueFault[],
  depth: number,
): void {
  // After a syntax error, the value is unknown.
  if (node.kind === 'broken' || depth === 0 || Object.keys(fact).length === 0) return;
  const at: Path = path ?? { step: '' };
  const kindFact = fact[node.kind];
  if (kindFact === undefined) {
    faults.push({ kind: 'type', path: at, span: node, scope, fact, node, words: fact.words });
    return;
  }
  const add = (kind: FaultKind, more: Partial<ValueFault> = {}) =>
    faults.push({ kind, path: at, span: node, scope, fact, node, words: fact.words, ...more });
  if (node.kind === 'string') lookAtString(node.value, fact, add);
  else if (node.kind === 'number') lookAtNumber(node.value as number, fact, add);
  else if (node.kind === 'array') {
    const { of, min = 0, max } = fact.array ?? {};
    const size = node.items.length;
    if (size < min) add('too-few', { bound: min, size });
    if (max !== undefined && size > max) add('too-many', { bound: max, size, span: node.items[max] as JsonNode });
    if (of)
      node.items.forEach((item, step) => {
        look(item, of, { parent: path, step }, item.kind === 'object' ? item : scope, faults, depth - 1);
      });
  } else if (node.kind === 'object' && fact.object) lookAtObject(node, fact, path, scope, faults, depth);
}

type Add = (kind: FaultKind, more?: Partial<ValueFault>) => void;

const patterns = new Map<string, RegExp>();

function lookAtString(value: string, { string = {} }: ValueFact, add: Add): void {
  const { values, pattern, minLength = 0, maxLength } = string;
  if (values && !values.includes(value)) {
    add('value', { choices: values });
    return;
  }
  // APIs count code points.
  const size = maxLength === undefined ? value.length : [...value.slice(0, 2 * maxLength + 2)].length;
  if (size < minLength) {
    add('too-short', { bound: minLength, size });
    return;
  }
  if (maxLength !== undefined && size > maxLength) {
    add('too-long', { bound: maxLength, size: [...value].length });
    return;
  }
  if (pattern === undefined) return;
  let expression = patterns.get(pattern);
  if (expression === undefined) patterns.set(pattern, (expression = new RegExp(pattern, 'u')));
  if (!expression.test(value)) add('pattern', { name: pattern });
}

function lookAtNumber(value: number, { number = {} }: ValueFact, add: Add): void {
  const { min, max, above, integer, values } = number;
  if (integer && !Number.isInteger(value)) add('not-integer');
  else if (values && !values.includes(value)) add('value', { choices: values.map(String) });
  else if (min !== undefined && (value < min || (above && value === min))) add('too-small', { bound: min });
  else if (max !== undefined && value > max) add('too-large', { bound: max });
}

/** The maximum number of differing characters in a misspelled name. */
const NEAR = 2;

/** Whether an unknown name resembles the name of a missing field. */
function isMisspelled(name: string, choices: readonly string[], members: ReadonlyMap<string, unknown>): boolean {
  const near = closest(name, choices, NEAR);
  return near !== undefined && !members.has(near);
}

/** The fields that identify an object. The absence of another field is reported at the first of these. */
const naming = ['role', 'type', 'name', 'model', 'messages', 'custom_id'];

/** Returns the span at which the absence of a field is reported. */
export function placeIn(object: JsonObject): Span {
  for (const key of naming) {
    const member = memberOf(object, key);
    if (member) return member.value?.kind === 'string' ? member.value : member.key;
  }
  return { start: object.start, end: object.start + 1 };
}

function lookAtObject(
  node: JsonObject,
  fact: ValueFact,
  path: Path | undefined,
  scope: Span,
  faults: ValueFault[],
  depth: number,
): void {
  const of = fact.object as ObjectFact | VariantFact;
  if ('by' in of) {
    lookAtVariants(node, fact, of, path, faults, depth);
    return;
  }
  const members = new Map(node.members.map((member) => [member.key.value, member]));
  for (const name of of.required ?? []) {
    if (members.has(name)) continue;
    faults.push({ kind: 'missing', path: { parent: path, step: name }, span: placeIn(node), scope: node, fact, name });
  }
  let count = 0;
  for (const [name, { key, value }] of members) {
    const valueFact = getOwn(of.members, name) ?? (typeof of.others === 'object' ? of.others : undefined);
    const at: Path = { parent: path, step: name };
    if (of.max !== undefined && ++count === of.max + 1)
      faults.push({
        kind: 'too-many',
        path: path ?? at,
        span: key,
        scope,
        fact,
        node,
        bound: of.max,
        size: members.size,
      });
    if (valueFact && value) look(value, valueFact, at, node, faults, depth - 1);
    else if (!valueFact && of.others !== 'accepted') {
      const choices = Object.keys(of.members);
      if (of.others === 'known' && !of.foreign?.includes(name) && !isMisspelled(name, choices, members)) continue;
      faults.push({ kind: 'unknown', path: at, span: key, scope: node, fact, name, choices });
    }
  }
}

function lookAtVariants(
  node: JsonObject,
  fact: ValueFact,
  { by, variants, usual, open, elsewhere = {} }: VariantFact,
  path: Path | undefined,
  faults: ValueFault[],
  depth: number,
): void {
  const member = memberOf(node, by);
  const value = member?.value;
  const at: Path = { parent: path, step: by };
  const choices = Object.keys(variants);
  const lookAtVariant = (name: string, object: ObjectFact) =>
    look(node, { object }, { parent: path, step: name, isVariant: true }, node, faults, depth - 1);
  if (value === undefined && usual === undefined) {
    // The document ends right after the key, so the field is not missing.
    if (member) return;
    faults.push({ kind: 'missing', path: at, span: placeIn(node), scope: node, fact, name: by, choices });
    // If other fields identify the variant, the faults of that variant are reported now as well, so that one correction is enough.
    const [name, ...others] = choices.filter((choice) => isLikely(node, variants, choice));
    const { required = [], ...variant } = getOwn(variants, name ?? '') ?? { members: {} };
    if (name !== undefined && others.length === 0)
      lookAtVariant(name, { ...variant, required: required.filter((key) => key !== by) });
    return;
  }
  if (value?.kind === 'broken') return;
  if (value !== undefined && value.kind !== 'string' && (value.kind !== 'null' || usual === undefined)) {
    faults.push({ kind: 'type', path: at, span: value, scope: node, fact: { string: {} }, node: value });
    return;
  }
  const name = value?.kind === 'string' ? value.value : (usual as string);
  const variant = getOwn(variants, name);
  if (variant === undefined) {
    if (open?.test(name) && closest(name, choices, NEAR) === undefined) return;
    const words = getOwn(elsewhere, name);
    faults.push({
      kind: 'variant',
      path: at,
      span: value as JsonNode,
      scope: node,
      fact,
      node: value as JsonNode,
      name,
      choices,
      words,
    });
    return;
  }
  lookAtVariant(name, variant);
}

/** Whether an object has a field that this variant requires, but not every other variant does. */
function isLikely(node: JsonObject, variants: VariantFact['variants'], choice: string): boolean {
  const isShared = (key: string) => Object.values(variants).every(({ required }) => required?.includes(key));
  return (
    getOwn(variants, choice)?.required?.some((key) => memberOf(node, key) !== undefined && !isShared(key)) ?? false
  );
}
