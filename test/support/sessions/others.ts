/** Invented sessions in the formats that have no separate file in this folder, including difficult cases of each format. */
import { linesOf } from './telling.ts';

type Json = Readonly<Record<string, unknown>>;

/** Session traces on the Hugging Face Hub. */
const trace = (message: Json, rest: Json = {}) => ({ type: 'message', ...rest, message });
export const traces = {
  parallel: `${linesOf([
    { type: 'session', harness: 'my-agent', id: 's1', name: 'Times' },
    trace({ role: 'system', content: 'Be brief.' }),
    trace({ role: 'user', content: 'Times?' }),
    trace(
      {
        ...{ role: 'assistant', content: 'Both.', reasoningContent: 'Two calls.', model: 'm' },
        toolCalls: [
          { id: 't1', function: { name: 'time', arguments: '{"in":"Lyon"}' } },
          { id: 't2', function: { name: 'time', arguments: '{"in":"Oslo"}' } },
        ],
      },
      { timestamp: '2026-01-01T00:00:00Z' },
    ),
    trace({ role: 'tool', toolCallId: 't1', content: '15:00' }, { timestamp: '2026-01-01T00:00:02Z' }),
    trace({ role: 'tool', toolCallId: 't2', content: 'unknown' }, { timestamp: '2026-01-01T00:00:03Z' }),
    trace({ role: 'assistant', content: 'Three in Lyon.' }),
  ])}{"type":"message","mess`,
  unknown: linesOf([
    { type: 'session', harness: 'my-agent', id: 's2' },
    trace({ role: 'user', content: 'Hi' }),
    trace({ role: 'oracle', content: 'A role of a later version' }),
    { type: 'weather', content: 'A record of a later version' },
    trace({ role: 'assistant', content: 'Hello.' }),
  ]),
  unanswered: linesOf([
    { type: 'session', harness: 'my-agent', id: 's3' },
    trace({ role: 'user', content: 'Go' }),
    trace({ role: 'assistant', content: '', toolCalls: [{ id: 't1', function: { name: 'go', arguments: '{}' } }] }),
    trace({ role: 'user', content: 'Stop' }),
    trace({ role: 'tool', toolCallId: 't9', content: 'lost' }),
    trace({ role: 'assistant', content: 'Stopped.' }),
  ]),
};

