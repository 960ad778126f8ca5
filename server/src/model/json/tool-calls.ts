/** Calls of tools in message lists, as chat APIs write them, and the tools that the list declares beside them. */
import { dataOf, type JsonNode, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
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

/** The tools that a request declares. */
export interface DeclaredBeside {
  /** The schemas of their arguments, by name. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Undefined where there are none, or one of a kind that has no name here. */
  readonly names: ReadonlySet<string> | undefined;
}

const cache = new WeakMap<JsonNode, DeclaredBeside>();
const none: DeclaredBeside = { schemas: new Map(), names: undefined };

/**
 * The tools that stand beside the messages of a request or a row: in `tools`, which data sets also keep as a string of
 * JSON, in the older `functions`, or in those of the `input` that a pair answers.
 */
export function declaredBeside(request: JsonNode | undefined): DeclaredBeside {
  if (request === undefined) return none;
  let found = cache.get(request);
  if (found === undefined) {
    const tools = toolsIn(request) ?? toolsIn(memberOf(request, 'input')?.value) ?? [];
    const names = tools.map((tool) => textOf(memberOf(tool, 'function')?.value ?? tool, 'name'));
    const areNamed = names.length > 0 && names.every((name) => name !== undefined);
    found = {
      schemas: new Map(tools.flatMap(schemaIn)),
      names: areNamed ? new Set(names as string[]) : undefined,
    };
    cache.set(request, found);
  }
  return found;
}

function toolsIn(request: JsonNode | undefined): readonly JsonNode[] | undefined {
  const tools = (memberOf(request, 'tools') ?? memberOf(request, 'functions'))?.value;
  const list = tools?.kind === 'string' ? parsed(tools.value) : tools;
  return list?.kind === 'array' ? list.items : undefined;
}

function parsed(text: string): JsonNode | undefined {
  const { root, faults } = readJson(text);
  return faults.length === 0 ? root : undefined;
}

/** `{type: 'function', function: {name, parameters}}`, or that object alone; Anthropic's has an `input_schema`. */
function schemaIn(tool: JsonNode): [string, Schema][] {
  const of = memberOf(tool, 'function')?.value ?? tool;
  const name = textOf(of, 'name');
  const parameters = (memberOf(of, 'parameters') ?? memberOf(of, 'input_schema'))?.value;
  return name === undefined || parameters?.kind !== 'object' ? [] : [[name, dataOf(parameters) as Schema]];
}
