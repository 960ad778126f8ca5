/** Reads a row of a data set as input for a template. Each string remembers its place in the row, and the message that contains it. */
import type { JsonNode } from '../syntax/json/nodes.ts';
import { memberOf, textOf } from '../syntax/json/nodes.ts';
import { readJson } from '../syntax/json/read.ts';
import type { Source } from '../templates/input/conversation.ts';
import { fromSource, isText, plain } from '../templates/jinja/runtime/text.ts';
import type { Dict, Value } from '../templates/jinja/runtime/values.ts';
import { type TakeString, valueOf } from '../templates/values.ts';

/** A string in a row, with the role of the message that contains it. */
export interface RowSource extends Source {
  readonly role: string | undefined;
  /** The key of the list of messages that contains the string, such as `messages` or `chosen`. */
  readonly list: string | undefined;
}

export interface Row {
  readonly value: Dict;
  readonly sources: readonly RowSource[];
}

/** The lists of messages that a row may contain. `after`: the list whose messages precede those of this list. */
const lists: ReadonlyMap<string, { readonly after?: string }> = new Map([
  ['messages', {}],
  ['conversations', {}],
  ['prompt', {}],
  ['completion', { after: 'prompt' }],
  ['chosen', { after: 'prompt' }],
  ['rejected', { after: 'prompt' }],
]);

/** The keys of a message whose values are its content, reasoning or calls. */
const contentKeys: ReadonlySet<string> = new Set([
  'content',
  'value',
  'reasoning_content',
  'reasoning',
  'thinking',
  'tool_calls',
]);

/** The fields of a row from which trainers read texts or conversations. */
const trainedMembers: readonly string[] = [...lists.keys(), 'text'];

/** Whether a line of JSON is a training row: a list of messages, or an object with a list of messages or a text. */
export function isTrainingRow(line: string): boolean {
  const { root } = readJson(line);
  if (root?.kind === 'array') return root.items.length > 0 && root.items.every((one) => one.kind === 'object');
  return trainedMembers.some((name) => memberOf(root, name) !== undefined);
}

/** Reads a line. `names`: further fields that are lists of messages. Throws, with a message for the user, if the line is not a row. */
export function readRow(line: string, names: readonly string[] = []): Row {
  try {
    return rowOf(line, names);
  } catch (error) {
    throw error instanceof SyntaxError ? error : new SyntaxError(`it is ${(error as Error).message}`);
  }
}

/**
 * Returns the first row of a data set, which some trainers use to decide how to treat all rows. The result is empty if the row cannot be
 * read.
 */
export function firstRowOf(line: string, names: readonly string[] = []): Dict {
  try {
    return rowOf(line, names).value;
  } catch {
    // The error is reported when the row itself is read.
    return new Map();
  }
}

/** Returns the rows of a JSON list; undefined if the value is a single row, such as a list of messages. */
export const rowsInList = (root: JsonNode): readonly JsonNode[] | undefined =>
  root.kind === 'array' && !root.items.every(isMessage) ? root.items : undefined;

const isMessage = (node: JsonNode): boolean =>
  memberOf(node, 'role') !== undefined && memberOf(node, 'messages') === undefined;

function rowOf(line: string, names: readonly string[]): Row {
  const { root, faults } = readJson(line);
  const [fault] = faults;
  if (fault !== undefined) throw new SyntaxError('this line is not valid JSON');
  if (root?.kind === 'array' && root.items.every((item) => item.kind === 'object')) {
    const sources: RowSource[] = [];
    return { value: new Map([['messages', messagesOf(root, line, 0, sources, 'messages')]]), sources };
  }
  if (root?.kind !== 'object') throw new SyntaxError('this line is not an object');
  const sources: RowSource[] = [];
  const value: Dict = new Map();
  const lengthOf = (name: string | undefined) => {
    const node = name === undefined ? undefined : memberOf(root, name)?.value;
    return node?.kind === 'array' ? node.items.length : 0;
  };
  for (const { key, value: node } of root.members) {
    if (!node) continue;
    const list = lists.get(key.value) ?? (names.includes(key.value) ? {} : undefined);
    value.set(
      key.value,
      list !== undefined && node.kind === 'array'
        ? messagesOf(node, line, lengthOf(list.after), sources, key.value)
        : valueOf(node, line, taking(undefined, undefined, key.value, sources, undefined)),
    );
  }
  return { value, sources };
}

function messagesOf(list: JsonNode, line: string, first: number, sources: RowSource[], name: string): Value[] {
  if (list.kind !== 'array') return [];
  return list.items.map((node, i) => {
    if (node.kind !== 'object') return valueOf(node, line, taking(first + i, undefined, undefined, sources, name));
    const role = textOf(node, 'role') ?? textOf(node, 'from');
    const message: Dict = new Map();
    for (const { key, value } of node.members)
      if (value) message.set(key.value, valueOf(value, line, taking(first + i, role, key.value, sources, name)));
    return message;
  });
}

const taking =
  (
    message: number | undefined,
    role: string | undefined,
    part: string | undefined,
    sources: RowSource[],
    list: string | undefined,
  ): TakeString =>
  ({ value, start, end, exact }, key) => {
    const content =
      part !== undefined && contentKeys.has(part) && (key === undefined || key === 'text' || part === key);
    const source: RowSource = { message, role, list, part, key, value, start, end, exact, content };
    return fromSource(value, sources.push(source) - 1);
  };

/** Whether a string of a row belongs to the sequence `part`. For example, the chosen answer does not belong to `rejected`. */
export const isInPart = ({ list }: RowSource, part: string | undefined): boolean =>
  list === part || (list !== 'chosen' && list !== 'rejected');

/** Returns the text of a value; undefined if the value is not a string. */
export const textIn = (value: Value | undefined): string | undefined =>
  value !== undefined && isText(value) ? plain(value) : undefined;

/** Returns the items of a list; undefined if the value is not a list. */
export const listIn = (value: Value | undefined): Value[] | undefined => (Array.isArray(value) ? value : undefined);

export const dictIn = (value: Value | undefined): Dict | undefined => (value instanceof Map ? value : undefined);