/** Sessions of Pi and OpenClaw. */
const entry = (type: string, id: string, parentId: string | null, rest: Json = {}) => ({
  ...{ type, id, parentId, timestamp: `2026-01-01T00:00:${id.slice(-2)}.000Z` },
  ...rest,
});
const pi = (id: string, parentId: string | null, message: Json) => entry('message', id, parentId, { message });
export const pis = {
  branches: `${linesOf([
    { type: 'session', version: 3, id: 's1', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/work' },
    entry('model_change', 'e000', null, { provider: 'p', modelId: 'm' }),
    pi('e001', 'e000', { role: 'user', content: [{ type: 'text', text: 'Read both' }] }),
    pi('e002', 'e001', { role: 'assistant', content: [{ type: 'text', text: 'A first try.' }] }),
    pi('e003', 'e001', {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Two files.' },
        { type: 'toolCall', id: 't1', name: 'read', arguments: { path: 'a' } },
        { type: 'toolCall', id: 't2', name: 'read', arguments: { path: 'b' } },
      ],
    }),
    pi('e004', 'e003', {
      role: 'toolResult',
      toolCallId: 't1',
      toolName: 'read',
      content: [{ type: 'text', text: 'A' }],
      isError: false,
    }),
    pi('e005', 'e004', {
      role: 'toolResult',
      toolCallId: 't2',
      toolName: 'read',
      content: [{ type: 'text', text: 'No b' }],
      isError: true,
    }),
    pi('e006', 'e005', { role: 'assistant', content: [{ type: 'text', text: 'Only a is there.' }] }),
  ])}{"type":"message","id":"e0`,
  compaction: linesOf([
    { type: 'session', version: 3, id: 's2', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/home/u/.openclaw/x' },
    pi('e001', null, { role: 'user', content: 'Count' }),
    pi('e002', 'e001', { role: 'assistant', content: [{ type: 'text', text: 'Three.' }] }),
    entry('compaction', 'e003', 'e002', { summary: 'There are three.', firstKeptEntryId: 'e002', tokensBefore: 900 }),
    entry('custom', 'e004', 'e003', { customType: 'state', data: {} }),
    entry('custom_message', 'e005', 'e004', { customType: 'note', content: 'A note.', display: true }),
    pi('e006', 'e005', { role: 'bashExecution', command: 'ls', output: 'a', exitCode: 0 }),
    pi('e007', 'e006', { role: 'branchSummary', summary: 'Nothing came of it.' }),
    entry('dream', 'e008', 'e007', { text: 'An entry of a later version' }),
    pi('e009', 'e008', { role: 'user', content: 'Go on' }),
    pi('e010', 'e009', { role: 'assistant', content: [{ type: 'text', text: 'Done.' }], stopReason: 'aborted' }),
  ]),
  circle: linesOf([
    { type: 'session', version: 3, id: 's3', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/work' },
    pi('e001', 'e002', { role: 'user', content: 'Round' }),
    pi('e002', 'e001', { role: 'assistant', content: [{ type: 'text', text: 'And round.' }] }),
  ]),
};

/** Sessions of Droid. */
const droid = (message: Json) => ({ type: 'message', message });
export const droids = {
  calls: linesOf([
    { type: 'session_start', id: 's1', title: 'Peas', version: 2, cwd: '/work' },
    droid({
      role: 'user',
      content: [
        { type: 'text', text: '<system-reminder>Be kind.</system-reminder>' },
        { type: 'text', text: 'Sow' },
      ],
    }),
    droid({
      ...{ role: 'assistant', chatCompletionReasoningContent: 'When?' },
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 't1', name: 'Look', input: { at: 'calendar' } },
      ],
    }),
    { type: 'todo_state', todos: [] },
    droid({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'March', is_error: false }] }),
    droid({ role: 'assistant', content: [{ type: 'text', text: 'In March.' }] }),
  ]),
  visibility: linesOf([
    { type: 'session_start', id: 's2', title: 'Seen', version: 2, cwd: '/work' },
    droid({ role: 'user', content: 'For the model', visibility: 'llm_only' }),
    droid({ role: 'user', content: 'For both' }),
    droid({ role: 'assistant', content: 'A banner', visibility: 'user_only' }),
    droid({ role: 'assistant', content: 'An answer' }),
  ]),
  torn: `${linesOf([
    { type: 'session_start', id: 's3', title: 'Torn', version: 2, cwd: '/work' },
    droid({ role: 'user', content: 'Hi' }),
    { type: 'aurora', lights: 3 },
  ])}{"type":"message","message":{"role":"assistant","con`,
};

/** Sessions of Cursor. */
const cursor = (role: string, content: readonly Json[]) => ({ role, message: { content } });
export const cursors = {
  calls: linesOf([
    { type: 'cursor_session_meta', id: 's1' },
    { type: 'cursor_available_tools', tools: ['read'] },
    cursor('user', [{ type: 'text', text: 'Read' }]),
    cursor('assistant', [
      { type: 'text', text: 'I read.' },
      { type: 'tool_use', id: 't1', name: 'read', input: { path: 'a' } },
    ]),
    cursor('user', [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'A' }] }]),
    cursor('assistant', [{ type: 'text', text: 'It says A.' }]),
    { type: 'turn_ended', status: 'done' },
  ]),
  unknown: linesOf([
    { type: 'cursor_session_meta', id: 's2' },
    cursor('user', [{ type: 'text', text: 'Hi' }]),
    cursor('oracle', [{ type: 'text', text: 'A role of a later version' }]),
    cursor('assistant', [{ type: 'text', text: 'Hello.' }]),
  ]),
  error: linesOf([
    { type: 'cursor_session_meta', id: 's3' },
    cursor('user', [{ type: 'text', text: 'Go' }]),
    cursor('assistant', [{ type: 'tool_use', id: 't1', name: 'go', input: {} }]),
    cursor('user', [{ type: 'tool_result', tool_use_id: 't1', content: 'No road', is_error: true }]),
    cursor('assistant', [{ type: 'text', text: 'There is no road.' }]),
  ]),
};

/** Sessions in ATIF. */
const trajectory = (steps: readonly Json[], rest: Json = {}) =>
  JSON.stringify({
    ...{ schema_version: 'ATIF-v1.7', session_id: 's', agent: { name: 'a', version: '1', model_name: 'm' } },
    ...{ steps: steps.map((step, i) => ({ step_id: i + 1, ...step })), ...rest },
  });
