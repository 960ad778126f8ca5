/** Reads a JSON value as conversations: a single one, or one for each row in a list. */
import { dialects, type JsonDialectId } from '../../grammar/index.ts';
import { partsOf } from '../../model/json/list.ts';
import { isListOfLists } from '../../model/json/projection.ts';
import { foreignLogAdvice } from '../../model/json/shapes/foreign-logs.ts';
import { isAdaptedPart } from '../../model/json/shapes/value-parts.ts';
import { unwrapped } from '../../model/json/shapes/wrapped.ts';
import { conversationsOf, shapeOf } from '../../model/json/shapes.ts';
import type { DialectChoice } from '../../syntax/dialect.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { jsonUnit } from '../../syntax/json/json-unit.ts';
import { type JsonNode, type JsonReading, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { sourceOffsets } from '../../syntax/json/strings.ts';
import type { Span } from '../../syntax/span.ts';
import { Transcript } from '../../syntax/transcript.ts';
import type { Conversation } from '../conversation.ts';
import { dialectOfForm, type From, jsonForm, type TargetName } from '../forms.ts';
import type { Notes } from '../notes.ts';
import { readChats } from './chats-of.ts';
import { readProjection } from './projection.ts';
import { noteSession } from './session.ts';
import { readTranscript } from './text.ts';
import { headerMembers } from './unread.ts';
import { noteUntaken } from './untaken.ts';
import { publicJson, publicTranscript } from './user-visible.ts';
import { readWire } from './wire.ts';

/** The conversations in a value; `rows`: the number of rows, if it is a list. */
export interface Conversations {
  readonly conversations: readonly Conversation[];
  readonly rows: number | undefined;
  /** Whether the parts that no reader took are already noted. */
  readonly accounted?: boolean;
}

interface ValueOptions {
  readonly from: From;
  /** Whether to read only the parts that end users see. */
  readonly public?: boolean | undefined;
  /** Whether to also read the rejected answers of preference pairs. */
  readonly keepsRejected?: boolean | undefined;
  /** Set if the conversation is for a model, which sees summaries instead of the messages that they replaced. */
  readonly sampling?: string | undefined;
}

/** Reads a value. `isPlaced`: whether the positions of its nodes refer to the text of the reading. */
export function readValue(reading: JsonReading, options: ValueOptions, isPlaced: boolean, notes: Notes): Conversations {
  const { from, keepsRejected = false, sampling } = options;
  const seenByModel = sampling !== undefined;
  const { root } = reading;
  if (root === undefined) return none;
  // The dialect is that of the format that the user named, or else the one that the shape of the value indicates.
  const { dialect = shapeOf(reading)?.dialect, verbatim = false } = jsonForm(from) ?? {};
  const text = isPlaced ? reading.text : undefined;
  const knownDialectId = dialects.find((one) => one === dialectOfForm(from));
  const choice: DialectChoice = { unsettled: 'harmony', ...(knownDialectId && { dialect: knownDialectId }) };
  const reader = dialect && getOwn(readers, dialect);
  if (dialect && options.public) return publicIn(root, reading, dialect, choice, notes);
  if (reader) {
    const conversations = reader(root, text, notes, { reading, verbatim, keepsRejected, seenByModel, choice });
    if (!notes.refused && !conversations.accounted) noteUntaken(root, notes);
    return conversations;
  }
  notes.refuse(
    root,
    foreignLogAdvice(root) ??
      'This is not a conversation in a recognized format. If it is a conversation, name its format with `--from`.',
  );
  return none;
}

const none: Conversations = { conversations: [], rows: undefined };
interface How {
  readonly reading: JsonReading;
  /** Whether tags and tokens in the content are plain text. */
  readonly verbatim: boolean;
  /** Whether to also read the rejected answers of preference pairs. */
  readonly keepsRejected: boolean;
  /** Whether to drop the messages that a summary replaced for the model. */
  readonly seenByModel: boolean;
  /** The dialect in which transcripts in strings are read. */
  readonly choice: DialectChoice;
}

type Reader = (root: JsonNode, text: string | undefined, notes: Notes, how: How) => Conversations;

/** The format that a value already has, if that format can also be written. */
export function formIn(reading: JsonReading, from: From): string | undefined {
  if (from !== undefined) {
    const { varies, has = [] } = jsonForm(from) ?? {};
    return varies || !hasMembers(reading.root, has) ? undefined : from;
  }
  const { form, lacks } = getOwn(formOfShape, shapeOf(reading)?.name) ?? {};
  if (lacks === undefined) return form;
  return hasAny(reading, lacks) || (reading.root && !isNamedMessages(reading.root)) ? undefined : form;
}

/** Whether a value, or each row in a list, has all of these fields. */
const hasMembers = (root: JsonNode | undefined, keys: readonly string[]): boolean =>
  keys.length === 0 ||
  (root !== undefined && (rowsIn(root) ?? [root]).every((row) => keys.every((key) => memberOf(row, key))));

/** Whether messages are in the field `messages` or in a plain list, and not in a field with a different name. */
function isNamedMessages(root: JsonNode): boolean {
  if (root.kind === 'array')
    return root.items.every((item) => textOf(item, 'role') !== undefined || isNamedMessages(item));
  return textOf(root, 'role') !== undefined || memberOf(unwrapped(root), 'messages')?.value?.kind === 'array';
}

/** The formats that are identified by their shape, and the message fields that would indicate another format. */
const formOfShape: Readonly<Record<string, { readonly form: TargetName; readonly lacks?: readonly string[] }>> = {
  messages: { form: 'messages', lacks: headerMembers },
  projection: { form: 'openchatml-json' },
  wire: { form: 'chatml-wire' },
};

function hasAny({ root }: JsonReading, keys: readonly string[]): boolean {
  const { messages = [] } = (root && conversationsOf(root)) ?? {};
  if (messages.some((message) => partsOf(message).some(isAdaptedPart))) return true;
  return messages.some((message) => keys.some((key) => memberOf(message, key) !== undefined));
}

const readers: Partial<Record<JsonDialectId | 'text', Reader>> = {
  messages(root, text, notes, { verbatim, keepsRejected, seenByModel }) {
    const rows = rowsIn(root);
    const conversations = (rows ?? [root]).flatMap(
      (row) => readChats({ root: row, text, verbatim, keepsRejected, seenByModel }, notes) ?? refused(row, notes),
    );
    const session = rows ? undefined : conversationsOf(root)?.session;
    if (session) noteSession(session, notes, seenByModel);
    return { conversations, rows: rows?.length, accounted: session !== undefined };
  },
  'openchatml-json'(root, text, notes) {
    const rows = root.kind === 'array' && isListOfLists(root) ? root.items : undefined;
    const conversations = (rows ?? [root]).map((row) => readProjection({ root: row, text }, notes));
    return { conversations, rows: rows?.length };
  },
  'chatml-wire'(_, text, notes, { reading }) {
    return one(readWire(reading, text, notes));
  },
  text(root, text, notes, { choice }) {
    const rows = root.kind === 'array' ? root.items : undefined;
    const conversations = (rows ?? [root]).flatMap((row) => {
      const string = memberOf(row, 'text')?.value;
      if (string?.kind !== 'string') return refused(row, notes);
      notes.take(string);
      return [textIn(string, text, choice, notes)];
    });
    return { conversations, rows: rows?.length };
  },
};

const one = (conversation: Conversation): Conversations => ({ conversations: [conversation], rows: undefined });

function refused(row: JsonNode, notes: Notes): [] {
  notes.refuse(row, 'A conversation is expected here.');
  return [];
}

/** The rows in a list of conversations. */
export function rowsIn(root: JsonNode): readonly JsonNode[] | undefined {
  if (root.kind === 'array' && isListOfLists(root)) return root.items;
  const unwrappedRoot = unwrapped(root);
  const { list, rowOf } = conversationsOf(unwrappedRoot) ?? {};
  return rowOf && list?.kind === 'array' ? list.items : undefined;
}

/** Reads a string that is a transcript as a conversation. */
function textIn(string: JsonString, text: string | undefined, choice: DialectChoice, notes: Notes): Conversation {
  const transcript = new Transcript('', 'ocml', 0, string.value, choice);
  const offsets = text === undefined ? undefined : sourceOffsets(text, string);
  const originOf = ({ start, end }: Span) =>
    offsets ? { start: offsets[start] ?? string.start, end: offsets[end] ?? string.end } : string;
  return readTranscript(transcript, notes, originOf);
}

/** Reads the part of a value, or of each row in a list, that users see. */
function publicIn(
  root: JsonNode,
  reading: JsonReading,
  dialect: JsonDialectId | 'text',
  choice: DialectChoice,
  notes: Notes,
): Conversations {
  const rows = dialect === 'text' ? (root.kind === 'array' ? root.items : undefined) : rowsIn(root);
  const { text } = reading;
  // The records of a session form one value together, although their text is not one JSON value.
  const unitOf = (row: JsonNode) => (rows ? jsonUnit(text.slice(row.start, row.end)) : { ...jsonUnit(text), reading });
  const conversations = (rows ?? [root]).flatMap((row) => {
    if (dialect !== 'text') return [publicJson(unitOf(row), dialect)];
    const string = memberOf(row, 'text')?.value;
    if (string?.kind !== 'string') return refused(row, notes);
    return [publicTranscript(new Transcript('', 'ocml', 0, string.value, choice), () => string)];
  });
  return { conversations, rows: rows?.length };
}
