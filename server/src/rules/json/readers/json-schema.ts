/** Validates the JSON Schemas of tools as far as APIs do. It does not use recursion, since a schema may be deeply nested. */
import { schemaKeywords, schemaTypes } from '../../../grammar/api/json-schema-facts.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import { closest } from '../../../syntax/tokens/closest.ts';
import { didYouMean, listed, quote } from '../../../syntax/wording.ts';
import { placeIn } from './walk.ts';
import { shortened } from './wording.ts';

interface SchemaFault {
  readonly span: Span;
  readonly says: string;
  /** The reason that OpenAI's API gives, without the words before it (`Invalid schema for function '…': `). */
  readonly words?: string;
  /** Whether the fault is in the keyword `type` itself. */
  readonly ofType?: true;
}

interface Open {
  readonly node: JsonNode;
  /** The path of the schema, in OpenAI's notation. */
  readonly context: readonly string[];
}

/** Yields the faults of a JSON Schema. `strict`: it must also be valid for Structured Outputs. */
export function* faultsOfSchema(root: JsonNode, strict: boolean): Generator<SchemaFault> {
  const open: Open[] = [{ node: root, context: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, context } = next;
    if (node.kind !== 'object') {
      if (node.kind === 'boolean' || node.kind === 'broken') continue;
      yield { span: node, says: 'A schema must be an object. Write `{"type": …}`.' };
      continue;
    }
    yield* typeFaults(node);
    yield* memberFaults(node, context);
    if (strict) yield* strictFaults(node, context);
    for (const { key, value } of node.members) {
      const form = schemaKeywords.get(key.value);
      if (value === undefined || form === undefined) continue;
      // Contexts are only used in messages, so they are cut in deeply nested schemas.
      const of = context.length < 12 ? [...context, key.value] : context;
      if (form === 'schema' && value.kind !== 'array') open.push({ node: value, context: of });
      else if (form === 'map' && value.kind === 'object')
        for (const member of value.members)
          if (member.value) open.push({ node: member.value, context: of.length < 12 ? [...of, member.key.value] : of });
      if (form !== 'map' && value.kind === 'array')
        for (const item of value.items) open.push({ node: item, context: of });
    }
  }
}

function* typeFaults(schema: JsonNode): Generator<SchemaFault> {
  const type = memberOf(schema, 'type')?.value;
  for (const one of type?.kind === 'array' ? type.items : type ? [type] : []) {
    if (one.kind === 'broken' || (one.kind === 'string' && schemaTypes.includes(one.value))) continue;
    const name = one.kind === 'string' ? one.value : undefined;
    const near = name && (getOwn(typesElsewhere, name.toLowerCase()) ?? closest(name, schemaTypes));
    yield {
      span: one,
      ofType: true,
      says: `${name === undefined ? 'This' : quote(name)} is not a type of JSON Schema. The types are ${listed(schemaTypes, 'and')}.${didYouMean(near)}`,
      ...(name !== undefined && { words: `'${shortened(name)}' is not valid under any of the given schemas.` }),
    };
  }
}

/** Type names from programming languages, with the JSON Schema type that each stands for. */
const typesElsewhere: Readonly<Record<string, string>> = {
  str: 'string',
  text: 'string',
  int: 'integer',
  float: 'number',
  double: 'number',
  bool: 'boolean',
  dict: 'object',
  list: 'array',
  none: 'null',
  any: 'string',
};

function* memberFaults(schema: JsonNode, context: readonly string[]): Generator<SchemaFault> {
  const properties = memberOf(schema, 'properties')?.value;
  if (properties && properties.kind !== 'object' && properties.kind !== 'broken')
    yield { span: properties, says: '`properties` must be an object with a schema for each name.' };
  const required = memberOf(schema, 'required')?.value;
  if (required && required.kind !== 'broken' && !isStrings(required))
    yield { span: required, says: '`required` must be a list of names, each a string.' };
  const values = memberOf(schema, 'enum')?.value;
  if (values && values.kind !== 'broken' && (values.kind !== 'array' || values.items.length === 0))
    yield { span: values, says: '`enum` must be a non-empty list of values.' };
  if (textOf(schema, 'type') === 'array' && !memberOf(schema, 'items') && !memberOf(schema, 'prefixItems'))
    yield {
      span: memberOf(schema, 'type')?.value ?? schema,
      says: 'A list needs `items`, the schema of its elements. Add it.',
      words: `In context=${tuple(context)}, array schema missing items.`,
    };
}

const isStrings = (node: JsonNode) => node.kind === 'array' && node.items.every(({ kind }) => kind === 'string');

/** Prints a path like a Python tuple. */
function tuple(steps: readonly string[]): string {
  const words = steps.map((step) => `'${shortened(step)}'`);
  return `(${words.join(', ')}${words.length === 1 ? ',' : ''})`;
}

/**
 * Yields the faults in strict mode: every property must be required, and additional ones are not allowed (OpenAI's guide "Structured
 * Outputs", "Supported schemas").
 */
function* strictFaults(schema: JsonNode, context: readonly string[]): Generator<SchemaFault> {
  const properties = memberOf(schema, 'properties')?.value;
  if (schema.kind !== 'object' || (textOf(schema, 'type') !== 'object' && properties?.kind !== 'object')) return;
  const others = memberOf(schema, 'additionalProperties')?.value;
  if (others?.kind !== 'boolean' || others.value !== false)
    yield {
      span: others ?? placeIn(schema),
      says: 'With `strict`, every object of the schema needs `"additionalProperties": false`. Add it.',
      words: `In context=${tuple(context)}, 'additionalProperties' is required to be supplied and to be false.`,
    };
  const required = memberOf(schema, 'required')?.value;
  const names = new Set(
    required?.kind === 'array' ? required.items.map((item) => ('value' in item ? item.value : undefined)) : [],
  );
  const unlistedMember =
    properties?.kind === 'object' ? properties.members.find(({ key }) => !names.has(key.value)) : undefined;
  if (unlistedMember)
    yield {
      span: unlistedMember.key,
      says: `With \`strict\`, every property must be in \`required\`, but ${quote(unlistedMember.key.value)} is not. Add it there; to make a property optional, also allow the type \`null\`.`,
      words: `In context=${tuple(context)}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${shortened(unlistedMember.key.value)}'.`,
    };
}
