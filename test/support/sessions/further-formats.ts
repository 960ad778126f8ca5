/** Functions that write steps, for formats that are variants of another format or that are read as lists of messages. */
import { atOnce, blocks, codexCall, formats, item, otelSteps, responses } from './formats.ts';
import { type Format, id, type Json, type Step, twoOf, type Writer } from './steps.ts';
import { linesOf } from './telling.ts';

/** Removes the envelope from items of a rollout. */
const bare = (records: readonly Json[]) => records.map((record) => (record.payload ?? record) as Json);

/** Returns a record as the SDK prints it, without a parent. A sub-agent's records name the call that started it. */
const printed = (type: string, content: readonly Json[], rest: Json = {}): Json => ({
  ...{ type, session_id: 's', parent_tool_use_id: null },
  message: { role: type, ...(type === 'assistant' && { model: 'm' }), content },
  ...rest,
});
const says = (text: string) => [{ type: 'text', text }];

const completed = (type: string, rest: Json): Json => ({ type: 'item.completed', item: { type, ...rest } });
const execCall: Writer = (step) => [
  {
    type: 'item.started',
    item: { id: id(step), type: 'command_execution', command: step.text, status: 'in_progress' },
  },
  completed('command_execution', {
    ...{ id: id(step), command: step.text, aggregated_output: step.result },
    status: step.kind === 'failure' ? 'failed' : 'completed',
  }),
];

/** Writes chat API messages, as benchmarks store them. */
const chatCall: Writer = ({ number, text, result }) => [
  {
    ...{ role: 'assistant', content: null },
    tool_calls: [
      { id: `t${number}`, type: 'function', function: { name: 'look', arguments: JSON.stringify({ at: text }) } },
    ],
  },
  { role: 'tool', tool_call_id: `t${number}`, name: 'look', content: result },
];
const chat: Format['write'] = {
  user: ({ text }) => [{ role: 'user', content: text }],
  answer: ({ text }) => [{ role: 'assistant', content: text }],
  call: chatCall,
  failure: chatCall,
  aborted: (step, writer) => chatCall(step, writer).slice(0, 1),
  instruction: ({ text }) => [{ role: 'system', content: text }],
};

const inspectCall: Writer = ({ number, text, result, kind }) => [
  {
    ...{ role: 'assistant', content: '', source: 'generate' },
    tool_calls: [{ id: `t${number}`, function: 'look', arguments: { at: text }, type: 'function' }],
  },
  {
    ...{ role: 'tool', tool_call_id: `t${number}`, function: 'look', content: result },
    ...(kind === 'failure' && { error: { type: 'unknown', message: 'failed' } }),
  },
];

/** Returns a call to a server-side tool, as a part of an answer. */
const served = ({ number, text, result }: Step): Json => ({
  ...{ type: 'tool_use', tool_type: 'web_search', id: `t${number}`, name: 'look' },
  ...(number % 2 === 0 ? { result, error: null } : { result: '', error: result }),
  arguments: JSON.stringify({ at: text }),
});

const acts = (source: string, action: string, args: Json, rest: Json = {}) => ({ source, action, args, ...rest });
const openHandsCall: Writer = (step) => [
  acts('agent', 'run', { command: step.text }, { id: step.number }),
  { source: 'agent', observation: 'run', cause: step.number, content: step.result, extras: { exit_code: 0 } },
];

const attribute = (key: string, value: unknown) => ({ key, value: { stringValue: JSON.stringify(value) } });

/** A step for a call that is added at the end of a log. Its texts are hidden. */
const noStep: Step = { kind: 'call', text: 'HIDDEN', result: 'HIDDEN', number: 0 };

/** Returns a message in version 4 of the AI SDK, which has its calls next to its text. */
const uiOld = (role: string, content: string, rest: Json = {}) => ({ id: 'HIDDEN-id', role, content, ...rest });
const invocation = ({ number, text, result }: Step, state = 'result'): Json => ({
  ...{ state, toolCallId: `t${number}`, toolName: 'look', args: { at: text } },
  ...(state === 'result' && { result }),
});
const invokes = (...toolInvocations: readonly Json[]) => [uiOld('assistant', '', { toolInvocations })];
/** Returns messages that have each call in `toolInvocations` and again in `parts`. */
const invokesInParts = (...toolInvocations: readonly Json[]) =>
  invokes(...toolInvocations).map((message) => ({
    ...message,
    parts: [
      { type: 'step-start' },
      ...toolInvocations.map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation })),
    ],
  }));
const uiOldSteps = (invoke: typeof invokes, partsOf: (text: string) => Json): Format['write'] => ({
  user: ({ text }) => [uiOld('user', text, partsOf(text))],
  answer: ({ text }) => [uiOld('assistant', text, partsOf(text))],
  thought: ({ text }) => [
    uiOld('assistant', '', {
      reasoning: text,
      ...(partsOf(text).parts ? { parts: [{ type: 'reasoning', reasoning: text, details: [] }] } : {}),
    }),
  ],
  call: (step) => invoke(invocation(step)),
  failure: (step) => invoke(invocation(step)),
  parallel: (step) => invoke(...twoOf(step).map((one) => invocation(one))),
  aborted: (step) => invoke(invocation(step, 'call')),
  instruction: ({ text }) => [uiOld('system', text, partsOf(text))],
  context: ({ text }) => [uiOld('data', text, partsOf(text))],
});

