/** The readers for all session formats. They are loaded with the first session. */
import { MAX_SESSION_RECORDS, type SessionFormat } from '../../../grammar/agent-sessions.ts';
import type { JsonNode } from '../../../syntax/json/nodes.ts';
import { takeContinued } from '../../../syntax/json/records.ts';
import type { Conversations } from '../shapes/conversation.ts';
import { readTrajectory } from './atif.ts';
import { readClaudeCode } from './claude-code.ts';
import { readCodex } from './codex.ts';
import { readCodexExec } from './codex-exec.ts';
import { readCursor, readDroid } from './droid.ts';
import { itemsOf } from './message-nodes.ts';
import { readTelemetry } from './open-telemetry.ts';
import { readPi } from './pi.ts';
import { SaidBefore } from './said-before.ts';
import { type ReadFurther, SessionBuilder } from './session.ts';
import { readSessionTrace } from './session-traces.ts';
import { readUiMessages } from './ui-messages.ts';

/** Reads a session, which is either a list of records or a single value, and adds what it finds to a builder. */
type SessionReader = (root: JsonNode, session: SessionBuilder) => ReadFurther | undefined | void;

const readers: Readonly<Record<SessionFormat, SessionReader>> = {
  'claude-code': readClaudeCode,
  codex: readCodex,
  'codex-exec': readCodexExec,
  'session-traces': readSessionTrace,
  pi: readPi,
  droid: readDroid,
  cursor: readCursor,
  atif: readTrajectory,
  'open-telemetry': readTelemetry,
  'ui-messages': readUiMessages,
};

/** A session that was read, and that can be continued if its log grows. */
interface SessionRead {
  readonly format: SessionFormat;
  readonly session: SessionBuilder;
  readonly readFurther: ReadFurther | undefined;
  /** The number of records that were read, and the last of them. */
  count: number;
  last: JsonNode | undefined;
  messages: readonly JsonNode[];
}

const reads = new WeakMap<JsonNode, SessionRead>();

/** Reads a session in a given format as conversations. */
export function readSession(root: JsonNode, format: SessionFormat): Conversations {
  const before = takeContinued(root);
  const sessionRead = before && reads.get(before);
  const records = itemsOf(root);
  const torn = records.length > 0 && records.at(-1)?.kind === 'broken' ? records.at(-1) : undefined;
  const count = torn ? records.length - 1 : records.length;
  const read =
    (sessionRead && readOn(sessionRead, format, records, count)) ??
    readAnew(root, format, count, sessionRead?.messages);
  if (before && sessionRead === read) reads.delete(before);
  const conversations = read.session.conversations(root.kind === 'array' ? root : undefined, torn);
  read.messages = conversations.messages;
  reads.set(root, read);
  return conversations;
}

/** Reads the records that were appended to a log; undefined if the log must be read again, because more has changed than the end. */
function readOn(
  sessionRead: SessionRead,
  format: SessionFormat,
  records: readonly JsonNode[],
  count: number,
): SessionRead | undefined {
  const { readFurther } = sessionRead;
  const isContinued =
    sessionRead.format === format && count >= sessionRead.count && records[sessionRead.count - 1] === sessionRead.last;
  if (readFurther === undefined || !isContinued) return undefined;
  const newRecords = records.slice(sessionRead.count, count);
  if (newRecords.some(({ kind }) => kind !== 'object') || !readFurther(newRecords)) return undefined;
  sessionRead.count = count;
  sessionRead.last = records[count - 1];
  return sessionRead;
}

function readAnew(
  root: JsonNode,
  format: SessionFormat,
  count: number,
  messages: readonly JsonNode[] | undefined,
): SessionRead {
  const session = new SessionBuilder(format, messages && new SaidBefore(messages));
  const records = itemsOf(root).slice(0, count);
  const isTooLong = root.kind === 'array' && count > MAX_SESSION_RECORDS;
  const node = isTooLong ? { ...root, items: records.slice(0, MAX_SESSION_RECORDS) } : root;
  countBroken(itemsOf(node).slice(0, count), session);
  const further = readers[format](node, session) ?? undefined;
  // If the log is too long, records that are appended later are not read either, since they follow unread records.
  const readFurther = isTooLong ? undefined : further;
  if (isTooLong) countUnread(records, session);
  return { format, session, readFurther, count, last: records.at(-1), messages: [] };
}

/** Counts the records after the last one that was read. */
function countUnread(records: readonly JsonNode[], session: SessionBuilder): void {
  for (const record of records.slice(MAX_SESSION_RECORDS)) session.count('unread record', 'unread', record);
  session.fault('too-many', records[MAX_SESSION_RECORDS] as JsonNode);
}

/** Counts the lines that are not valid JSON. The last line is not included if it may be incomplete. */
function countBroken(records: readonly JsonNode[], session: SessionBuilder): void {
  for (const record of records) {
    if (record.kind === 'object') continue;
    session.count('unreadable line', 'broken', record);
    session.fault('broken', record);
  }
}
