/** Functions that write steps, for formats that have their own kinds of records. */
import { type Format, id, type Json, type Step, twoOf, type Writer } from './steps.ts';
import { linesOf } from './telling.ts';

/** Writes both calls of a step, then both replies, using a function that writes one call with its reply. */
export const atOnce =
  (call: Writer): Writer =>
  (step, writer) => {
    const pairs = twoOf(step).map((each) => call(each, writer));
    return [0, 1].flatMap((i) => pairs.map((records) => records[i] as Json));
  };

const claude = (uuid: string, parentUuid: string | null, rest: Json): Json => ({
  ...{ parentUuid, uuid, isSidechain: false, sessionId: 's', timestamp: '2026-01-01T00:00:00Z', ...rest },
});
const claudeUser = (step: Step, last: string | null, content: unknown, rest: Json = {}) =>
  claude(id(step), last, { type: 'user', message: { role: 'user', content }, ...rest });
const claudeAnswer = (step: Step, last: string | null, part: Json, rest: Json = {}) =>
  claude(id(step), last, {
    type: 'assistant',
    message: { id: `m${step.number}`, role: 'assistant', model: 'm', content: [part] },
    ...rest,
  });
const use = (step: Step) => ({ type: 'tool_use', id: `t${step.number}`, name: 'look', input: { at: step.text } });
const claudeCall: Writer = (step, { last }) => [
  claudeAnswer(step, last, use(step)),
  claude(id(step, 'r'), id(step), {
    type: 'user',
    toolUseResult: { stdout: step.result },
    message: {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: `t${step.number}`,
          content: step.result,
          is_error: step.kind === 'failure',
        },
      ],
    },
  }),
];

/** Writes parallel calls. The log continues from the second block, and the first reply arrives between the blocks. */
const claudeParallel: Writer = (step, { last }) => {
  const [one, two] = twoOf(step);
  const message = { id: `m${step.number}` };
  const [first, reply] = claudeCall(one, { last }) as [Json, Json];
  const [second, other] = claudeCall(two, { last: id(one) }) as [Json, Json];
  return [first, reply, { ...second, message: { ...(second.message as Json), ...message } }, other];
};

export const item = (payload: Json): Json => ({ timestamp: '2026-01-01T00:00:00Z', type: 'response_item', payload });
const event = (type: string, rest: Json): Json => ({ type: 'event_msg', payload: { type, ...rest } });
export const responses = (role: string, text: string) =>
  item({ type: 'message', role, content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }] });
export const codexCall: Writer = ({ number, text, result, kind }) => [
  item({ type: 'function_call', name: 'look', arguments: JSON.stringify({ at: text }), call_id: `t${number}` }),
  item({ type: 'function_call_output', call_id: `t${number}`, output: { content: result, success: kind === 'call' } }),
];

const trace = (message: Json) => ({ type: 'message', message });
const traceCall: Writer = ({ number, text, result }) => [
  trace({
    role: 'assistant',
    content: '',
    toolCalls: [{ id: `t${number}`, function: { name: 'look', arguments: JSON.stringify({ at: text }) } }],
  }),
  trace({ role: 'tool', toolCallId: `t${number}`, content: result }),
];

const pi = (step: Step, last: string | null, message: Json, part = '') => ({
  ...{ type: 'message', id: id(step, part), parentId: last, message },
});
const piCall: Writer = (step, { last }) => [
  pi(step, last, {
    role: 'assistant',
    content: [{ type: 'toolCall', id: `t${step.number}`, name: 'look', arguments: { at: step.text } }],
  }),
  pi(
    step,
    id(step),
    {
      ...{ role: 'toolResult', toolCallId: `t${step.number}`, isError: step.kind === 'failure' },
      content: [{ type: 'text', text: step.result }],
    },
    'r',
  ),
];

