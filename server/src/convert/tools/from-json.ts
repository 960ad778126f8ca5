/**
 * Reads tools that are declared in JSON: the lists of OpenAI's two APIs and of Anthropic's, the lines in `<tools>`, and the objects in a
 * function list. These differ only in where the name and the schema are, so the same code reads all of them.
 */

import { builtinNamespaces, functionsNamespace } from '../../grammar/index.ts';
import type { Schema } from '../../model/tools/schema.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { append } from '../../syntax/lists.ts';
import type { Span } from '../../syntax/span.ts';
import { spellingOf } from '../spelled.ts';
import type { Path, Tool, ToolLoss, WithLosses } from './tool.ts';

/** The maximum nesting depth of a schema. Deeper values are omitted and reported. */
const MAX_SCHEMA_DEPTH = 90;

/** Reads a value that declares a tool. `text`: the text that the value was read from; `by`: an offset to add to the positions. */
export function toolFrom(node: JsonNode, text: string | undefined, by = 0): WithLosses<Tool | undefined> {
  const of = memberOf(node, 'function')?.value ?? node;
  const name = memberOf(of, 'name')?.value;
  const type = textOf(node, 'type');
  const at = ({ start, end }: Span) => ({ start: start + by, end: end + by });
  const lose = (span: Span, reason: string): ToolLoss => ({
    tool: name?.kind === 'string' ? name.value : '',
    reason,
    ...at(span),
  });
  if (name?.kind !== 'string' || (type !== undefined && !described.has(type))) {
    const reason =
      type === undefined || described.has(type)
        ? 'A tool without a name is dropped: every declaration needs a name.'
        : `A tool of type \`${type}\` is dropped: other formats declare only functions.`;
    return { value: undefined, losses: [lose(node, reason)] };
  }
  const losses: ToolLoss[] = [];
  const schema = (memberOf(of, 'parameters') ?? memberOf(of, 'input_schema'))?.value;
  for (const holder of of === node ? [node] : [node, of])
    for (const { key, value } of holder.kind === 'object' ? holder.members : []) {
      if (value === undefined || value.kind === 'null') continue;
      const kinds = getOwn(kindsByKey, key.value);
      const isOther =
        holder === node && of !== node && key.value !== 'type' && key.value !== 'function' && key.value !== 'strict';
      const span = { start: key.start, end: value.end };
      if (kinds === undefined || isOther)
        losses.push(lose(span, `\`${key.value}\` is not part of a tool declaration, and is dropped.`));
      else if (!kinds.includes(value.kind))
        losses.push(lose(span, `\`${key.value}\` has the wrong type, so it is dropped.`));
    }
  const strict = (memberOf(of, 'strict') ?? memberOf(node, 'strict'))?.value;
  const copy = (schemaNode: JsonNode) => {
    const copied = plain(schemaNode, text);
    append(
      losses,
      copied.losses.map(({ place, reason }) => lose(place, reason)),
    );
    return copied.value as Schema;
  };
  return {
    value: {
      ...toolOfName(name.value),
      description: textOf(of, 'description') ?? '',
      parameters: schema?.kind === 'object' ? copy(schema) : undefined,
      ...(strict?.kind === 'boolean' && { strict: strict.value === true }),
      placeOf: (path) => at(placeIn(of, node, path)),
    },
    losses,
  };
}

/** Reads the tools that the values in a list declare. */
export function toolsFrom(nodes: readonly JsonNode[], text: string | undefined): WithLosses<Tool[]> {
  const all = nodes.map((node) => toolFrom(node, text));
  return {
    value: all.flatMap(({ value }) => value ?? []),
    losses: all.flatMap(({ losses }) => losses),
  };
}

/** The types of tools that have a name and a schema. */
const described = new Set(['function', 'custom']);
const kindsByKey: Readonly<Record<string, readonly JsonNode['kind'][]>> = {
  type: ['string'],
  function: ['object'],
  name: ['string'],
  description: ['string'],
  strict: ['boolean'],
  parameters: ['object'],
  input_schema: ['object'],
};

