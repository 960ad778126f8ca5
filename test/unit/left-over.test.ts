/** Leftover text in the contents of JSON data: control text of other models, tags of ChatML, and rows that do not fit. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { describeProblems } from '../support/check.ts';

/** Returns the problems of rows, as `LINE severity code «text»`. */
function read(training: boolean, ...rows: unknown[]): string[] {
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  return describeProblems(text, ['line', 'severity', 'code'], { name: 'train.jsonl', language: 'jsonl', training });
}

const user = { role: 'user', content: 'When do I sow peas?' };
const saying = (content: string) => ({ role: 'assistant', content });
const row = (content: string) => ({ messages: [user, saying(content)] });
const asked = (content: string) => ({ messages: [{ role: 'user', content }, saying('In March.')] });
const leak = 'template-special-in-content';

suite('control text in a content', () => {
  for (const [content, ...found] of [
    ['In March.</s>', 'warning </s>'],
    ['In March.<|endoftext|>\n', 'warning <|endoftext|>'],
    ['In March. [/INST]', 'warning [/INST]'],
    ['In March.<end_of_turn>', 'warning <end_of_turn>'],
    ['<s> In March.', 'warning <s>'],
    ['In March.<|end|><|return|>', 'warning <|end|>', 'warning <|return|>'],
    ['In March.</s><|im_end|>', 'warning </s>', 'warning <|im_end|>'],
    ['In March.<｜end▁of▁sentence｜>', 'warning <｜end▁of▁sentence｜>'],
    ['<s>Old</s> and <s>older</s>'],
    ['<s>Old</s>'],
    ['The token is `</s>`'],
    ['A turn of Gemma ends with <end_of_turn>'],
    ['It is one of these, [/INST]'],
    ['It ends with "<|endoftext|>"'],
    ['In March [1]'],
    ['List<int>'],
  ] as const)
    test(content, () => {
      const said = found.map((one) => one.replace(/(\w+) (.*)/, `1 $1 ${leak} «$2»`));
      assert.deepEqual(read(false, row(content)).sort(), said.sort());
    });

  test('ShareGPT is looked at, too', () => {
    const conversations = [
      { from: 'human', value: 'Hi' },
      { from: 'gpt', value: 'Hi</s>' },
    ];
    assert.deepEqual(read(false, { conversations }), [`1 warning ${leak} «</s>»`]);
  });

  test('users may ask about a token at the end, but begin with none', () => {
    assert.deepEqual(read(false, asked('What is <|endoftext|>')), []);
    assert.deepEqual(read(false, asked('[INST] When? [/INST]')).sort(), [
      `1 information ${leak} «[/INST]»`,
      `1 warning ${leak} «[INST]»`,
    ]);
  });

  test('tools may return anything', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'get', arguments: '{}' } };
    const messages = [
      user,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'x</s>' },
      saying('In March.'),
    ];
    assert.deepEqual(read(true, { messages }), []);
  });

  test('in the midst, a hint in training rows, outside code', () => {
    const midst = row('One.<|endoftext|>Two.');
    assert.deepEqual(read(false, midst), []);
    assert.deepEqual(read(true, midst), [`1 hint ${leak} «<|endoftext|>»`]);
    assert.deepEqual(read(true, row('Write `<|endoftext|>` here.'), row('```\n[INST] x [/INST]\n```\nSo.')), []);
  });
});

suite('tags of ChatML in a content', () => {
  for (const [content, ...found] of [
    ['<think>Peas\nIn March.', 'thought-unclosed «<think>»'],
    ['<think>Peas</think>In March.'],
    ['Peas</think>In March.'],
    ['<tool_call>{"name": "f", "arguments": {"a": }}</tool_call>', 'function-json «}»'],
    ['<tool_call>{"name": "f", "arguments": {}}', 'function-json «<tool_call>»'],
    ['<tool_call>{"name": "f", "arguments": {}}</tool_call>'],
    ['<tool_call>{"name": "f", "arguments": {}}</toolcall>', 'function-json «</toolcall>»'],
    ['Models write a <think> tag first, and a call ends with </tool_call>.'],
    ['Write `<think>` first.'],
  ] as const)
    test(content, () => {
      assert.deepEqual(
        read(true, row(content)),
        found.map((one) => `1 warning ${one}`),
      );
      // The last message may be a prefix for the model to continue.
      assert.deepEqual(read(false, row(content)), []);
      assert.deepEqual(
        read(false, { messages: [user, saying(content), user] }),
        found.map((one) => `1 warning ${one}`),
      );
    });
});

suite('tools next to the messages', () => {
  for (const tools of ['none', 'search', '[{"name": "f",}]', {}, 7])
    test(`${JSON.stringify(tools)} is not a list`, () =>
      assert.deepEqual(read(false, { ...row('In March.'), tools }), [
        `1 error template-content-type «${JSON.stringify(tools)}»`,
      ]));
  for (const tools of [null, [], '', '[]', '[{"type": "function", "function": {"name": "f"}}]', 'null'])
    test(`${JSON.stringify(tools)} is one, or none`, () =>
      assert.deepEqual(read(false, { ...row('In March.'), tools }), []));
});

suite('rows of several shapes in a training file', () => {
  const conversations = [
    { from: 'human', value: 'When?' },
    { from: 'gpt', value: 'In March.' },
  ];
  const text = '<|im_start|>user\nWhen?<|im_end|>\n<|im_start|>assistant\nIn March.<|im_end|>\n';

  test('each that is not like the first', () => {
    const [first, second] = [row('In March.'), row('In April.')];
    const found = read(true, first, second, { conversations }, { prompt: 'When?', completion: 'In March.' }, { text });
    assert.deepEqual(
      found.map((one) => one.slice(0, one.indexOf('«'))),
      [3, 4, 5].map((line) => `${line} warning template-shape `),
    );
    assert.deepEqual(read(false, first, { conversations }), []);
  });

  test("messages with Anthropic's blocks are messages", () => {
    const blocks = [{ type: 'tool_use', id: 'c1', name: 'f', input: {} }];
    const result = [{ type: 'tool_result', tool_use_id: 'c1', content: 'March' }];
    const messages = [
      user,
      { role: 'assistant', content: blocks },
      { role: 'user', content: result },
      saying('In March.'),
    ];
    assert.deepEqual(read(true, row('In March.'), { messages }), []);
  });

  test('a text that ends where the answer begins', () => {
    const prompt = text.slice(0, text.lastIndexOf('In March.'));
    assert.deepEqual(read(true, { text }, { text: prompt }), ['2 warning answer-missing «assistant»']);
  });
});

test('an answer that is only a thought teaches a model to say nothing', () => {
  assert.deepEqual(read(true, row('<think>In March?</think>\n')), [
    '1 warning message-empty «"<think>In March?</think>\\n"»',
  ]);
  assert.deepEqual(read(false, row('<think>In March?</think>')), []);
  for (const content of ['<think>In March?</think>In March.', '<think>a</think><think>b</think>c', '`<think></think>`'])
    assert.deepEqual(read(true, row(content)), [], content);
});
