/** Logs of agents' sessions: by what their records are recognised. What each record means is in `session-records.ts`. */

/** The programs whose logs are read, by the names that users know. */
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
 * The most records of one session that are read. A session is read as a whole, and a record takes some kilobytes of memory: this is far
 * more than agents write, and little enough for one process.
 */
export const MAX_SESSION_RECORDS = 250_000;

/** Record types and members that together tell a format. Without `types`, a record has no type. */
interface RecordSign {
  readonly format: SessionFormat;
  readonly types?: readonly string[];
  readonly members: readonly string[];
  /** All members that the record may have, where those are not telling by themselves. */
  readonly only?: readonly string[];
}

/** In the order in which they are tried on each record. */
export const recordSigns: readonly RecordSign[] = [
  {
    format: 'claude-code',
    types: ['user', 'assistant', 'system', 'attachment', 'progress'],
    members: ['uuid', 'sessionId'],
  },
  { format: 'claude-code', types: ['summary'], members: ['leafUuid'] },
  // Logs that other programs write for viewers may lack the session.
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
  // The first line of 2025, before records had a type.
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

/** Types of the parts by which messages of the Responses API are recognised. */
export const itemParts: readonly string[] = ['input_text', 'output_text'];

/** Where version 4 of the AI SDK keeps the calls of an answer, next to its text; and parts that no other format has. */
export const invocationsMember = 'toolInvocations';
export const uiParts: readonly string[] = ['step-start', 'tool-invocation'];

/** The member by which a trajectory in ATIF is recognised, and how its value begins. */
export const trajectoryVersion = { member: 'schema_version', begins: 'ATIF-' } as const;

/** Sessions of OpenClaw have this in the folder that they are of; otherwise they are those of Pi. */
export const openClawFolder = '/.openclaw/';

/** The versions of formats that are known, of those that say theirs; a higher one is read as far as it is known. */
export const knownVersions = { atif: [1, 7], pi: [3, 0] } as const;

/** Attributes of OpenTelemetry that hold messages, in the order of the conversation. */
export const telemetryMessages = [
  'gen_ai.system_instructions',
  'gen_ai.input.messages',
  'gen_ai.output.messages',
] as const;
/** The attribute with the tools that the model has. */
export const telemetryTools = 'gen_ai.tool.definitions';
/** Lists of messages that OpenInference spreads over attributes, in the order of the conversation, and its tools. */
export const openInferenceMessages = ['llm.input_messages', 'llm.output_messages'] as const;
export const openInferenceTools = 'llm.tools';
/** Where exported spans and events are: the members that lead from the root to each of them. */
export const telemetryRoots = [
  ['resourceSpans', 'scopeSpans', 'spans'],
  ['resourceLogs', 'scopeLogs', 'logRecords'],
] as const;
/** Attributes that name the conversation of a request, and the call that a span ran. */
export const telemetryConversation = 'gen_ai.conversation.id';
export const telemetryCall = 'gen_ai.tool.call.id';
/** The status of a span that failed. */
export const telemetryFailure: readonly (string | number)[] = [2, 'STATUS_CODE_ERROR'];
