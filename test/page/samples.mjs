// The conversations, prompts and trainings that the tests of the page show.

export const uri = 'file:///x.ocml';
export const calls = [
  '<|start|>user<|message|>Weather?<|end|>',
  '<|start|>assistant<|channel|>analysis<|message|>Ask the service.<|end|>',
  '<|start|>assistant to=functions.get call_id=a<|channel|>commentary<|constrain|>json<|message|>{"city": "Lyon"}<|call|>',
  '<|start|>tool name=functions.get call_id=a<|channel|>commentary<|message|>{"ok": false, "error": "E-TOOL-TIMEOUT"}<|end|>',
  '<|start|>assistant to=functions.get call_id=b<|channel|>commentary<|constrain|>json<|message|>{"city": "Annecy"}<|call|>',
  '<|start|>assistant<|channel|>final<|message|># Dry\n\n- **24 °C**, see [more](https://example.com)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a = "x"; // y\n```\n\n> quoted<|return|>',
].join('\n');
export const rows = [1, 2, 3]
  .map((i) => JSON.stringify({ messages: [{ role: 'user', content: `Row ${i}` }] }))
  .join('\n');
export const position = { line: 0, character: 0 };
export const prompt = {
  ...{ version: 1, template: 'chatml', notes: ['The date is of today.'] },
  stretches: [
    { text: '<|im_start|>', kind: 'token' },
    { text: 'user\n', kind: 'template' },
    { text: 'Weather?', kind: 'message', position, end: { line: 0, character: 5 }, role: 'user' },
  ],
  dropped: [{ what: 'the reasoning of message 2', position }],
};

const record = (uuid, parentUuid, second, rest) => ({
  ...{ uuid, parentUuid, sessionId: 's', timestamp: `2026-01-01T00:00:0${second}Z`, ...rest },
});
const userRecord = (uuid, parent, second, content, rest = {}) =>
  record(uuid, parent, second, { type: 'user', message: { role: 'user', content }, ...rest });
/** A session with a branch, a sub-agent, a call that took 2 seconds, and a compaction. */
export const session = [
  { type: 'summary', summary: 'A search', leafUuid: 'a2' },
  userRecord('u0', null, 0, 'Left'),
  userRecord('u1', null, 0, 'Look for it'),
  record('a1', 'u1', 1, {
    type: 'assistant',
    message: {
      ...{ id: 'm1', role: 'assistant', usage: { input_tokens: 1200, output_tokens: 30 } },
      content: [{ type: 'tool_use', id: 't1', name: 'Grep', input: { pattern: 'it' } }],
    },
  }),
  userRecord('r1', 'a1', 3, [{ type: 'tool_result', tool_use_id: 't1', content: 'it.ts' }]),
  userRecord('x1', null, 3, 'Look there', { isSidechain: true }),
  userRecord('s1', 'r1', 4, 'The user looks for it.', { isCompactSummary: true }),
  record('a2', 's1', 5, {
    type: 'assistant',
    message: { id: 'm2', role: 'assistant', content: [{ type: 'text', text: 'Found.' }] },
  }),
]
  .map((one) => `${JSON.stringify(one)}\n`)
  .join('');

const stretch = (text, reason, more = {}) => ({ text, trained: false, cut: false, reason, ...more });
export const training = {
  version: 1,
  setting: {
    ...{ trainer: 'axolotl', tokenizer: 'model', template: '/model/chat_template.jinja', limit: 8 },
    options: [{ name: 'train_on_eos', value: 'last' }],
  },
  sequences: [
    {
      ...{ tokens: 8, length: 11, trained: 3 },
      stretches: [
        stretch('<|im_start|>', 'not trained: text from the template', { token: 'control' }),
        stretch('user\n', 'not trained: text from the template'),
        stretch('Weather?', 'not trained: what a user says (message 1)', { position, end: { line: 0, character: 5 } }),
        stretch('<|im_end|>', 'not trained: stop token of answer 1, because of `train_on_eos`', { token: 'stop' }),
        stretch('Dry.\nAnd warm.', 'trained: answer 2, because of `roles_to_train`', {
          ...{ trained: true, position: { line: 1, character: 3 }, end: { line: 1, character: 9 } },
        }),
        stretch('<|im_end|>', 'trained: stop token of answer 2, because of `train_on_eos`', {
          token: 'stop',
          trained: true,
        }),
        stretch('What follows', 'cut: answer 3, because of `sequence_len` (8 tokens)', { cut: true }),
      ],
    },
  ],
  findings: [
    { code: 'mask-stop', severity: 'warning', message: 'The stop token is not trained.', position },
    { code: 'mask-refused', severity: 'error', message: 'The trainer stops here.', position },
  ],
  notes: ['The trainer drops this row: it is too long.'],
  row: {
    number: 2,
    count: 3,
    previous: position,
    next: { line: 2, character: 0 },
    range: { start: position, end: position },
  },
};

export const trainingWithoutTokenizer = { version: 1, sequences: [], findings: [], notes: [], missing: 'tokenizer' };
