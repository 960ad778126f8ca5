/** Reads OpenInference, in which the messages of a span are flattened to attributes such as `llm.input_messages.0.message.content`. */
import { openInferenceTools } from '../../../grammar/agent-sessions.ts';
import type { JsonNode, JsonObject } from '../../../syntax/json/nodes.ts';
import { readJson } from '../../../syntax/json/read.ts';
import { stringAt } from '../shapes/conversation.ts';
import { listAt, objectAt } from './message-nodes.ts';
import { movedTo } from './telemetry-values.ts';

/** The maximum number of steps in a key. The conventions never need as many. */
const MAX_STEPS = 12;

/** A tree whose leaves are values of attributes. */
type Tree = Map<string, Tree | JsonNode>;

/** Returns the messages of a list, converted to messages and parts of OpenTelemetry. */
export function flattenedMessages(attributes: ReadonlyMap<string, JsonNode>, list: string): JsonNode | undefined {
  const messages = listOf(attributes, `${list}.`);
  const [first] = messages;
  if (first === undefined) return undefined;
  // Attributes can have any order, unlike messages, so all messages get the span of the first attribute.
  return listAt(
    first.at,
    messages.flatMap(({ tree }) => messageOf(subtree(tree, 'message'), first.at) ?? []),
  );
}

/** Returns the declarations of tools, each of which is a JSON Schema in a string. */
export function flattenedTools(attributes: ReadonlyMap<string, JsonNode>): JsonNode | undefined {
  const tools = listOf(attributes, `${openInferenceTools}.`).flatMap(({ tree }) => {
    const schema = leaf(subtree(tree, 'tool'), 'json_schema');
    const jsonReading = schema && readJson(schema.value);
    return schema && jsonReading?.root?.kind === 'object' && jsonReading.faults.length === 0
      ? movedTo(jsonReading.root, schema)
      : [];
  });
  return tools[0] && listAt(tools[0], tools);
}

/** The elements of a list that is spread over several attributes, in numerical order. */
function listOf(attributes: ReadonlyMap<string, JsonNode>, prefix: string): { tree: Tree; at: JsonNode }[] {
  const elements = new Map<number, { tree: Tree; at: JsonNode }>();
  for (const [key, value] of attributes) {
    if (!key.startsWith(prefix)) continue;
    const [number = '', ...steps] = key.slice(prefix.length).split('.', MAX_STEPS);
    if (!/^\d{1,9}$/.test(number) || steps.length === 0) continue;
    const element = elements.get(Number(number)) ?? { tree: new Map(), at: value };
    elements.set(Number(number), element);
    putValue(element.tree, steps, value);
  }
  return [...elements].sort(([a], [b]) => a - b).map(([, element]) => element);
}

function putValue(tree: Tree, steps: readonly string[], value: JsonNode): void {
  let at = tree;
  for (const step of steps.slice(0, -1)) {
    const next = at.get(step);
    const branch: Tree = next instanceof Map ? next : new Map();
    at.set(step, branch);
    at = branch;
  }
  at.set(steps.at(-1) as string, value);
}

const subtree = (tree: Tree | undefined, name: string): Tree | undefined => {
  const child = tree?.get(name);
  return child instanceof Map ? child : undefined;
};

/** The value of a tree under a name, if it is a string. */
function leaf(tree: Tree | undefined, name: string): (JsonNode & { kind: 'string' }) | undefined {
  const child = tree?.get(name);
  return child instanceof Map || child?.kind !== 'string' ? undefined : child;
}

/** The subtrees whose names are numbers, in numerical order. */
const numbered = (tree: Tree | undefined): Tree[] =>
  [...(tree ?? [])]
    .flatMap(([name, value]) => (value instanceof Map ? [[Number(name), value] as const] : []))
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value);

function messageOf(message: Tree | undefined, at: JsonNode): JsonObject | undefined {
  const role = leaf(message, 'role');
  if (role === undefined) return undefined;
  const id = leaf(message, 'tool_call_id');
  const content = leaf(message, 'content');
  const parts = numbered(subtree(message, 'contents')).flatMap((one) => partOf(subtree(one, 'message_content')) ?? []);
  const calls = numbered(subtree(message, 'tool_calls')).map((one) => callOf(subtree(one, 'tool_call'), role));
  const texts = content ? [typed('text', content, { content }), ...parts] : parts;
  const objects = id ? [typed('tool_call_response', id, { id, response: content ?? stringAt(id, '') })] : texts;
  return objectAt(at, { role, parts: listAt(role, [...objects, ...calls]) });
}

const typed = (type: string, at: JsonNode, members: Readonly<Record<string, JsonNode | undefined>>): JsonObject =>
  objectAt(at, { type: stringAt(at, type), ...members });

function partOf(part: Tree | undefined): JsonObject | undefined {
  const text = leaf(part, 'text');
  if (text) return typed(leaf(part, 'type')?.value === 'reasoning' ? 'reasoning' : 'text', text, { content: text });
  const type = leaf(part, 'type');
  return type && typed('file', type, { modality: type });
}

function callOf(call: Tree | undefined, at: JsonNode): JsonObject {
  const of = subtree(call, 'function');
  const [id, name, args] = [leaf(call, 'id'), leaf(of, 'name'), leaf(of, 'arguments')];
  return typed('tool_call', name ?? at, { id, name, arguments: args });
}