/** Splits a tool name into its namespace and its own name. Without a known namespace, the tool is a function. */
export function toolOfName(name: string): Pick<Tool, 'namespace' | 'name'> {
  for (const namespace of [functionsNamespace, ...builtinNamespaces])
    if (name.startsWith(`${namespace}.`)) return { namespace, name: name.slice(namespace.length + 1) };
  return { namespace: functionsNamespace, name };
}

/** The position of the innermost value that exists on a path; references on the path are followed. */
function placeIn(of: JsonNode, tool: JsonNode, [first, ...rest]: Path): Span {
  const outer =
    memberOf(of, String(first)) ??
    memberOf(tool, String(first)) ??
    (first === 'parameters' ? memberOf(of, 'input_schema') : undefined);
  const root = outer?.value;
  if (root === undefined) return memberOf(of, 'name')?.value ?? tool;
  let [node, span]: [JsonNode, Span] = [root, root];
  for (const step of rest) {
    for (let hops = 0; hops < 10; hops++) {
      const reference = step === '$ref' ? undefined : textOf(node, '$ref');
      const target = reference === undefined || memberOf(node, String(step)) ? undefined : nodeAt(root, reference);
      if (target === undefined) break;
      node = target;
    }
    const member = node.kind === 'array' ? undefined : memberOf(node, String(step));
    const next = node.kind === 'array' ? node.items[Number(step)] : member?.value;
    if (next === undefined) break;
    node = next;
    span =
      member && node.kind !== 'object' && node.kind !== 'array' ? { start: member.key.start, end: node.end } : node;
  }
  return span;
}

/** The node that a local reference such as `#/$defs/place` points to. */
function nodeAt(root: JsonNode, reference: string): JsonNode | undefined {
  if (!/^#(?:\/|$)/.test(reference)) return undefined;
  let node: JsonNode | undefined = root;
  for (const name of reference.split('/').slice(1)) {
    const key = name.replace(/~1/g, '/').replace(/~0/g, '~');
    node = node?.kind === 'array' ? node.items[Number(key)] : memberOf(node, key)?.value;
  }
  return node;
}

/** Converts a node to plain data, and returns the positions of values that plain data cannot hold. */
function plain(root: JsonNode, text: string | undefined) {
  const losses: { place: Span; reason: string }[] = [];
  const copy = (node: JsonNode, depth: number): unknown => {
    if (depth > MAX_SCHEMA_DEPTH) {
      losses.push({ place: node, reason: `Everything nested more than ${MAX_SCHEMA_DEPTH} levels deep is dropped.` });
      return {};
    }
    if (node.kind === 'array') return node.items.map((item) => copy(item, depth + 1));
    if (node.kind === 'object')
      return Object.fromEntries(
        node.members.flatMap(({ key, value }) => (value ? [[key.value, copy(value, depth + 1)]] : [])),
      );
    if (node.kind === 'number' && isDoubtful(node.value as number) && !isExact(spellingOf(node, text)))
      losses.push({
        place: node,
        reason: 'This number has more digits than JSON parsers keep, so it will be rounded.',
      });
    return node.value;
  };
  return { value: copy(root, 0), losses };
}

/** Whether the source of a number may have more digits than the number keeps. */
const isDoubtful = (value: number) =>
  !Number.isSafeInteger(value) && (String(value).length > 16 || Math.abs(value) >= 2 ** 53);

/** Whether a number keeps all of its digits when it is read: integers up to 2^53 and some larger ones do. */
function isExact(numberText: string): boolean {
  if (/^-?\d+$/.test(numberText)) return BigInt(numberText) === BigInt(Number(numberText));
  const digits = numberText
    .replace(/[eE].*/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  return Number.isFinite(Number(numberText)) && digits.length <= 17;
}
