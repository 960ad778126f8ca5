/** Finds tool calls in message lists, in the formats of chat APIs, and the tools that are declared next to the list. */
import { functionsNamespace } from '../../grammar/index.ts';
import { misnamedCalls } from '../../grammar/messages.ts';
import {
  dataOf,
  type JsonMember,
  type JsonNode,
  type JsonReading,
  type JsonString,
  memberOf,
  textOf,
} from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import type { Schema } from '../tools/schema.ts';
import { unwrapped } from './shapes/wrapped.ts';

export interface ApiCall {
  readonly node: JsonNode;
  readonly id: JsonString | undefined;
  readonly name: string | undefined;
  /** The arguments, which are a string of JSON, or in some data sets an object. */
  readonly arguments: JsonNode | undefined;
  /** Whether the API expects the arguments as a string. In Anthropic's blocks, they are an object. */
  readonly asText: boolean;
  /** The content that is the call, in lists in which calls are separate messages. The offsets of the call's nodes are in this string. */
  readonly content?: JsonString;
}

/** Returns the calls of a message, including those in Anthropic's content blocks and in the older `function_call`, which has no id. */
export function callsOf(message: JsonNode): ApiCall[] {
  const calls = memberOf(message, 'tool_calls')?.value ?? misnamed(message)?.value;
  const older = memberOf(message, 'function_call')?.value;
  const content = memberOf(message, 'content')?.value;
  return [
    ...listed(calls).map((node) => callIn(node, functionOf(node))),
    ...(older?.kind === 'object' ? [callIn(older, older)] : []),
    ...(content?.kind === 'array' ? content.items.filter(isBlock('tool_use')).map(blockIn) : []),
  ];
}

/** Returns the calls in content that is JSON, either a single call or a list. */
export function callsInContent(message: JsonNode): ApiCall[] {
  const content = memberOf(message, 'content')?.value;
  if (textOf(message, 'recipient') !== functionsNamespace || content?.kind !== 'string') return [];
  return listed(inString(content.value)).map((node) => ({
    ...callIn(node, node),
    arguments: (memberOf(node, 'arguments') ?? memberOf(node, 'parameters'))?.value,
    content,
  }));
}

/** Whether the calls of a message are a string, so that they cannot be checked. */
export const areCallsText = (message: JsonNode): boolean => memberOf(message, 'tool_calls')?.value?.kind === 'string';

/** Returns the field with calls whose key is misspelled. The key is reported, so replies to these calls are not. */
export function misnamed(message: JsonNode): JsonMember | undefined {
  for (const key of misnamedCalls) {
    const member = memberOf(message, key);
    const calls = listed(member?.value);
    if (calls.length > 0 && calls.every((node) => textOf(functionOf(node), 'name') !== undefined)) return member;
  }
  return undefined;
}

/** The elements of a list. A single object is treated as a list with one element. */
const listed = (node: JsonNode | undefined): readonly JsonNode[] =>
  node?.kind === 'array' ? node.items : node?.kind === 'object' ? [node] : [];

/** The `function` object of a call. In some formats, the call itself has the fields of this object. */
const functionOf = (call: JsonNode) =>
  (memberOf(call, 'function') ?? (memberOf(call, 'name') && { value: call }))?.value;

/** Returns the ids of the calls that a message replies to, in chat APIs or in Anthropic's content blocks. */
export function repliesIn(message: JsonNode): JsonString[] {
  const content = memberOf(message, 'content')?.value;
  const blocks = content?.kind === 'array' ? content.items : [];
  const ids = [
    memberOf(message, 'tool_call_id')?.value,
    ...blocks.filter(isBlock('tool_result')).map((part) => memberOf(part, 'tool_use_id')?.value),
  ];
  return ids.flatMap((id) => idIn(id) ?? []);
}

const idIn = (id: JsonNode | undefined) => (id?.kind === 'string' && id.value !== '' ? id : undefined);

const isBlock = (type: string) => (part: JsonNode) => textOf(part, 'type') === type;

function blockIn(node: JsonNode): ApiCall {
  const id = memberOf(node, 'id')?.value;
  return {
    node,
    id: idIn(id),
    name: textOf(node, 'name'),
    arguments: memberOf(node, 'input')?.value,
    asText: false,
  };
}

/** Whether `function` is the name of the tool, and the arguments are an object next to it, as in logs of Inspect. */
const isNamedOnly = (node: JsonNode, of: JsonNode | undefined): of is JsonString =>
  of?.kind === 'string' && memberOf(node, 'arguments')?.value?.kind === 'object';

function callIn(node: JsonNode, of: JsonNode | undefined): ApiCall {
  const id = memberOf(node, 'id')?.value;
  return {
    node,
    id: idIn(id),
    name: isNamedOnly(node, of) ? of.value : textOf(of, 'name'),
    arguments: memberOf(isNamedOnly(node, of) ? node : of, 'arguments')?.value,
    asText: !isNamedOnly(node, of),
  };
}

