/**
 * Recognizes the shape of a JSON value by its content, using a table with one row for each shape. The shapes are tried in
 * the order of the table.
 */
import { channels, isUnchosen, type JsonDialectId, rowListMembers, type ShapeName } from '../../grammar/index.ts';
import { plainTextMembers, textMember } from '../../grammar/json-rows.ts';
import { debugEvents, streamEventFacts } from '../../grammar/stream-events.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { type JsonNode, type JsonReading, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { agentSessions } from './sessions/shape.ts';
import { agentEvents } from './shapes/agent-events.ts';
import { answerLists, textLists } from './shapes/answer-lists.ts';
import {
  dialogueText,
  instructions,
  messagesAndAnswer,
  preference,
  promptCompletion,
  promptOnly,
  turnPairs,
} from './shapes/answer-shapes.ts';
import { anthropic, chatCompletion, responses } from './shapes/api-shapes.ts';
import { choiceQuestions, comparedSessions, comparisons } from './shapes/compared.ts';
import { type ConversationShape, type Conversations, firstOf, isArray, valueOf } from './shapes/conversation.ts';
import { isConverse } from './shapes/converse.ts';
import { elements } from './shapes/elements.ts';
import { evaluationSamples } from './shapes/evaluation-samples.ts';
import { exportedTrees } from './shapes/exported-tree.ts';
import { cohereMessages, libraryMessages, servedMessage, simulations } from './shapes/saved-messages.ts';
import { promptedSessions, sessions, turnLists } from './shapes/session-shapes.ts';
import { agents, conversations, shareGpt } from './shapes/share-gpt.ts';
import { transcriptIn } from './shapes/text-column.ts';
import { flatTrees, trees } from './shapes/trees.ts';
import { needsNoMessages, unwrapped } from './shapes/wrapped.ts';

/**
 * A shape, and the dialect whose rules apply to it. With the `text` dialect, the value contains transcripts, whose dialect is
 * recognized by their tokens.
 */
export interface Shape {
  readonly name: ShapeName;
  readonly dialect: JsonDialectId | 'text';
  matches(root: JsonNode): boolean;
}

/** The names of known events. Names with the same prefixes also count as events. */
const eventNames = new Set([...streamEventFacts.map(({ name }) => name), ...debugEvents]);
const isEvent = (event: string | undefined) =>
  event !== undefined && (eventNames.has(event) || /^(?:response|tool)\./.test(event));

/** Fields that only messages of the projection have. */
const projectionOnly = ['tool_call', 'intent', 'call_id', 'content_type'];
/** Fields that only chat API messages have. */
const chatOnly = ['tool_calls', 'tool_call_id', 'function_call', 'reasoning_content', 'refusal'];
const channelNames = new Set(channels.map(({ name }) => name));

const hasOne = (node: JsonNode, keys: readonly string[]) => keys.some((key) => memberOf(node, key));
const isProjected = (node: JsonNode) =>
  textOf(node, 'role') !== undefined &&
  !hasOne(node, chatOnly) &&
  // If `tool_call` is a list, the message is for a chat API, and the key is a misspelled `tool_calls`.
  !isArray(valueOf(node, 'tool_call')) &&
  (hasOne(node, projectionOnly) || channelNames.has(textOf(node, 'channel') ?? ''));
const isMessage = (node: JsonNode) =>
  memberOf(node, 'role') !== undefined || (textOf(node, 'content') ?? valueOf(node, 'tool_calls')) !== undefined;

const speaks = (node: JsonNode) => textOf(node, 'role') !== undefined;
const saysSomething = (node: JsonNode) => speaks(node) && hasOne(node, ['content', ...chatOnly]);
const isEmpty = (node: JsonNode | undefined) => node?.kind === 'array' && node.items.length === 0;

const messages: ConversationShape = {
  name: 'messages',
  matches(root) {
    const list = root.kind === 'array' ? root : valueOf(root, 'messages');
    if (isConverse(root)) return false;
    // A list named `messages` is not enough, since logs and tables also have lists with this name.
    if (isArray(list)) return firstOf(list).some(list === root ? saysSomething : speaks) || isEmpty(list);
    // A single object is a message of the projection, unless it has a field or content that only chat API messages have.
    return textOf(root, 'role') !== undefined && (hasOne(root, chatOnly) || isArray(valueOf(root, 'content')));
  },
  read(root) {
    const list = root.kind === 'array' ? root : valueOf(root, 'messages');
    return list ? elements(list) : { list: undefined, messages: [], misshapen: [root], conversations: [] };
  },
};

