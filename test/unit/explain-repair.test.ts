/** A parser accepts a repaired output. Repairs lose no words of the model, and no text causes an exception. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Explanation, explain } from '../../server/src/explain/explain.ts';
import { parsers } from '../../server/src/explain/parsers/index.ts';
import { report } from '../../server/src/explain/report.ts';
import { howMany, seedOf } from '../support/effort.ts';

const repaired: readonly [parser: string, output: string, repaired: string][] = [
  ['harmony', '<|channel|>final<|message|>Hi<|return|><|start|>assistant', '<|channel|>final<|message|>Hi<|return|>'],
  ['harmony', '<|channel|>final<|message|>Hi<|return|> ', '<|channel|>final<|message|>Hi<|return|>'],
  ['harmony', '<|channel|>final<|message|>Hi<|end|><|return|>', '<|channel|>final<|message|>Hi<|end|>'],
  ['harmony', 'assistant<|channel|> final<|message|>Hi<|end|>', 'assistant<|channel|>final<|message|>Hi<|end|>'],
  [
    'harmony',
    '<|channel|>commentary to=functions.get_weather extra words <|constrain|>json<|message|>{}<|call|>',
    '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{}<|call|>',
  ],
  [
    'harmony',
    '<|channel|>analysis<|message|>A.<|end|><|start|>assistantfinal<|message|>B.<|return|>',
    '<|channel|>analysis<|message|>A.<|end|><|start|>assistant<|channel|>final<|message|>B.<|return|>',
  ],
  [
    'harmony',
    '<|channel|>analysis<|message|>A.<|end|>assistantcommentary to=functions.f json<|message|>{}<|call|>',
    '<|channel|>analysis<|message|>A.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>{}<|call|>',
  ],
  // The parser accepts these outputs, but one message contains another.
  ...['harmony', 'vllm', 'ollama', 'llama.cpp'].flatMap((parser): [string, string, string][] => [
    [
      parser,
      '<|channel|>analysis<|message|>A.\n<|channel|>final<|message|>B.',
      '<|channel|>analysis<|message|>A.\n<|end|><|start|>assistant<|channel|>final<|message|>B.',
    ],
    [
      parser,
      '<|channel|>analysis<|message|>A.<|start|>assistant<|channel|>commentary to=functions.f json<|message|>{}<|call|>',
      '<|channel|>analysis<|message|>A.<|end|><|start|>assistant<|channel|>commentary to=functions.f json<|message|>{}<|call|>',
    ],
  ]),
  // In the repaired output, a call is still a call.
  ...['harmony', 'vllm'].flatMap((parser): [string, string, string][] => [
    [
      parser,
      '<|channel|>commentary to=assistant<|channel|>commentary to=functions.edit<|message|>{"a":1}<|call|>',
      '<|channel|>commentary to=functions.edit<|message|>{"a":1}<|call|>',
    ],
    [
      parser,
      '<|channel|>analysis<|message|>Sum.<|end|><|start|>functions.calc<|channel|>commentary<|message|>{"x":1}<|call|>',
      '<|channel|>analysis<|message|>Sum.<|end|><|start|>assistant<|channel|>commentary to=functions.calc<|message|>{"x":1}<|call|>',
    ],
  ]),
  [
    'ollama',
    String.raw`<|channel|>commentary to=functions.f<|message|>{"path":"C:\Users\jo\notes.txt"}<|call|>`,
    String.raw`<|channel|>commentary to=functions.f<|message|>{"path":"C:\\Users\\jo\\notes.txt"}<|call|>`,
  ],
  // The parser accepts these outputs, but they have an error.
  [
    'harmony',
    '<|channel|>comentary to=functions.f <|constrain|>json<|message|>{}<|call|>',
    '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}<|call|>',
  ],
  [
    'harmony',
    '<|channel|>comment to=functions.ls code<|message|>{}<|call|>',
    '<|channel|>commentary to=functions.ls code<|message|>{}<|call|>',
  ],
  [
    'ollama',
    '<|channel|>commentary to=functions.f<|message|>{"a": 1,}<|call|>',
    '<|channel|>commentary to=functions.f<|message|>{"a": 1}<|call|>',
  ],
  [
    'hermes',
    '<tool_call>{"name": "f", "arguments": {}}}</tool_call>',
    '<tool_call>{"name": "f", "arguments": {}}</tool_call>',
  ],
  [
    'hermes',
    '<tool_call>\n{"name": "f", "arguments": {}}\n<tool_call>\n{"name": "g", "arguments": {}}\n</tool_call>',
    '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>\n<tool_call>\n{"name": "g", "arguments": {}}\n</tool_call>',
  ],
  // gpt-oss writes such a header if a request asks for JSON.
  [
    'llama.cpp',
    '<|channel|>analysis<|message|>A.<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>{"a": 4}<|return|>',
    '<|channel|>analysis<|message|>A.<|end|><|start|>assistant<|channel|>final<|message|>{"a": 4}<|return|>',
  ],
];

const call = (inner: string) => `<tool_call>\n${inner}\n</tool_call>`;
const xml = '<function=edit>\n<parameter=path>\na.py\n</parameter>\n</function>';
/** The parser accepts these outputs, but the checker finds a fault. */
const found: typeof repaired = [
  [
    'hermes',
    '<tool_call>\n{"name": "book", "arguments": "{\\"guests\\": 4}"}\n<|im_end|>',
    `${call('{"name": "book", "arguments": {"guests": 4}}')}\n<|im_end|>`,
  ],
  ['qwen3', call(xml.replace('\n</function>', '')), call(xml)],
  ['qwen3', call(xml.replace('edit>', 'edit')), call(xml)],
  ['qwen3', call(xml.replace('path>', 'path')), call(xml)],
  ['qwen3', `Let me see.\n\n${xml}\n</tool_call>`, `Let me see.\n\n${call(xml)}`],
  [
    'harmony',
    '<|channel|>commentary to=functions.f<|constrain|>json<|message|>{"a":1}<|end|>',
    '<|channel|>commentary to=functions.f<|constrain|>json<|message|>{"a":1}<|call|>',
  ],
];