/** A tool that is declared next to the messages. */
export interface ApiTool {
  readonly node: JsonNode;
  /** The name of the tool. It has no span in the document if the tools are a string of JSON. */
  readonly name: JsonString;
  readonly description: string;
  /** The schema of the arguments; undefined if the declaration does not have one. */
  readonly schema: Schema | undefined;
}

/** The tools that a request or a row declares. */
export interface DeclaredBeside {
  /** The tools that have a name, in order. */
  readonly tools: readonly ApiTool[];
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The names of the tools; undefined if there are no tools, or if there may be tools whose names are unknown. */
  readonly names: ReadonlySet<string> | undefined;
}

const cache = new WeakMap<JsonNode, DeclaredBeside>();
const none: DeclaredBeside = { tools: [], schemas: new Map(), names: undefined };

/**
 * Returns the tools that are declared next to the messages of a request or a row. They are in `tools`, which is a string of JSON in some
 * data sets, or in the older `functions`. In a pair, they may be in one of these fields of `input`.
 */
export function declaredBeside(request: JsonNode | undefined): DeclaredBeside {
  if (request === undefined) return none;
  let declarations = cache.get(request);
  if (declarations === undefined) {
    const list = listedIn(request) ?? listedIn(memberOf(request, 'input')?.value) ?? [];
    const tools = list.flatMap(toolIn);
    const isWhole = tools.length > 0 && tools.length === list.length;
    declarations = {
      tools,
      schemas: new Map(tools.flatMap(({ name, schema }) => (schema === undefined ? [] : [[name.value, schema]]))),
      names: isWhole ? new Set(tools.map(({ name }) => name.value)) : undefined,
    };
    cache.set(request, declarations);
  }
  return declarations;
}

/** Returns the tools that are declared next to the messages of a document with a single request. */
export const toolsIn = (reading: JsonReading): readonly ApiTool[] => ofDocument(reading).tools;
export const toolNamesIn = (reading: JsonReading): ReadonlySet<string> | undefined => ofDocument(reading).names;

const ofDocument = ({ root }: JsonReading) => declaredBeside(root && unwrapped(root));

function listedIn(request: JsonNode | undefined): readonly JsonNode[] | undefined {
  const tools = (memberOf(request, 'tools') ?? memberOf(request, 'functions'))?.value;
  if (tools?.kind === 'array') return tools.items;
  const toolList = tools?.kind === 'string' ? inString(tools.value) : undefined;
  return toolList?.kind === 'array' ? toolList.items.map(nowhere) : undefined;
}

function inString(text: string): JsonNode | undefined {
  const { root, faults } = readJson(text);
  return faults.length === 0 ? root : undefined;
}

/** Whether a value is a string of JSON that contains a list. */
export const isWrittenList = (node: JsonNode): boolean =>
  node.kind === 'string' && inString(node.value)?.kind === 'array';

/**
 * Whether a value can be the tools of a request: a list, a string of JSON that contains a list, or a value that data sets have in
 * rows without tools.
 */
export function isToolList(tools: JsonNode): boolean {
  const { kind } = tools.kind === 'string' && /\S/.test(tools.value) ? (inString(tools.value) ?? tools) : tools;
  return (
    kind === 'array' || kind === 'null' || kind === 'broken' || (tools.kind === 'string' && !/\S/.test(tools.value))
  );
}

/** Removes the span of the name of a tool that was parsed from a string of JSON, since its offsets are not those in the document. */
function nowhere(tool: JsonNode): JsonNode {
  if (tool.kind !== 'object') return tool;
  const members = tool.members.map(({ key, value }) => ({
    key,
    ...(value && { value: key.value === 'function' ? nowhere(value) : key.value === 'name' ? unplaced(value) : value }),
  }));
  return { ...tool, members } as JsonNode;
}

const unplaced = (node: JsonNode): JsonNode => ({ ...node, start: 0, end: 0 });

/**
 * The tool in a declaration: `{type: 'function', function: {name, parameters}}`, or only the inner object. Anthropic's
 * declarations have an `input_schema`.
 */
function toolIn(node: JsonNode): ApiTool[] {
  const of = memberOf(node, 'function')?.value ?? node;
  const name = memberOf(of, 'name')?.value;
  const parameters = (memberOf(of, 'parameters') ?? memberOf(of, 'input_schema'))?.value;
  if (name?.kind !== 'string') return [];
  const schema = parameters?.kind === 'object' ? (dataOf(parameters) as Schema) : undefined;
  return [{ node, name, description: textOf(of, 'description') ?? '', schema }];
}

/** Whether a call has a type that is not one for function calls. Such calls have other fields. */
export const isCustom = (node: JsonNode) =>
  !['function', 'function_call', 'tool_use', undefined].includes(textOf(node, 'type'));
