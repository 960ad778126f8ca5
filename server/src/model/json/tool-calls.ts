/** Calls of tools in message lists, as chat APIs write them, and the tools that the list declares beside them. */
import { dataOf, type JsonNode, type JsonReading, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { Schema } from '../tools/schema.ts';

export interface ApiCall {
  readonly node: JsonNode;
  readonly id: JsonString | undefined;
  readonly name: string | undefined;
  /** A string of JSON; some data sets have the object itself. */
  readonly arguments: JsonNode | undefined;
  /** APIs take the arguments as a string; those of Anthropic's blocks are an object. */
  readonly asText: boolean;
}

/** The calls of a message, Anthropic's content blocks among them; the older `function_call` has no id. */
export function callsOf(message: JsonNode): ApiCall[] {
  const calls = memberOf(message, 'tool_calls')?.value;
  const older = memberOf(message, 'function_call')?.value;
  const content = memberOf(message, 'content')?.value;
  return [
    ...(calls?.kind === 'array' ? calls.items.map((node) => callIn(node, memberOf(node, 'function')?.value)) : []),
    ...(older?.kind === 'object' ? [callIn(older, older)] : []),
    ...(content?.kind === 'array' ? content.items.filter(isBlock('tool_use')).map(blockIn) : []),
  ];
}

/** The ids of the calls that a message replies to: of a chat API, or of Anthropic's content blocks. */
export function repliesIn(message: JsonNode): JsonString[] {
  const content = memberOf(message, 'content')?.value;
  const blocks = content?.kind === 'array' ? content.items : [];
  const ids = [
    memberOf(message, 'tool_call_id')?.value,
    ...blocks.filter(isBlock('tool_result')).map((part) => memberOf(part, 'tool_use_id')?.value),
  ];
  return ids.flatMap((id) => (id?.kind === 'string' ? [id] : []));
}

const isBlock = (type: string) => (part: JsonNode) => textOf(part, 'type') === type;

function blockIn(node: JsonNode): ApiCall {
  const id = memberOf(node, 'id')?.value;
  return {
    node,
    id: id?.kind === 'string' ? id : undefined,
    name: textOf(node, 'name'),
    arguments: memberOf(node, 'input')?.value,
    asText: false,
  };
}

function callIn(node: JsonNode, of: JsonNode | undefined): ApiCall {
  const id = memberOf(node, 'id')?.value;
  return {
    node,
    id: id?.kind === 'string' ? id : undefined,
    name: textOf(of, 'name'),
    arguments: memberOf(of, 'arguments')?.value,
    asText: true,
  };
}

/** A tool that stands in `tools` beside the messages. */
export interface ApiTool {
  readonly node: JsonNode;
  readonly name: JsonString;
  readonly description: string;
  /** Undefined where nothing is said of what it takes. */
  readonly schema: Schema | undefined;
}

const cache = new WeakMap<JsonReading, readonly ApiTool[]>();

/** The tools that stand in `tools` beside the messages, in their order; those without a name are left out. */
export function toolsIn(reading: JsonReading): readonly ApiTool[] {
  let found = cache.get(reading);
  if (found === undefined) {
    const tools = memberOf(reading.root, 'tools')?.value;
    found = tools?.kind === 'array' ? tools.items.flatMap(toolIn) : [];
    cache.set(reading, found);
  }
  return found;
}

/** The schemas of the tools beside the messages, by name. */
export function declaredIn(reading: JsonReading): ReadonlyMap<string, Schema> {
  return new Map(toolsIn(reading).flatMap(({ name, schema }) => (schema === undefined ? [] : [[name.value, schema]])));
}

/** The names of the tools beside the messages; undefined where there are none, or one of a kind that has no name here. */
export function toolNamesIn(reading: JsonReading): ReadonlySet<string> | undefined {
  const tools = memberOf(reading.root, 'tools')?.value;
  if (tools?.kind !== 'array' || tools.items.length === 0) return undefined;
  const named = toolsIn(reading);
  return named.length === tools.items.length ? new Set(named.map(({ name }) => name.value)) : undefined;
}

/** `{type: 'function', function: {name, parameters}}`, or that object alone; Anthropic's has an `input_schema`. */
function toolIn(node: JsonNode): ApiTool[] {
  const of = memberOf(node, 'function')?.value ?? node;
  const name = memberOf(of, 'name')?.value;
  const parameters = (memberOf(of, 'parameters') ?? memberOf(of, 'input_schema'))?.value;
  if (name?.kind !== 'string') return [];
  const schema = parameters?.kind === 'object' ? (dataOf(parameters) as Schema) : undefined;
  return [{ node, name, description: textOf(of, 'description') ?? '', schema }];
}