/** Writes Anthropic's blocks in an envelope. */
export const blocks = (envelope: (role: string, content: readonly Json[], rest?: Json) => Json): Format['write'] => {
  const call: Writer = (step) => [
    envelope('assistant', [use(step)]),
    envelope('user', [{ type: 'tool_result', tool_use_id: `t${step.number}`, content: step.result }]),
  ];
  return {
    user: ({ text }) => [envelope('user', [{ type: 'text', text }])],
    answer: ({ text }) => [envelope('assistant', [{ type: 'text', text }])],
    thought: ({ text }) => [envelope('assistant', [{ type: 'thinking', thinking: text, signature: 's' }])],
    call,
    failure: call,
    parallel: (step, writer) => {
      const [one, two] = twoOf(step).map((each) => call(each, writer)) as [readonly Json[], readonly Json[]];
      return [envelope('assistant', twoOf(step).map(use)), ...one.slice(1), ...two.slice(1)];
    },
    aborted: (step, writer) => call(step, writer).slice(0, 1),
    instruction: ({ text }) => [envelope('system', [{ type: 'text', text }])],
    context: ({ text }) => [envelope('user', [{ type: 'text', text: `<system-reminder>${text}</system-reminder>` }])],
    other: ({ text }) => [{ type: 'aurora', text }],
  };
};

interface AtifStep {
  readonly tool_calls: readonly Json[];
  readonly observation: { readonly results: readonly Json[] };
}

const atifCall: Writer = ({ number, text, result }) => [
  {
    ...{ source: 'agent', message: '' },
    tool_calls: [{ tool_call_id: `t${number}`, function_name: 'look', arguments: { at: text } }],
    observation: { results: [{ source_call_id: `t${number}`, content: result }] },
  },
];

const part = (role: string, parts: readonly Json[]) => ({ role, parts });
const otelCall: Writer = ({ number, text, result }) => [
  part('assistant', [{ type: 'tool_call', id: `t${number}`, name: 'look', arguments: { at: text } }]),
  part('tool', [{ type: 'tool_call_response', id: `t${number}`, response: result }]),
];

export const otelSteps: Format['write'] = {
  user: ({ text }) => [part('user', [{ type: 'text', content: text }])],
  answer: ({ text }) => [part('assistant', [{ type: 'text', content: text }])],
  thought: ({ text }) => [part('assistant', [{ type: 'reasoning', content: text }])],
  call: otelCall,
  failure: otelCall,
  parallel: (step, writer) => {
    const pairs = twoOf(step).map((each) => otelCall(each, writer)) as { parts: readonly Json[] }[][];
    const partsAt = (i: number) => pairs.flatMap((messages) => messages[i]?.parts ?? []);
    return [part('assistant', partsAt(0)), part('tool', partsAt(1))];
  },
  aborted: (step, writer) => otelCall(step, writer).slice(0, 1),
  instruction: ({ text }) => [part('system', [{ type: 'text', content: text }])],
  other: ({ text }) => [part('assistant', [{ type: 'aurora', content: text }])],
};

const uiCall: Writer = ({ number, text, result, kind }) => [
  part('assistant', [
    {
      ...{ type: 'tool-look', toolCallId: `t${number}`, input: { at: text } },
      ...(kind === 'call'
        ? { state: 'output-available', output: result }
        : { state: 'output-error', errorText: result }),
    },
  ]),
];

