/** The results of parsers for calls in tags, with outputs of Qwen, Hermes and related models. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Explanation, explain } from '../../server/src/explain/explain.ts';
import { report } from '../../server/src/explain/report.ts';

const explained = (output: string, parser = 'hermes') => explain(output, { parser }) as Explanation;
const made = (output: string, parser?: string) =>
  explained(output, parser).made.map(({ as, text }) => `${as}: ${text.trim()}`);
const said = (output: string, parser?: string) =>
  report(explained(output, parser), (code) => code)
    .join(' ')
    .replace(/ +/g, ' ');

suite('an output that goes on past its stop token', () => {
  const ranOn =
    /Note: The model continued past the end of its turn and ([^:]+): only the text before that is its answer\. Make the server stop at `([^`]+)`/;
  const primes = '<think>\nFive of them.\n</think>\n\n2, 3, 5, 7, 11';
  const rows: readonly (readonly [output: string, token: string, what: string])[] = [
    [
      `${primes}<|im_end|>\n<|endoftext|><|im_start|>user\nAnd more?<|im_end|>\n`,
      '<|im_end|>',
      'invented a turn by the user',
    ],
    [`${primes}<|im_end|>\n<|im_start|>assistant\n13`, '<|im_end|>', 'invented a second turn of its own'],
    [`<|im_start|>assistant\n${primes}<|im_end|>\n<|im_start|>user\nMore`, '<|im_end|>', 'invented a turn by the user'],
    [`${primes}<|endoftext|>Human: And more?`, '<|endoftext|>', 'wrote more text'],
    [`${primes}\n<|im_start|>user\nAnd more?<|im_end|>`, '<|im_end|>', 'invented a turn by the user'],
    [
      `<|im_start|>user\nPrimes?<|im_end|>\n<|im_start|>assistant\n${primes}<|im_end|>\n<|endoftext|><|im_start|>user\nMore?<|im_end|>\n<|im_start|>assistant\n13`,
      '<|im_end|>',
      'invented a turn by the user',
    ],
  ];
  for (const [output, token, what] of rows) {
    test(JSON.stringify(output), () => {
      assert.deepEqual(made(output), ['reasoning: Five of them.', 'answer: 2, 3, 5, 7, 11']);
      const note = ranOn.exec(said(output));
      assert.deepEqual(note?.slice(1), [what, token]);
      assert.match(said(output), /generation_config\.json/);
      assert.deepEqual(explained(output).elsewhere, [], 'the other parser says nothing else');
    });
  }

  test('a call before it is read, and its faults are found', () => {
    const call =
      '<tool_call>\n{"name": "sow", "arguments": {"crop": "peas"}\n</tool_call><|im_end|>\n<|im_start|>user\nThanks';
    assert.match(said(call), ranOn);
    assert.equal(explained(call).stop?.kind, 'call-json');
    assert.match(explained(call).repaired?.text ?? '', /"peas"\}\}\n<\/tool_call><\|im_end\|>/);
  });

  const sound: readonly (readonly [output: string, answer: string])[] = [
    ['Seven.<|im_end|>\n<|endoftext|>\n', 'Seven.'],
    ['<|endoftext|><|endoftext|><|im_start|>assistant\nSeven.<|im_end|>', 'Seven.'],
    [
      '<|im_start|>user\nA?<|im_end|>\n<|im_start|>assistant\nSix.<|im_end|>\n<|im_start|>user\nB?<|im_end|>\n<|im_start|>assistant\nSeven.<|im_end|>',
      'Seven.',
    ],
    [
      '<|im_start|>user\nA?<|im_end|>\n<|im_start|>assistant\nSeven.<|im_end|>\n<|im_start|>user\nB?<|im_end|>',
      'Seven.',
    ],
    ['The log of today:\n<|im_start|>user\nA?<|im_end|>\n<|im_start|>assistant\nSeven.<|im_end|>', 'Seven.'],
  ];
  for (const [output, answer] of sound) {
    test(`but not ${JSON.stringify(output)}`, () => {
      assert.deepEqual(made(output), [`answer: ${answer}`]);
      assert.doesNotMatch(said(output), /went on past/);
      assert.equal(explained(output).repaired, undefined);
    });
  }
});

suite('a misspelled tag at the end of a call is replaced', () => {
  const call = '<tool_call>\n{"name": "sow", "arguments": {"crop": "peas"}}\n';
  for (const [tag, end] of [
    ['</tool_call', '<|im_end|>'],
    ['</tool_cal>', '<|im_end|>'],
    ['</tool_call', ''],
    ['</toolcall>', ''],
  ])
    test(`${tag}${end}`, () =>
      assert.equal(explained(`${call}${tag}${end}`).repaired?.text, `${call}</tool_call>${end}`));
});

test('a call without an end tag before the next one is not cut off', () => {
  const output = `<tool_call>\n{"name": "f", "arguments": {}}\n<tool_call>\n{"name": "g", "arguments": {}}\n</tool_call>`;
  const found = explained(output).problems.map(({ code, severity }) => `${severity} ${code}`);
  assert.deepEqual(found, ['warning function-json', 'information E-STREAM-TRUNCATED']);
});

test('a parameter that nothing closes by `>` before its end tag fails all calls', () => {
  const output =
    '<tool_call>\n<function=ls>\n<parameter=path\n/srv\n</parameter>\n<parameter=all>\nno\n</parameter>\n</function>\n</tool_call>';
  const { stop, repaired } = explained(output, 'qwen3');
  assert.equal(stop?.text?.split('\n').at(-1), 'ValueError: substring not found');
  assert.equal(repaired?.text, output.replace('=path', '=path>'));
});

test('a name that runs on to the next `>` is said to', () => {
  const output = '<tool_call>\n<function=edit\n<parameter=path>\na.py\n</parameter>\n</function>\n</tool_call>';
  assert.match(said(output, 'qwen3'), /Accepted without an error, but some parts do not arrive as intended/);
  assert.match(said(output, 'qwen3'), /Note: `>` is missing after a function name/);
});

suite('a whole log of a model that thinks in tags', () => {
  const begin = '<｜begin▁of▁sentence｜>';
  const turn = (question: string, answer: string) =>
    `<｜User｜>${question}<｜Assistant｜><think>\nHm.\n</think>\n\n${answer}<｜end▁of▁sentence｜>`;
  const rows: readonly (readonly [log: string, parser: string, ...made: string[]])[] = [
    [`${begin}${turn('2 + 2?', '4.')}`, 'deepseek_v3', 'reasoning: Hm.', 'answer: 4.'],
    [`${begin}Be brief.${turn('2 + 2?', '4.')}${turn('3 + 3?', '6.')}`, 'deepseek_v3', 'reasoning: Hm.', 'answer: 6.'],
    [`${turn('2 + 2?', '4.')}<｜User｜>And?`, 'deepseek_v3', 'reasoning: Hm.', 'answer: 4.'],
    ['<｜User｜>Hi<｜Assistant｜></think>Hello.<｜end▁of▁sentence｜>', 'deepseek_v31', 'answer: Hello.'],
    ['[gMASK]<sop><|user|>\nHi<|assistant|>\n<think>Hm.</think>\nHello.', 'glm45'],
    ['<think>Hm.</think>Hello.', 'hermes', 'reasoning: Hm.', 'answer: Hello.'],
    ['<think>What is <｜User｜>?</think>A token.', 'hermes', 'reasoning: What is <｜User｜>?', 'answer: A token.'],
  ];
  for (const [log, parser, ...expected] of rows)
    test(JSON.stringify(log), () => {
      const explanation = explain(log) as Explanation;
      assert.equal(explanation.parser.name, parser);
      const turns = log.match(/<｜Assistant｜>/g)?.length ?? 0;
      assert.equal(
        explanation.notes.some((note) => note.startsWith('Only the last turn')),
        turns > 1,
      );
      if (expected.length > 0)
        assert.deepEqual(
          explanation.made.map(({ as, text }) => `${as}: ${text.trim()}`),
          expected,
        );
    });
});
