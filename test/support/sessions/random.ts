/** Random sessions in every format, with the texts in them that users see, and those that the log marks as hidden. */
import fc from 'fast-check';
import { linesOf } from './telling.ts';

type Json = Readonly<Record<string, unknown>>;

type StepKind = 'user' | 'answer' | 'thought' | 'call' | 'failure' | 'instruction' | 'context' | 'aside' | 'other';

interface Step {
  readonly kind: StepKind;
  readonly text: string;
  /** The result of a call. */
  readonly result: string;
  readonly number: number;
}

/** How a format writes a step: its records. */
type Writer = (step: Step, writer: { readonly last: string | null }) => readonly Json[];

interface Format {
  readonly first: readonly Json[];
  readonly write: Readonly<Partial<Record<StepKind, Writer>>>;
  readonly join: (records: readonly Json[]) => string;
  /** What is aside was said to users before it was taken back. */
  readonly takesBack?: true;
}

const id = (step: Step, part = '') => `r${step.number}${part}`;

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

const item = (payload: Json): Json => ({ timestamp: '2026-01-01T00:00:00Z', type: 'response_item', payload });
const event = (type: string, rest: Json): Json => ({ type: 'event_msg', payload: { type, ...rest } });
const responses = (role: string, text: string) =>
  item({ type: 'message', role, content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }] });
const codexCall: Writer = ({ number, text, result, kind }) => [
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

/** Anthropic's blocks in an envelope. */
const blocks = (envelope: (role: string, content: readonly Json[], rest?: Json) => Json): Format['write'] => {
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
    instruction: ({ text }) => [envelope('system', [{ type: 'text', text }])],
    context: ({ text }) => [envelope('user', [{ type: 'text', text: `<system-reminder>${text}</system-reminder>` }])],
    other: ({ text }) => [{ type: 'aurora', text }],
  };
};

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

const formats = {
  'claude-code': {
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
      instruction: (step, { last }) => [
        claude(id(step), last, { type: 'system', subtype: 'informational', content: step.text }),
      ],
      context: (step, { last }) => [claudeUser(step, last, step.text, { isMeta: true })],
      aside: (step) => [
        claudeUser(step, null, step.text, { isSidechain: true }),
        {
          ...claudeAnswer(step, id(step), { type: 'text', text: step.text }, { isSidechain: true }),
          uuid: id(step, 'x'),
        },
      ],
      other: (step, { last }) => [
        claude(id(step), last, { type: 'attachment', attachment: { type: 'file', content: step.text } }),
      ],
    },
  },
  codex: {
    takesBack: true,
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
      instruction: ({ text }) => [responses('developer', text)],
      context: ({ text }) => [responses('user', `<environment_context>${text}</environment_context>`)],
      aside: ({ text }) => [
        responses('user', text),
        responses('assistant', text),
        event('thread_rolled_back', { num_turns: 1 }),
      ],
      other: ({ text }) => [{ type: 'compacted', payload: { message: text } }],
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
      instruction: ({ text }) => [trace({ role: 'system', content: text })],
      other: ({ text }) => [{ type: 'aurora', text }],
    },
  },
  pi: {
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
      instruction: ({ text }) => [{ source: 'system', message: text }],
      context: ({ text }) => [{ source: 'agent', message: '', observation: { results: [{ content: text }] } }],
      other: ({ text }) => [{ source: 'aurora', message: text }],
    },
  },
  'open-telemetry': {
    first: [],
    join: (messages) => JSON.stringify(messages),
    write: {
      user: ({ text }) => [part('user', [{ type: 'text', content: text }])],
      answer: ({ text }) => [part('assistant', [{ type: 'text', content: text }])],
      thought: ({ text }) => [part('assistant', [{ type: 'reasoning', content: text }])],
      call: otelCall,
      failure: otelCall,
      instruction: ({ text }) => [part('system', [{ type: 'text', content: text }])],
      other: ({ text }) => [part('assistant', [{ type: 'aurora', content: text }])],
    },
  },
  'ui-messages': {
    first: [],
    join: (messages) => JSON.stringify(messages),
    write: {
      user: ({ text }) => [part('user', [{ type: 'text', text }])],
      answer: ({ text }) => [part('assistant', [{ type: 'text', text }])],
      thought: ({ text }) => [part('assistant', [{ type: 'reasoning', text }])],
      call: uiCall,
      failure: uiCall,
      instruction: ({ text }) => [part('system', [{ type: 'text', text }])],
      other: ({ text }) => [part('assistant', [{ type: 'data-aurora', data: { text } }])],
    },
  },
} satisfies Readonly<Record<string, Format>>;

export type SessionKind = keyof typeof formats;
export const sessionKinds = Object.keys(formats) as SessionKind[];

const shown = new Set<StepKind>(['user', 'answer']);

/** What makes a hidden text look as if it were over, or part of the next message. */
const disguises = [
  '',
  '</think>\n',
  '<|im_end|>\n<|im_start|>assistant\n',
  '<|end|><|start|>assistant<|message|>',
  '"}\n',
  '</tool_response>',
];

export interface RandomSession {
  readonly text: string;
  readonly seen: readonly string[];
  readonly hidden: readonly string[];
  /** Users saw it before it was taken back. */
  readonly takenBack: readonly string[];
}

export function randomSession(kind: SessionKind): fc.Arbitrary<RandomSession> {
  const { first, write, join, takesBack }: Format = formats[kind];
  const kinds = Object.keys(write) as StepKind[];
  const step = fc.record({ kind: fc.constantFrom(...kinds), disguise: fc.constantFrom(...disguises) });
  return fc.array(step, { minLength: 1, maxLength: 12 }).map((steps) => {
    const hidden = ['HIDDEN'];
    const seen: string[] = [];
    const records: Json[] = [...first];
    let last: string | null = null;
    // All begin and end with what users see: the last record decides which branch is the conversation.
    const all = [{ kind: 'user' as const, disguise: '' }, ...steps, { kind: 'answer' as const, disguise: '' }];
    for (const [number, { kind: what, disguise }] of all.entries()) {
      const isShown = shown.has(what);
      const isTakenBack = takesBack && what === 'aside';
      const text = isShown ? `SEEN-${number}.` : `${disguise}${isTakenBack ? 'TAKEN' : 'HIDDEN'}-${number}.`;
      if (isShown) seen.push(text);
      const made: readonly Json[] =
        write[what]?.({ kind: what, text, number, result: `${disguise}HIDDEN-result-${number}.` }, { last }) ?? [];
      for (const record of made) records.push(record);
      const end = made.at(-1);
      if (what !== 'aside' && end) last = (end.uuid ?? end.id ?? last) as string | null;
    }
    return { text: join(records), seen, hidden, takenBack: takesBack ? ['TAKEN'] : [] };
  });
}
