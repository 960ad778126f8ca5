/** Rows of data sets as trainers read them: their columns, messages and tools. The checks that all trainers share are here. */
import { type FactoryTags, trainingFlags } from '../../../grammar/api/trainers.ts';
import { rowsOf } from '../../../model/json/list.ts';
import {
  type JsonArray,
  type JsonNode,
  type JsonObject,
  type JsonString,
  memberOf,
} from '../../../syntax/json/nodes.ts';
import { parseJson } from '../../../syntax/json/values.ts';
import type { Span } from '../../../syntax/span.ts';
import type { JsonContext } from '../../support/json-scope.ts';
import type { Finding } from './reader.ts';
import { objectsOf, parameter } from './requests.ts';

export const valueOf = (node: JsonNode | undefined, key: string) => memberOf(node, key)?.value;

export interface RowMessage {
  readonly node: JsonNode;
  readonly role: JsonString | undefined;
  readonly content: JsonNode | undefined;
}

export interface TrainingRow {
  readonly node: JsonObject;
  readonly source: string;
  /** The column of the messages, `messages` or `conversations`. */
  readonly column: string | undefined;
  readonly list: JsonArray | undefined;
  /** Whether the first message uses the keys of ShareGPT rather than those of chat APIs. */
  readonly isShareGpt: boolean;
  readonly messages: readonly RowMessage[];
}

export type RowCheck = (row: TrainingRow) => Iterable<Finding>;

const columns = ['messages', 'conversations'] as const;

/** The rows of a document that are objects. */
export function trainingRowsIn({ reading, text }: JsonContext): TrainingRow[] {
  return rowsOf(reading).flatMap((node) => trainingRowOf(node, text) ?? []);
}

/** Returns the training row in a node, or undefined if the node is not a row. */
export function trainingRowOf(node: JsonNode, text: string): TrainingRow | undefined {
  if (node.kind !== 'object' || memberOf(node, 'choices') || memberOf(node, 'role')) return undefined;
  const column = columns.find((name) => valueOf(node, name)?.kind === 'array');
  const list = column && valueOf(node, column);
  const objects = objectsOf(list).map(([, message]) => message);
  const isShareGpt = memberOf(objects[0], 'from') !== undefined && memberOf(objects[0], 'value') !== undefined;
  return {
    node,
    source: text,
    column,
    isShareGpt,
    list: list?.kind === 'array' ? list : undefined,
    messages: objects.map((message) =>
      inWords(message, isShareGpt ? 'from' : 'role', isShareGpt ? 'value' : 'content'),
    ),
  };
}

function inWords(node: JsonNode, roleKey: FactoryTags['role'], contentKey: FactoryTags['content']): RowMessage {
  const role = valueOf(node, roleKey);
  return { node, role: role?.kind === 'string' ? role : undefined, content: valueOf(node, contentKey) };
}

/** The span at which a fault of a whole row is reported: its first key. */
export const rowSpan = ({ node }: TrainingRow): Span =>
  node.members[0]?.key ?? { start: node.start, end: node.start + 1 };

/** The span at which a fault of a message is reported. */
export const messageSpan = ({ node, role }: RowMessage): Span => role ?? { start: node.start, end: node.start + 1 };

/** Creates a check for flags that exclude a message from training. The trainer ignores them, unless its option `option` names them. */
export const ignoredFlags = (trainer: string, option?: string): RowCheck =>
  function* ({ messages }) {
    for (const { node } of messages) {
      for (const { name, off } of trainingFlags) {
        const member = memberOf(node, name);
        const value = member?.value;
        if (member === undefined || value === undefined || !('value' in value)) continue;
        if (!(off as readonly unknown[]).includes(value.value)) continue;
        yield {
          span: member.key,
          drops: true,
          loses: 'flag',
          says: `${trainer} does not read \`${name}\`, so it trains on this message as on any other. ${option ? `Set \`${option}: ${name}\`, remove` : 'Remove'} the message, or end the row before it.`,
        };
      }
    }
  };

/** Creates a check for tools in a string that is not JSON. `words`: the error that the trainer raises. */
export const brokenTools = (trainer: string): RowCheck =>
  function* ({ node }) {
    const tools = parameter(node, 'tools');
    if (tools?.kind !== 'string' || parseJson(tools.value).error === undefined) return;
    yield {
      span: tools,
      scope: tools,
      codes: ['template-content-type'],
      says: `${trainer} parses \`tools\` as JSON if it is a string, but this string is not valid JSON. Write a list of tools.`,
      words: 'json.decoder.JSONDecodeError',
    };
  };