/** The shapes of objects that contain conversations. */
const rows: readonly ConversationShape[] = [
  agentSessions,
  preference,
  trees,
  flatTrees,
  exportedTrees,
  evaluationSamples,
  promptedSessions,
  libraryMessages,
  cohereMessages,
  simulations,
  shareGpt,
  conversations,
  turnPairs,
  promptCompletion,
  messagesAndAnswer,
  turnLists,
  comparisons,
  comparedSessions,
  choiceQuestions,
  instructions,
  answerLists,
  textLists,
  dialogueText,
  agents,
  anthropic,
  chatCompletion,
  servedMessage,
  responses,
  sessions,
  agentEvents,
  promptOnly,
];

/** The shape of an element in a list of rows, which is either an object or a list of messages. */
const rowOf = (item: JsonNode): ConversationShape | undefined =>
  item.kind === 'object' || item.kind === 'array' ? [...rows, messages].find((row) => row.matches(item)) : undefined;

/** The shape of a value in the `messages` dialect. For a list of rows, the result is a shape that reads all of them. */
function conversationShape(root: JsonNode): ConversationShape | undefined {
  const shape = rows.find((row) => row.matches(root));
  if (shape || messages.matches(root)) return shape;
  const list = root.kind === 'array' ? root : rowListIn(root);
  const [first] = firstOf(list);
  const of = first && !isMessage(first) ? rowOf(unwrapped(first)) : undefined;
  if (of === undefined || list?.kind !== 'array') return undefined;
  return { name: of.name, matches: () => true, read: () => all(list, list.items) };
}

/** The list of rows in a file that is a single object. */
const rowListIn = (root: JsonNode) => rowListMembers.map((key) => valueOf(root, key)).find(isArray);

/** The conversations of a list of rows. A row of unknown shape is malformed. */
function all(list: JsonNode, items: readonly JsonNode[]): Conversations {
  const itemOf = new Map<JsonNode, JsonNode>();
  const read = items.map((item) => {
    const row = unwrapped(item);
    const misshapen = needsNoMessages(item) ? [] : [item];
    const conversations = rowOf(row)?.read(row) ?? { list, messages: [], misshapen, conversations: [] };
    for (const message of conversations.messages) itemOf.set(message, item);
    for (const { node } of conversations.texts ?? []) itemOf.set(node, item);
    return conversations;
  });
  const words = read.find((one) => one.words)?.words;
  return {
    list,
    rowOf: itemOf,
    messages: read.flatMap((one) => one.messages),
    misshapen: read.flatMap((one) => one.misshapen),
    conversations: read.flatMap((one) => one.conversations),
    unsaid: read.flatMap((one) => one.unsaid ?? []),
    texts: read.flatMap((one) => one.texts ?? []),
    failed: new Set(read.flatMap((one) => [...(one.failed ?? [])])),
    ...(words && { words }),
  };
}

const textRow: Shape = { name: 'text', dialect: 'text', matches: (root) => textOf(root, textMember) !== undefined };
const inMessages = (row: Pick<ConversationShape, 'name' | 'matches'>): Shape => ({ ...row, dialect: 'messages' });

export const shapes: readonly Shape[] = [
  {
    name: 'wire',
    dialect: 'chatml-wire',
    matches: (root) => root.kind === 'array' && textOf(root.items[0], 'token') !== undefined,
  },
  {
    name: 'events',
    dialect: 'stream-event',
    matches: (root) => isEvent(textOf(root, 'event')),
  },
  ...rows.map(inMessages),
  {
    name: 'projection',
    dialect: 'openchatml-json',
    matches: (root) =>
      root.kind === 'array'
        ? firstOf(root).some((item) => isProjected(item) || firstOf(item).some(isProjected))
        : isProjected(root) ||
          (textOf(root, 'role') !== undefined && textOf(root, 'content') !== undefined && !hasOne(root, chatOnly)),
  },
  inMessages(messages),
  textRow,
];

/** The shape of a list whose elements are all rows with text. */
const textRows: Shape = {
  name: 'text',
  dialect: 'text',
  matches: (root) => root.kind === 'array' && firstOf(root).some(isTextRow),
};
/** Whether an element is a row of plain text. The text may be under another key, but only if no shape with speakers matches. */
const isPlainRow = (row: JsonNode) =>
  isTextRow(row) || (plainTextMembers.some((key) => textOf(row, key) !== undefined) && shapeIn(row) === undefined);
const textRowsOf = (root: JsonNode) => (textRows.matches(root) ? textRows : undefined);
const isTextRow = (row: JsonNode) => shapes.find((one) => one.matches(row))?.name === 'text';

/**
 * Whether a value is a list of rows, each of which could be a line of JSON Lines. The first elements decide this. A session is
 * not a list of rows, since its records are a single conversation.
 */
export function isRowList(root: JsonNode | undefined): boolean {
  if (root?.kind !== 'array' || shapes.some((one) => one.matches(root))) return false;
  const [first] = root.items;
  return (first !== undefined && !isMessage(first) && rowOf(unwrapped(first)) !== undefined) || textRows.matches(root);
}