export const furtherFormats = {
  'ui-messages-4': {
    first: [],
    // The message by which the format is recognized may be at the end.
    join: (messages) =>
      JSON.stringify([...messages, uiOld('assistant', '', { toolInvocations: [invocation(noStep)] })]),
    write: uiOldSteps(invokes, () => ({})),
  },
  'ui-messages-4-parts': {
    first: [],
    join: (messages) => JSON.stringify({ messages }),
    write: uiOldSteps(invokesInParts, (text) => ({ parts: [{ type: 'text', text }] })),
  },
  'stream-json': {
    first: [{ type: 'system', subtype: 'init', session_id: 's', tools: ['look'], model: 'm', cwd: '/HIDDEN-folder' }],
    join: linesOf,
    write: {
      ...blocks((role, content) => printed(role, content)),
      instruction: ({ text }) => [{ type: 'system', subtype: 'status', session_id: 's', content: text }],
      aside: ({ text }) => [printed('assistant', says(text), { parent_tool_use_id: 'task' })],
      other: ({ text }) => [{ type: 'aurora', session_id: 's', text }],
    },
  },
  'codex-2025': {
    first: [{ id: 's', timestamp: '2025-05-01T00:00:00Z', instructions: 'HIDDEN-instructions' }],
    join: linesOf,
    write: {
      user: ({ text }) => bare([responses('user', text)]),
      answer: ({ text }) => bare([responses('assistant', text)]),
      thought: ({ text }) => bare([item({ type: 'reasoning', summary: [{ type: 'summary_text', text }] })]),
      call: (step, writer) => bare(codexCall(step, writer)),
      failure: (step, writer) => bare(codexCall(step, writer)),
      parallel: (step, writer) => bare(atOnce(codexCall)(step, writer)),
      aborted: (step, writer) => bare(codexCall(step, writer)).slice(0, 1),
      context: ({ text }) => bare([responses('user', `<environment_context>${text}</environment_context>`)]),
      other: ({ text }) => [{ type: 'aurora', text }],
    },
  },
  'codex-exec': {
    first: [{ type: 'thread.started', thread_id: 's' }],
    join: linesOf,
    write: {
      answer: (step) => [completed('agent_message', { id: id(step), text: step.text })],
      thought: (step) => [completed('reasoning', { id: id(step), text: step.text })],
      call: execCall,
      failure: execCall,
      other: (step) => [completed('aurora', { id: id(step), text: step.text })],
    },
  },
  'open-claw': {
    ...formats.pi,
    takesBack: ['branch'],
    first: [{ type: 'session', version: 3, id: 's', cwd: '/home/HIDDEN-folder/.openclaw/workspace' }],
  },
  'open-telemetry-spans': {
    first: [],
    join: (messages) =>
      JSON.stringify({
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: [
                  { spanId: '1', attributes: [attribute('gen_ai.input.messages', messages.slice(0, -1))] },
                  {
                    spanId: '2',
                    attributes: [
                      attribute('gen_ai.input.messages', messages.slice(0, -1)),
                      attribute('gen_ai.output.messages', messages.slice(-1)),
                    ],
                  },
                ],
              },
            ],
          },
        ],
      }),
    write: otelSteps,
  },
  inspect: {
    shape: 'messages',
    first: [],
    join: (messages) =>
      JSON.stringify({
        ...{ version: 2, status: 'success', eval: { task: 'HIDDEN-task', model: 'm' }, plan: { name: 'p', steps: [] } },
        samples: [{ id: 1, epoch: 1, input: 'i', target: '18', messages, scores: {} }],
      }),
    write: {
      ...chat,
      thought: ({ text }) => [
        { role: 'assistant', content: [{ type: 'reasoning', reasoning: text, redacted: false }] },
      ],
      call: inspectCall,
      failure: inspectCall,
      aborted: (step, writer) => inspectCall(step, writer).slice(0, 1),
      parallel: (step) => [{ role: 'assistant', source: 'generate', content: twoOf(step).map(served) }],
    },
  },
  'open-hands': {
    shape: 'messages',
    first: [],
    join: (history) => JSON.stringify({ instance_id: 'HIDDEN-instance', history, error: null }),
    write: {
      user: ({ text }) => [acts('user', 'message', { content: text })],
      answer: ({ text }) => [acts('agent', 'message', { content: text })],
      call: openHandsCall,
      failure: openHandsCall,
      aborted: (step, writer) => openHandsCall(step, writer).slice(0, 1),
      instruction: ({ text }) => [acts('agent', 'system', { content: text })],
    },
  },
  'swe-agent': {
    shape: 'messages',
    first: [],
    join: (history) => JSON.stringify({ trajectory: [], history, info: { exit_status: 'HIDDEN-status' } }),
    write: chat,
  },
  'tau-bench': {
    shape: 'messages',
    first: [],
    join: (traj) => JSON.stringify({ task_id: 1, reward: 1, info: { note: 'HIDDEN-note' }, traj, trial: 0 }),
    write: chat,
  },
} satisfies Readonly<Record<string, Format>>;
