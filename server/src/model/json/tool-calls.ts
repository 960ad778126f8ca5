/** Calls of tools in message lists, as chat APIs write them, and the tools that the list declares beside them. */
import {
  dataOf,
  type JsonNode,
  type JsonReading,
  type JsonString,
  memberOf,
  textOf,
} from '../../syntax/json-reader.ts';
import type { Schema } from '../schema.ts';

export interface ApiCall {
  readonly node: JsonNode;
  readonly id: JsonString | undefined;
  readonly name: string | undefined;
  /** A string of JSON; some data sets have the object itself. */
  readonly arguments: JsonNode | undefined;
}

/** The calls of a message; the older `function_call` has no id. */
export function callsOf(message: JsonNode): ApiCall[] {
  const calls = memberOf(message, 'tool_calls')?.value;
  const older = memberOf(message, 'function_call')?.value;
  return [
    ...(calls?.kind === 'array' ? calls.items.map((node) => callIn(node, memberOf(node, 'function')?.value)) : []),
    ...(older?.kind === 'object' ? [callIn(older, older)] : []),
  ];
}

function callIn(node: JsonNode, of: JsonNode | undefined): ApiCall {
  const id = memberOf(node, 'id')?.value;
  return {
    node,
    id: id?.kind === 'string' ? id : undefined,
    name: textOf(of, 'name'),
    arguments: memberOf(of, 'arguments')?.value,
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

/** `{type: 'function', function: {name, parameters}}`, or that object alone. */
function schemaIn(tool: JsonNode): [string, Schema][] {
  const of = memberOf(tool, 'function')?.value ?? tool;
  const name = textOf(of, 'name');
  const parameters = memberOf(of, 'parameters')?.value;
  return name === undefined || parameters?.kind !== 'object' ? [] : [[name, dataOf(parameters) as Schema]];
}
