/** Invented rollouts in the format of Codex, including difficult cases of the format. */
import { linesOf } from './telling.ts';

type Json = Readonly<Record<string, unknown>>;

let seconds = 0;
const at = () => new Date(Date.UTC(2026, 0, 1) + 1000 * seconds++).toISOString();
const line = (type: string, payload: Json): Json => ({ timestamp: at(), type, payload });
const item = (payload: Json) => line('response_item', payload);
const event = (type: string, rest: Json = {}) => line('event_msg', { type, ...rest });
const meta = (id: string, rest: Json = {}) =>
  line('session_meta', {
    id,
    cwd: '/work',
    cli_version: '0.128.0',
    base_instructions: { text: 'You are Codex.' },
    ...rest,
  });

const says = (role: string, text: string) => ({
  ...{ type: 'message', role },
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
});
const thinks = (summary: string, rest: Json = {}) => ({
  type: 'reasoning',
  summary: summary === '' ? [] : [{ type: 'summary_text', text: summary }],
  ...{ content: null, encrypted_content: 'gAAA', ...rest },
});
const calls = (id: string, name: string, input: Json) => ({
  ...{ type: 'function_call', name, arguments: JSON.stringify(input), call_id: id },
});
const returns = (id: string, output: unknown) => ({ type: 'function_call_output', call_id: id, output });
const user = (text: string) => [event('user_message', { message: text }), item(says('user', text))];

/**
 * Parallel calls, a patch, an error, and thoughts that occur only in an event. Events repeat everything else, and the last line is
 * incomplete.
 */
export const rollout = `${linesOf([
  meta('s1'),
  line('turn_context', { model: 'gpt-x', cwd: '/work', user_instructions: 'Be brief.' }),
  item(says('developer', '<permissions instructions>Ask first.</permissions instructions>')),
  item(says('user', '# AGENTS.md instructions for /work\n\nBe brief.')),
  item(says('user', '<environment_context>\n  <cwd>/work</cwd>\n</environment_context>')),
  ...user('Fix it'),
  event('agent_reasoning', { text: 'I look first.' }),
  item(thinks('I look first.')),
  event('agent_message', { message: 'I look at both files.' }),
  item(says('assistant', 'I look at both files.')),
  item(calls('c1', 'shell', { command: ['cat', 'a'] })),
  item(calls('c2', 'shell', { command: ['cat', 'b'] })),
  item(returns('c1', 'A')),
  item(returns('c2', { content: 'cat: b: No such file', success: false })),
  event('agent_reasoning', { text: 'Only a has to change.' }),
  item(thinks('')),
  item({ type: 'custom_tool_call', status: 'completed', call_id: 'c3', name: 'apply_patch', input: '*** Begin Patch' }),
  event('patch_apply_end', { call_id: 'c3', success: true }),
  item({ type: 'custom_tool_call_output', call_id: 'c3', output: 'Success' }),
  item({ type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'peas' } }),
  item({ type: 'dream', text: 'An item of a later version' }),
  event('token_count', { info: null }),
  item(says('assistant', 'Fixed.')),
  event('task_complete', { last_agent_message: 'Fixed.' }),
])}{"timestamp":"2026-01-01T00:00:40.000Z","type":"event_ms`;

/**
 * A compaction whose list repeats earlier messages and ends with a summary, the second `session_meta` line of a forked session, and an
 * aborted turn.
 */
export const compacted = linesOf([
  meta('s2', { forked_from_id: 's1' }),
  meta('s1'),
  ...user('Count'),
  item(says('assistant', 'Three.')),
  line('compacted', {
    message: '',
    replacement_history: [says('user', 'Count'), says('user', 'Summary: there are three.')],
  }),
  event('context_compacted'),
  item({ type: 'compaction', encrypted_content: 'gAAA' }),
  ...user('Again'),
  item(calls('c1', 'shell', { command: ['wc'] })),
  event('turn_aborted', { reason: 'interrupted' }),
  item(says('user', '<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>')),
  ...user('Never mind'),
  item(says('assistant', 'Fine.')),
]);

/** Two turns that were rolled back. */
export const rolledBack = linesOf([
  meta('s3'),
  ...user('First'),
  item(says('assistant', 'One.')),
  ...user('Second'),
  item(thinks('A secret plan.')),
  item(says('assistant', 'Two.')),
  ...user('Third'),
  item(says('assistant', 'Three.')),
  event('thread_rolled_back', { num_turns: 2 }),
  ...user('Fourth'),
  item(says('assistant', 'Four.')),
]);

/** A file from 2025: a first line without a type, and items without an envelope. */
export const old = linesOf([
  { id: 's4', timestamp: at(), instructions: 'Be brief.', git: { branch: 'main' } },
  { record_type: 'state' },
  says('user', 'List'),
  thinks('', { content: [{ type: 'reasoning_text', text: 'I call ls.' }], encrypted_content: undefined }),
  { type: 'local_shell_call', call_id: 'c1', status: 'completed', action: { type: 'exec', command: ['ls'] } },
  returns('c1', '{"output":"a","metadata":{"exit_code":0}}'),
  says('assistant', 'Only a.'),
]);

/** The output of `codex exec --json`. */
export const printed = linesOf([
  { type: 'thread.started', thread_id: 't1' },
  { type: 'turn.started' },
  { type: 'item.completed', item: { id: 'item_0', type: 'reasoning', text: 'I list the files.' } },
  { type: 'item.started', item: { id: 'item_1', type: 'command_execution', command: 'ls', status: 'in_progress' } },
  {
    type: 'item.completed',
    item: {
      id: 'item_1',
      type: 'command_execution',
      command: 'ls',
      aggregated_output: 'a\n',
      exit_code: 2,
      status: 'failed',
    },
  },
  {
    type: 'item.completed',
    item: {
      id: 'item_2',
      type: 'mcp_tool_call',
      server: 's',
      tool: 'look',
      arguments: { at: 'a' },
      result: { text: 'A' },
    },
  },
  { type: 'item.completed', item: { id: 'item_3', type: 'todo_list', items: [] } },
  { type: 'item.completed', item: { id: 'item_4', type: 'agent_message', text: 'Only a.' } },
  { type: 'turn.completed', usage: { input_tokens: 1 } },
]);
