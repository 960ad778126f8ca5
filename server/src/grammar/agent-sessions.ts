/**
 * The logs of agents' sessions, and the signs by which their records are recognized. For the meaning of each record, see
 * `session-records.ts`.
 */

/** The supported logs, with the names that users know them by. */
export const sessionFormats = {
  'claude-code': 'Claude Code session',
  codex: 'Codex session',
  'codex-exec': 'Codex events (`codex exec --json`)',
  'session-traces': 'Hugging Face session trace',
  pi: 'Pi session',
  droid: 'Droid session',
  cursor: 'Cursor session',
  atif: 'ATIF trajectory',
  'open-telemetry': 'OpenTelemetry GenAI messages',
  'ui-messages': 'AI SDK UI messages',
} as const;

export type SessionFormat = keyof typeof sessionFormats;

/**
 * The maximum number of records that are read from one session. A session is read as a whole, and each record takes some
 * kilobytes of memory. The limit is far more than agents write, and still fits into one process.
 */
export const MAX_SESSION_RECORDS = 250_000;

/** Record types and keys that together identify a format. If `types` is missing, the records of the format have no type. */
interface RecordSign {
  readonly format: SessionFormat;
  readonly types?: readonly string[];
  readonly members: readonly string[];
  /** All keys that the record may have. Only set if `members` alone are not distinctive. */
  readonly only?: readonly string[];
}

/** The signs of all formats, in the order in which they are tried on each record. */
export const recordSigns: readonly RecordSign[] = [
  {
    format: 'claude-code',
    types: ['user', 'assistant', 'system', 'attachment', 'progress'],
    members: ['uuid', 'sessionId'],
  },
  { format: 'claude-code', types: ['summary'], members: ['leafUuid'] },
  // Logs that other programs write for display may lack the session id.
  { format: 'claude-code', types: ['user', 'assistant'], members: ['parentUuid', 'message'] },
  { format: 'claude-code', types: ['file-history-snapshot'], members: ['messageId', 'snapshot'] },
  {
    format: 'claude-code',
    types: [
      ...['queue-operation', 'last-prompt', 'custom-title', 'ai-title', 'agent-name', 'permission-mode', 'pr-link'],
      ...['worktree-state', 'bridge-session', 'agent-setting', 'mode', 'tag'],
    ],
    members: ['sessionId'],
  },
  // The output of the SDK and of `--output-format stream-json`.
  { format: 'claude-code', types: ['system'], members: ['subtype', 'session_id'] },
  {
    format: 'claude-code',
    types: ['user', 'assistant', 'stream_event'],
    members: ['session_id', 'parent_tool_use_id'],
  },
  {
    format: 'codex',
    types: ['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted', 'world_state'],
    members: ['payload'],
  },
  // The first line of logs from 2025, when records did not yet have a type.
  {
    format: 'codex',
    members: ['id', 'timestamp', 'instructions'],
    only: ['id', 'timestamp', 'instructions', 'git'],
  },
  { format: 'codex', members: ['record_type'], only: ['record_type'] },
  { format: 'codex-exec', types: ['thread.started'], members: ['thread_id'] },
  { format: 'codex-exec', types: ['item.started', 'item.updated', 'item.completed'], members: ['item'] },
  { format: 'session-traces', types: ['session'], members: ['harness'] },
  { format: 'pi', types: ['session'], members: ['cwd'] },
  {
    format: 'pi',
    types: ['message', 'model_change', 'thinking_level_change', 'compaction'],
    members: ['id', 'parentId'],
  },
  { format: 'droid', types: ['session_start'], members: ['id'] },
  { format: 'cursor', types: ['cursor_session_meta', 'cursor_available_tools'], members: [] },
];

/** Types of the parts that identify messages of the Responses API. */
export const itemParts: readonly string[] = ['input_text', 'output_text'];

/**
 * The field of an answer in version 4 of the AI SDK that holds its calls, next to its text. `uiParts`: the types of parts that no other
 * format has.
 */
export const invocationsMember = 'toolInvocations';
export const uiParts: readonly string[] = ['step-start', 'tool-invocation'];

/** The field that identifies an ATIF trajectory, and the beginning of its value. */
export const trajectoryVersion = { member: 'schema_version', begins: 'ATIF-' } as const;

/** A part of the path of the working directory by which sessions of OpenClaw are recognized; all other sessions are of Pi. */
export const openClawFolder = '/.openclaw/';

/** The highest known versions of formats that have a version. If a log has a higher version, its known parts are still read. */
export const knownVersions = { atif: [1, 7], pi: [3, 0] } as const;

/** Attributes of OpenTelemetry that hold messages, in the order of the conversation. */
export const telemetryMessages = [
  'gen_ai.system_instructions',
  'gen_ai.input.messages',
  'gen_ai.output.messages',
] as const;
/** The attribute with the tools available to the model. */
export const telemetryTools = 'gen_ai.tool.definitions';
/** The lists of messages that OpenInference spreads over several attributes, in conversation order, and the attributes with the tools. */
export const openInferenceMessages = ['llm.input_messages', 'llm.output_messages'] as const;
export const openInferenceTools = 'llm.tools';
/** The keys on the path from the root of an export to each list of spans or log records. */
export const telemetryRoots = [
  ['resourceSpans', 'scopeSpans', 'spans'],
  ['resourceLogs', 'scopeLogs', 'logRecords'],
] as const;
/** The attribute with the conversation id of a request, and the one with the id of the call that a span executed. */
export const telemetryConversation = 'gen_ai.conversation.id';
export const telemetryCall = 'gen_ai.tool.call.id';
/** The status codes of a span that failed. */
export const telemetryFailure: readonly (string | number)[] = [2, 'STATUS_CODE_ERROR'];