const atifCall = (id: string, name: string, input: Json) => ({
  tool_call_id: id,
  function_name: name,
  arguments: input,
});
export const trajectories = {
  parallel: trajectory([
    { source: 'system', message: 'Be brief.' },
    {
      source: 'user',
      message: [
        { type: 'text', text: 'Look' },
        { type: 'image', source: { path: 'a.png' } },
      ],
    },
    {
      ...{ source: 'agent', message: 'Both.', reasoning_content: 'Two calls.', timestamp: '2026-01-01T00:00:00Z' },
      tool_calls: [atifCall('c1', 'look', { at: 'a' }), atifCall('c2', 'look', { at: 'b' })],
      observation: {
        results: [
          { source_call_id: 'c1', content: 'A' },
          { source_call_id: 'c2', content: [{ type: 'text', text: 'B' }] },
        ],
      },
      metrics: { prompt_tokens: 1, completion_tokens: 2 },
    },
    { source: 'agent', message: 'A and B.' },
  ]),
  observed: trajectory(
    [
      { source: 'user', message: 'Run' },
      {
        ...{ source: 'agent', message: '', tool_calls: [atifCall('c1', 'run', {})] },
        observation: { results: [{ content: 'ran' }] },
      },
      { source: 'agent', message: '', observation: { results: [{ content: 'The context was compacted.' }] } },
      { source: 'oracle', message: 'A source of a later version' },
      { source: 'agent', message: 'It ran.' },
    ],
    { schema_version: 'ATIF-v1.0', final_metrics: { total_steps: 5 } },
  ),
  declared: trajectory(
    [
      { source: 'user', message: 'Look' },
      {
        ...{ source: 'agent', message: '', tool_calls: [atifCall('c1', 'look', { at: 3 })] },
        observation: { results: [{ source_call_id: 'c1', content: ['a', 'b'] }] },
      },
      { source: 'agent', message: 'A and B.' },
    ],
    {
      agent: {
        name: 'a',
        tool_definitions: [
          {
            type: 'function',
            function: { name: 'look', parameters: { type: 'object', properties: { at: { type: 'string' } } } },
          },
        ],
      },
    },
  ),
  copied: trajectory(
    [
      { source: 'user', message: 'Go on', is_copied_context: true },
      { source: 'agent', message: 'Where?', is_copied_context: true },
      { source: 'user', message: 'There' },
      { source: 'agent', message: 'Gone.' },
    ],
    { subagent_trajectories: [{ schema_version: 'ATIF-v1.7', steps: [] }] },
  ),
  /** Two sub-agents, one of which has a sub-agent of its own. */
  subAgents: trajectory(
    [
      { source: 'user', message: 'Ask around' },
      { ...{ source: 'agent', message: '' }, tool_calls: [atifCall('c1', 'ask', {})] },
      { source: 'agent', message: 'Nobody knows.' },
    ],
    {
      subagent_trajectories: [
        {
          ...{ schema_version: 'ATIF-v1.7', agent: { name: 'asks', version: '1' } },
          steps: [
            { step_id: 1, source: 'user', message: 'Do you know?' },
            { step_id: 2, source: 'agent', message: 'No, I ask.', reasoning_content: 'Somebody may.' },
          ],
          subagent_trajectories: [
            { schema_version: 'ATIF-v1.7', steps: [{ step_id: 1, source: 'user', message: 'And you?' }] },
          ],
        },
        { schema_version: 'ATIF-v1.7', steps: [{ step_id: 1, source: 'user', message: 'Or you?' }] },
      ],
    },
  ),
};

/** Sessions in OpenTelemetry. */
const text = (content: string) => ({ type: 'text', content });
const otel = [
  { role: 'user', parts: [text('Weather?')] },
  {
    role: 'assistant',
    parts: [
      { type: 'reasoning', content: 'Two calls.' },
      { type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Lyon' } },
      { type: 'tool_call', id: 'c2', name: 'weather', arguments: { city: 'Oslo' } },
    ],
  },
  {
    role: 'tool',
    parts: [
      { type: 'tool_call_response', id: 'c1', response: '18 degrees' },
      { type: 'tool_call_response', id: 'c2', result: { error: 'unknown' } },
    ],
  },
];
const answer = [{ role: 'assistant', parts: [text('18 in Lyon.')], finish_reason: 'stop' }];
const asSpan = (attributes: Json) => ({
  ...{ traceId: '01', spanId: '02', name: 'chat m' },
  attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
});
const spans = (...all: readonly Json[]) =>
  JSON.stringify({
    resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'x' }, spans: all }] }],
  });
