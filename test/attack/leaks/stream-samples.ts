/** Samples for random streams: thoughts and calls as models write them, and marks of hidden text. */

/** A word that must not be in any event for users. */
export const canary = 'CANARY';

export const thoughts = [
  ...['think', 'thinking', 'thought', 'reasoning', 'reflection', 'seed:think'].map(
    (name) => [`<${name}>`, `</${name}>`] as const,
  ),
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|start_reason|>', '<|end_reason|>'],
] as const;
export const calls = [
  `<tool_call>{"name":"f","arguments":"${canary}"}</tool_call>`,
  `<tool_call>\n<function=f><parameter=q>${canary}</parameter></function></tool_call>`,
  `<|function_call|>\n{"name": "f", "arguments": "${canary}"}\n`,
];
export const odd: readonly unknown[] = [
  {},
  [],
  '0',
  -1,
  1.5,
  true,
  { toString: 1 },
  Number.POSITIVE_INFINITY,
  2 ** 70,
  'x'.repeat(50),
];
/** Marks that hide the text of an event or a part from users. */
export const marks: readonly object[] = [
  { role: 'tool' },
  { role: 'system' },
  { role: 'Assistant' },
  { role: {} },
  { channel: 'analysis' },
  { channel: 'commentary' },
  { channel: [] },
  { recipient: 'functions.f' },
  { to: 'functions.f' },
  { intent: 'debug' },
  { chan: 'analysis' },
  { channel_name: 'thinking' },
  { chanel: 'analysis' },
  { kind: 'thought' },
  { metadata: { channel: 'analysis' } },
  { meta: { kind: 'reasoning' } },
  { thought: true },
  { is_private: 1 },
];
export const hiddenParts: readonly object[] = [
  { type: 'thinking', thinking: [{ type: 'text', text: canary }] },
  { type: 'reasoning', text: canary },
  { type: 'tool_use', input: { q: canary } },
  { type: 'unknown', text: canary },
  { text: canary },
];
/** Valid and broken calls that are the whole answer. */
export const bareCalls: readonly string[] = [
  `{"name": "f", "arguments": {"q": "${canary}"}}`,
  `{"name": "f", "parameters": {"q": "${canary}"}`,
  `[{"name": "f", "arguments": {"q": "${canary}"}}]`,
  `{'name': 'f', 'arguments': {'q': '${canary}'}}`,
  `[f(q="${canary}")]`,
  `<function=f>{"q": "${canary}"}</function>`,
];