for (const [parser, output, expected] of [...repaired, ...found]) {
  test(`${parser}: ${output}`, () => {
    const { repaired: fixed } = explain(output, { parser }) as Explanation;
    assert.deepEqual([fixed?.text, fixed?.accepted], [expected, true]);
  });
}

test('an accepted output is only changed where it has an error, or a warning', () => {
  for (const output of [
    '<|channel|>final<|message|>Hi<|return|>',
    '<|channel|>final<|message|>Write <|channel|>analysis<|message|> first.<|return|>',
    '<|channel|>analysis<|message|>The format is `<|channel|>final<|message|>`.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|return|>',
    '<|channel|>commentary to=functions.f json<|message|>{"a": "b<|call|>',
    // Appending a token does not complete this output.
    '<|channel|>analysis<|message|>Hm',
  ])
    assert.equal((explain(output, { parser: 'harmony' }) as Explanation).repaired, undefined, output);
});

test('what a model invents past the end of its turn is not repaired', () => {
  const { repaired: fixed, problems } = explain('2, 3<|im_end|>\n<|im_start|>usr\nMore') as Explanation;
  assert.deepEqual([fixed, problems], [undefined, []]);
});

test('a repair that makes a call to no tool, or is lost, is not offered', () => {
  for (const [parser, output] of [
    ['harmony', '<|start|>browser<|channel|>commentary<|message|>{"x":1}<|call|>'],
    ['vllm', '<|start|>functions.calc<|channel|>commentary<|message|>{"x":1}<|end|>'],
  ] as const) {
    const { repaired: fixed } = explain(output, { parser }) as Explanation;
    assert.ok(!fixed?.text.includes('to=assistant'), fixed?.text);
  }
});

test('a repair never leaves out a message', () => {
  const { repaired: fixed } = explain('<|channel|>analysis<|message|>A.<|end|>x<|message|>B.<|end|>') as Explanation;
  assert.ok(fixed === undefined || fixed.text.includes('B.'));
});

const pieces = [
  ...['<|start|>', '<|channel|>', '<|message|>', '<|constrain|>', '<|end|>', '<|call|>', '<|return|>', '<|im_start|>'],
  ...[
    '<tool_call>',
    '</tool_call>',
    '<function=f>',
    '<parameter=a>',
    '</function>',
    '<think>',
    '</think>',
    '<|im_end|>',
  ],
  ...[
    'assistant',
    ' to=functions.f',
    'final',
    'commentary',
    'analysis',
    'json',
    ' ',
    '\n',
    '{"name": "f"',
    '}',
    '"',
    'text',
  ],
  ...[
    '\x1b[0m',
    '\u202e',
    '😀',
    '\ud83d',
    '__proto__',
    "raw='",
    "', err=",
    'ERROR 08-06 23:25:57 ',
    'output: ',
    '[200005, 200008]',
  ],
];

test('any text is explained, by any parser, and places are in it', () => {
  const names = fc.constantFrom(...parsers.map(({ name }) => name));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 }), names, (list, parser) => {
      let explanation: ReturnType<typeof explain>;
      try {
        explanation = explain(list.join(''), { parser });
      } catch (error) {
        assert.match((error as Error).message, /^no model output was found/);
        return;
      }
      for (const line of report(explanation, (code) => code)) assert.doesNotMatch(line, /[\x00-\x1f\u202e]/);
      if ('errors' in explanation) return;
      const { output, stop, accepted, made, problems } = explanation;
      assert.equal(accepted, stop === undefined);
      const spans = [...made, ...problems, ...(stop ? [stop] : []), ...(stop?.word ? [stop.word] : [])];
      for (const { start, end } of spans)
        assert.ok(0 <= start && start <= end && end <= output.length, `${start} ${end}`);
    }),
    { numRuns: howMany(400), seed: seedOf(20_261_122) },
  );
});

test('llama.cpp reads the whole name of a tool', () => {
  for (const header of [
    'commentary to=functions.shell<|message|>',
    'commentary to=functions.shell code<|message|>',
    'commentary to=functions.shell<|constrain|>json<|message|>',
  ]) {
    const { made } = explain(`<|channel|>${header}{}<|call|>`, { parser: 'llama.cpp' }) as Explanation;
    assert.deepEqual(made[0]?.who, 'shell', header);
  }
});
