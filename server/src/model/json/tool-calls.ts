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

const cache = new WeakMap<JsonReading, ReadonlyMap<string, Schema>>();

/** The schemas of the tools that stand in `tools` beside the messages, by name. */
export function declaredIn(reading: JsonReading): ReadonlyMap<string, Schema> {
  let found = cache.get(reading);
  if (found === undefined) {
    const tools = memberOf(reading.root, 'tools')?.value;
    const entries = tools?.kind === 'array' ? tools.items.flatMap(schemaIn) : [];
    found = new Map(entries);
    cache.set(reading, found);
  }
  return found;
}

/** The names of the tools beside the messages; undefined where there are none, or one of a kind that has no name here. */
export function toolNamesIn(reading: JsonReading): ReadonlySet<string> | undefined {
  const tools = memberOf(reading.root, 'tools')?.value;
  if (tools?.kind !== 'array' || tools.items.length === 0) return undefined;
  const names = tools.items.map((tool) => textOf(memberOf(tool, 'function')?.value ?? tool, 'name'));
  return names.every((name) => name !== undefined) ? new Set(names as string[]) : undefined;
}

/** `{type: 'function', function: {name, parameters}}`, or that object alone; Anthropic's has an `input_schema`. */
function schemaIn(tool: JsonNode): [string, Schema][] {
  const of = memberOf(tool, 'function')?.value ?? tool;
  const name = textOf(of, 'name');
  const parameters = (memberOf(of, 'parameters') ?? memberOf(of, 'input_schema'))?.value;
  return name === undefined || parameters?.kind !== 'object' ? [] : [[name, dataOf(parameters) as Schema]];
}