export const formats = {
  'claude-code': {
    takesBack: ['branch'],
    first: [{ type: 'summary', summary: 'HIDDEN-summary', leafUuid: 'x' }],
    join: linesOf,
    write: {
      user: (step, { last }) => [claudeUser(step, last, step.text)],
      answer: (step, { last }) => [claudeAnswer(step, last, { type: 'text', text: step.text })],
      thought: (step, { last }) => [
        claudeAnswer(step, last, { type: 'thinking', thinking: step.text, signature: 's' }),
      ],
      call: claudeCall,
      failure: claudeCall,
      parallel: claudeParallel,
      aborted: (step, { last }) => [claudeAnswer(step, last, use(step))],
      compaction: (step, { last }) => [
        claude(id(step), null, { type: 'system', subtype: 'compact_boundary', logicalParentUuid: last }),
        { ...claudeUser(step, id(step), step.text, { isCompactSummary: true }), uuid: id(step, 's') },
      ],
      branch: (step, { last }) => [claudeUser(step, last, step.text)],
      instruction: (step, { last }) => [
        claude(
          id(step),
          last,
          step.number % 2 === 0
            ? { type: 'system', subtype: 'informational', content: step.text }
            : { type: 'attachment', attachment: { type: 'file', content: step.text } },
        ),
      ],
      context: (step, { last }) => [claudeUser(step, last, step.text, { isMeta: true })],
      aside: (step) => [
        claudeUser(step, null, step.text, { isSidechain: true }),
        {
          ...claudeAnswer(step, id(step), { type: 'text', text: step.text }, { isSidechain: true }),
          uuid: id(step, 'x'),
        },
      ],
      other: (step, { last }) => [claude(id(step), last, { type: 'aurora', content: step.text })],
    },
  },
  codex: {
    takesBack: ['aside'],
    first: [{ type: 'session_meta', payload: { id: 's', base_instructions: { text: 'HIDDEN-instructions' } } }],
    join: linesOf,
    write: {
      user: ({ text }) => [event('user_message', { message: text }), responses('user', text)],
      answer: ({ text }) => [event('agent_message', { message: text }), responses('assistant', text)],
      thought: ({ text, number }) =>
        number % 2 === 0
          ? [item({ type: 'reasoning', summary: [{ type: 'summary_text', text }], encrypted_content: 'x' })]
          : [event('agent_reasoning', { text }), item({ type: 'reasoning', summary: [], encrypted_content: 'x' })],
      call: codexCall,
      failure: codexCall,
      parallel: atOnce(codexCall),
      aborted: (step, writer) => [
        ...codexCall(step, writer).slice(0, 1),
        event('turn_aborted', { reason: 'interrupted' }),
      ],
      compaction: ({ text }) => [{ type: 'compacted', payload: { message: text } }],
      instruction: ({ text }) => [responses('developer', text)],
      context: ({ text }) => [responses('user', `<environment_context>${text}</environment_context>`)],
      aside: ({ text }) => [
        responses('user', text),
        responses('assistant', text),
        event('thread_rolled_back', { num_turns: 1 }),
      ],
      other: ({ text }) => [item({ type: 'aurora', text })],
    },
  },
  'session-traces': {
    first: [{ type: 'session', harness: 'h', id: 's', name: 'HIDDEN-name' }],
    join: linesOf,
    write: {
      user: ({ text }) => [trace({ role: 'user', content: text })],
      answer: ({ text }) => [trace({ role: 'assistant', content: text })],
      thought: ({ text }) => [trace({ role: 'assistant', content: '', reasoningContent: text })],
      call: traceCall,
      failure: traceCall,
      parallel: atOnce(traceCall),
      aborted: (step, writer) => traceCall(step, writer).slice(0, 1),
      instruction: ({ text }) => [trace({ role: 'system', content: text })],
      other: ({ text }) => [{ type: 'aurora', text }],
    },
  },
  pi: {
    takesBack: ['branch'],
    first: [{ type: 'session', version: 3, id: 's', cwd: '/HIDDEN-folder' }],
    join: linesOf,
    write: {
      user: (step, { last }) => [pi(step, last, { role: 'user', content: step.text })],
      answer: (step, { last }) => [pi(step, last, { role: 'assistant', content: [{ type: 'text', text: step.text }] })],
      thought: (step, { last }) => [
        pi(step, last, { role: 'assistant', content: [{ type: 'thinking', thinking: step.text }] }),
      ],
      call: piCall,
      failure: piCall,
      aborted: (step, writer) => piCall(step, writer).slice(0, 1),
      parallel: (step, { last }) => {
        const [one, two] = twoOf(step);
        const [call, reply] = piCall(one, { last }) as [Json, Json];
        const [other, replyToOther] = piCall(two, { last: id(one, 'r') }) as [Json, Json];
        const blocksOf = (record: Json) => (record.message as { content: readonly Json[] }).content;
        const message = { role: 'assistant', content: [...blocksOf(call), ...blocksOf(other)] };
        return [{ ...call, message }, reply, { ...replyToOther, parentId: id(one, 'r') }];
      },
      branch: (step, { last }) => [pi(step, last, { role: 'user', content: step.text })],
      instruction: (step, { last }) => [pi(step, last, { role: 'custom', content: step.text })],
      context: (step, { last }) => [{ type: 'compaction', id: id(step), parentId: last, summary: step.text }],
      other: (step, { last }) => [{ type: 'aurora', id: id(step), parentId: last, text: step.text }],
    },
  },
  droid: {
    first: [{ type: 'session_start', id: 's', title: 'HIDDEN-title', version: 2, cwd: '/w' }],
    join: linesOf,
    write: {
      ...blocks((role, content) => ({ type: 'message', message: { role, content } })),
      context: ({ text }) => [{ type: 'message', message: { role: 'user', content: text, visibility: 'llm_only' } }],
      thought: ({ text }) => [
        { type: 'message', message: { role: 'assistant', content: [], chatCompletionReasoningContent: text } },
      ],
      aside: ({ text }) => [{ type: 'message', message: { role: 'assistant', content: text, visibility: 'llm_only' } }],
    },
  },
  cursor: {
    first: [{ type: 'cursor_session_meta', title: 'HIDDEN-title' }],
    join: linesOf,
    write: blocks((role, content) => ({ role, message: { content } })),
  },
  atif: {
    first: [],
    join: (steps) =>
      JSON.stringify({
        schema_version: 'ATIF-v1.7',
        session_id: 's',
        agent: { name: 'a' },
        notes: 'HIDDEN-notes',
        steps,
      }),
    write: {
      user: ({ text }) => [{ source: 'user', message: text }],
      answer: ({ text }) => [{ source: 'agent', message: text }],
      thought: ({ text }) => [{ source: 'agent', message: '', reasoning_content: text }],
      call: atifCall,
      failure: atifCall,
      parallel: (step, writer) => {
        const [one, two] = twoOf(step).map((each) => atifCall(each, writer)[0]) as unknown as [AtifStep, AtifStep];
        const results = [...one.observation.results, ...two.observation.results];
        return [{ ...one, tool_calls: [...one.tool_calls, ...two.tool_calls], observation: { results } }];
      },
      aborted: (step, writer) => [{ ...atifCall(step, writer)[0], observation: { results: [] } }],
      instruction: ({ text }) => [{ source: 'system', message: text }],
      context: ({ text }) => [{ source: 'agent', message: '', observation: { results: [{ content: text }] } }],
      other: ({ text }) => [{ source: 'aurora', message: text }],
    },
  },
  'open-telemetry': { first: [], join: (messages) => JSON.stringify(messages), write: otelSteps },
  'ui-messages': {
    first: [],
    join: (messages) => JSON.stringify(messages),
    write: {
      user: ({ text }) => [part('user', [{ type: 'text', text }])],
      answer: ({ text }) => [part('assistant', [{ type: 'text', text }])],
      thought: ({ text }) => [part('assistant', [{ type: 'reasoning', text }])],
      call: uiCall,
      failure: uiCall,
      parallel: (step, writer) => {
        const messages = twoOf(step).flatMap((each) => uiCall(each, writer)) as { parts: readonly Json[] }[];
        return [
          part(
            'assistant',
            messages.flatMap(({ parts }) => parts),
          ),
        ];
      },
      aborted: ({ number, text }) => [
        part('assistant', [
          { type: 'tool-look', toolCallId: `t${number}`, state: 'input-available', input: { at: text } },
        ]),
      ],
      instruction: ({ text }) => [part('system', [{ type: 'text', text }])],
      other: ({ text }) => [part('assistant', [{ type: 'aurora', content: text }])],
    },
  },
} satisfies Readonly<Record<string, Format>>;