const shapeByReading = new WeakMap<JsonReading, { readonly shape: Shape | undefined }>();

function shapeIn(root: JsonNode): Shape | undefined {
  const inner = unwrapped(root);
  // Rows of a batch contain only requests to a chat API or responses from it, so other shapes are not tried.
  const row = inner === root ? undefined : rowOf(inner);
  if (inner !== root) return row && inMessages(row);
  const shape = shapes.find((one) => one.matches(root));
  const list = shape === undefined ? conversationShape(root) : undefined;
  return shape ?? (list ? inMessages(list) : textRowsOf(root));
}

/** The shape of a value; undefined if it is unknown. */
export function shapeOf(reading: JsonReading): Shape | undefined {
  const { root } = reading;
  if (root === undefined) return undefined;
  let entry = shapeByReading.get(reading);
  if (entry === undefined) {
    shapeByReading.set(reading, (entry = { shape: shapeIn(root) }));
  }
  return entry.shape;
}

/** Returns the dialect whose rules apply to a value; `json` if the value has an unknown shape or contains transcripts as text. */
export function dialectOf(reading: JsonReading, dialect: JsonDialectId): JsonDialectId {
  if (!isUnchosen(dialect)) return dialect;
  const shapeDialect = shapeOf(reading)?.dialect ?? 'json';
  return shapeDialect === 'text' ? 'json' : shapeDialect;
}

/** Returns the dialect whose rules apply to a unit. The unit is parsed only if no dialect was chosen for the document. */
export function dialectOfUnit(unit: JsonUnit, dialect: JsonDialectId): JsonDialectId {
  return isUnchosen(dialect) ? dialectOf(readUnit(unit), dialect) : dialect;
}

/** Whether a line is a whole conversation, and not a single message or event. */
export function isConversation(unit: JsonUnit, dialect: JsonDialectId): boolean {
  return conversationDialects.has(dialectOfUnit(unit, dialect));
}

const conversationDialects: ReadonlySet<JsonDialectId> = new Set(['messages']);

/**
 * Whether a value for which no dialect was chosen is a row with a transcript as text, or a list of such rows. This is determined
 * by the tokens in the text, or by `shape`, the shape of the file.
 */
export function holdsTexts(reading: JsonReading, shape: ShapeName): boolean {
  if (shapeOf(reading)?.dialect !== 'text') return false;
  return shape === 'text' || (shape !== 'unknown' && transcriptIn(reading) !== undefined);
}

/** The maximum number of values that are examined. */
const few = 5;

/**
 * Returns the value that determines the shape of a file. This is the first valid value of a known shape among the first values or, if none
 * is valid, the first of a known shape.
 */
export function tellingUnit(units: Iterable<JsonUnit>): JsonUnit | undefined {
  let guess: JsonUnit | undefined;
  let unitCount = 0;
  for (const unit of units) {
    if (!/\S/.test(unit.text)) continue;
    const reading = readUnit(unit);
    const shape = shapeOf(reading);
    if (shape !== undefined && (shape.dialect !== 'text' || transcriptIn(reading) !== undefined)) {
      if (reading.faults.length === 0) return unit;
      guess ??= unit;
    }
    if (++unitCount >= few) break;
  }
  return guess;
}

/** Whether a value is a content part, which has a type, or a message, which has a role. */
const isPart = (root: JsonNode): boolean =>
  root.kind === 'array' ? firstOf(root).some(isPart) : hasOne(root, ['type', 'role']);

/** Whether the first values are rows of plain text. This requires a document that can have several rows, as lines or in a list. */
export function isPlainText(units: Iterable<JsonUnit>, lines: boolean): boolean {
  let unitCount = 0;
  for (const unit of units) {
    if (!/\S/.test(unit.text)) continue;
    const { root } = readUnit(unit);
    const isPlain =
      root !== undefined && (lines ? isPlainRow(root) : root.kind === 'array' && firstOf(root).some(isPlainRow));
    if (root === undefined || !isPlain || isPart(root)) return false;
    if (++unitCount >= few) break;
  }
  return unitCount > 0;
}

/** The result for the most recent value, since callers request it twice. A `WeakMap` with every line of a data set would be slower. */
let last: { readonly root: JsonNode; readonly conversations: Conversations | undefined } | undefined;

/** Returns the conversations of a value whose shape is in the `messages` dialect. */
export function conversationsOf(root: JsonNode): Conversations | undefined {
  if (last?.root !== root) last = { root, conversations: readConversations(unwrapped(root)) };
  return last.conversations;
}

function readConversations(root: JsonNode): Conversations | undefined {
  const row = conversationShape(root);
  return (
    row?.read(root) ??
    (messages.matches(root) && memberOf(root, 'role') === undefined ? messages.read(root) : undefined)
  );
}
