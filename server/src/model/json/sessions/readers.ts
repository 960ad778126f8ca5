/** The reader of each format of sessions. Loaded with the first session. */
import type { SessionFormat } from '../../../grammar/agent-sessions.ts';
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
import { SessionBuilder } from './session.ts';
import { readSessionTrace } from './session-traces.ts';
import { readUiMessages } from './ui-messages.ts';

/** Reads the records of a session, or the value that it is, into a builder. */
type SessionReader = (root: JsonNode, session: SessionBuilder) => void;

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

/** A session of some format as a conversation. */
export function readSession(root: JsonNode, format: SessionFormat): Conversations {
  const before = takeContinued(root);
  const known = before && said.get(before);
  const session = new SessionBuilder(format, known && new SaidBefore(known));
  countBroken(root, session);
  readers[format](root, session);
  const read = session.conversations(root.kind === 'array' ? root : undefined);
  said.set(root, read.messages);
  return read;
}

/** The messages of logs that may grow. */
const said = new WeakMap<JsonNode, readonly JsonNode[]>();

/** Counts lines that are not JSON: the last one may still be written. */
function countBroken(root: JsonNode, session: SessionBuilder): void {
  const records = itemsOf(root);
  for (const [i, record] of records.entries()) {
    if (record.kind === 'object') continue;
    const isTorn = record.kind === 'broken' && i === records.length - 1;
    session.count(isTorn ? 'torn line' : 'unreadable line', isTorn ? 'torn' : 'broken', record);
    if (!isTorn) session.fault('broken', record);
  }
}