const string = (value: unknown) => ({ stringValue: JSON.stringify(value) });
export const telemetry = {
  list: JSON.stringify([...otel, ...answer]),
  attributes: JSON.stringify({
    'gen_ai.tool.definitions': JSON.stringify([{ type: 'function', name: 'sow', parameters: { type: 'object' } }]),
    'gen_ai.system_instructions': [text('Be brief.')],
    'gen_ai.input.messages': [
      {
        role: 'user',
        parts: [text('What is this?'), { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AA==' }],
      },
    ],
    'gen_ai.output.messages': JSON.stringify([
      { role: 'assistant', parts: [text('A pea.'), { type: 'aura', hue: 3 }] },
    ]),
  }),
  /** The second request repeats the first one with its answer. */
  spans: spans(
    asSpan({
      'gen_ai.system_instructions': string([text('Be brief.')]),
      'gen_ai.input.messages': string(otel.slice(0, 1)),
      'gen_ai.output.messages': string(otel.slice(1, 2)),
    }),
    asSpan({ 'gen_ai.input.messages': string(otel), 'gen_ai.output.messages': string(answer) }),
  ),
  values: spans(
    asSpan({
      'gen_ai.input.messages': {
        arrayValue: {
          values: [
            {
              kvlistValue: {
                values: [
                  { key: 'role', value: { stringValue: 'user' } },
                  {
                    key: 'parts',
                    value: {
                      arrayValue: {
                        values: [
                          {
                            kvlistValue: {
                              values: [
                                { key: 'type', value: { stringValue: 'text' } },
                                { key: 'content', value: { stringValue: 'Hi' } },
                              ],
                            },
                          },
                        ],
                      },
                    },
                  },
                ],
              },
            },
          ],
        },
      },
      'gen_ai.output.messages': string([{ role: 'assistant', parts: [text('Hello')] }]),
    }),
  ),
};

/** Sessions as messages of the AI SDK. */
const done = (type: string, id: string, input: Json, output: unknown) => ({
  ...{ type, toolCallId: id, state: 'output-available', input, output },
});
export const uiMessages = {
  steps: JSON.stringify([
    {
      id: '1',
      role: 'user',
      parts: [
        { type: 'text', text: 'Weather?' },
        { type: 'file', mediaType: 'image/png', url: 'data:' },
      ],
    },
    {
      ...{ id: '2', role: 'assistant' },
      parts: [
        { type: 'step-start' },
        { type: 'reasoning', text: 'Two calls.', state: 'done' },
        done('tool-weather', 'c1', { city: 'Lyon' }, '18 degrees'),
        {
          type: 'tool-weather',
          toolCallId: 'c2',
          state: 'output-error',
          input: { city: 'Oslo' },
          errorText: 'unknown',
        },
        { type: 'step-start' },
        { type: 'text', text: '18 in Lyon.', state: 'done' },
        { type: 'source-url', sourceId: 's', url: 'https://example.org' },
      ],
    },
  ]),
  unmarked: JSON.stringify({
    id: 'chat',
    messages: [
      { id: '0', role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'Look twice' }] },
      {
        ...{ id: '2', role: 'assistant' },
        parts: [
          done('tool-look', 'c1', {}, { at: 'a' }),
          { type: 'text', text: 'Once.' },
          { ...done('dynamic-tool', 'c2', {}, 'b'), toolName: 'look' },
          { type: 'text', text: 'Twice.' },
        ],
      },
    ],
  }),
  waiting: JSON.stringify([
    { id: '1', role: 'user', parts: [{ type: 'text', text: 'Delete' }] },
    {
      ...{ id: '2', role: 'assistant' },
      parts: [
        { type: 'tool-delete', toolCallId: 'c1', state: 'output-denied', input: { path: 'a' } },
        { type: 'aura', hue: 3 },
        { type: 'tool-delete', toolCallId: 'c2', state: 'approval-requested', input: { path: 'b' } },
      ],
    },
  ]),
};
