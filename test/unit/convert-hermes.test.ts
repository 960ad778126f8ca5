/** ChatML with the tags of Qwen and Hermes is written as their templates do, and read back. What tags cannot hold is reported. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lossesOf, ofJson, ofText, textOf, thinks, user, valueOf } from '../support/convert.ts';

const call = (id: string, name: string, args: string) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const tool = {
  type: 'function',
  function: {
    name: 'f',
    description: 'Does f.',
    parameters: { type: 'object', properties: { a: { type: 'integer' } } },
  },
};
const list = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    user('Hi'),
    {
      role: 'assistant',
      reasoning_content: 'Ask both.',
      content: 'One moment.',
      tool_calls: [call('f1', 'f', '{"a": 1}'), call('f2', 'g', '{}')],
    },
    { role: 'tool', tool_call_id: 'f1', content: '{"b": 2}' },
    { role: 'tool', tool_call_id: 'f2', content: 'plain' },
    { role: 'assistant', content: 'Done.' },
  ],
  tools: [tool],
};
const text = `<|im_start|>system
Be brief.

# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
<tools>
{"type": "function", "function": {"name": "f", "description": "Does f.", "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}}}}
</tools>

For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call><|im_end|>
<|im_start|>user
Hi<|im_end|>
<|im_start|>assistant
<think>
Ask both.
</think>

One moment.
<tool_call>
{"name": "f", "arguments": {"a": 1}}
</tool_call>
<tool_call>
{"name": "g", "arguments": {}}
</tool_call><|im_end|>
<|im_start|>user
<tool_response>
{"b": 2}
</tool_response>
<tool_response>
plain
</tool_response><|im_end|>
<|im_start|>assistant
Done.<|im_end|>
`;

suite('hermes', () => {
  test('is what the templates of Qwen write, and is read back', () => {
    const converted = ofJson(list, { to: 'hermes' });
    assert.equal(textOf(converted), text);
    const ids = ['f1', 'f2', 'f1', 'f2'].map(
      (id) => `\`call_id=${id}\` is dropped: ChatML with tags cannot express it.`,
    );
    assert.deepEqual(lossesOf(converted), ids);
    assert.deepEqual(valueOf(ofText(text, { to: 'messages' }, 'openchatml-0.1')), list);
    assert.equal(textOf(ofText(text, { to: 'hermes' }, 'openchatml-0.1')), text);
  });

  test('an open end and an empty thought stay', () => {
    const open =
      '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\nHo<|im_end|>\n<|im_start|>user\nBye<|im_end|>\n<|im_start|>assistant\n';
    const converted = ofText(open, { to: 'hermes' }, 'openchatml-0.1');
    assert.deepEqual([textOf(converted), converted.notes], [open, []]);
  });

  test('a tag in a thought or a reply that would end it is refused at its place', () => {
    const thought = { messages: [user('Hi'), thinks('It says </think> here.', 'Ho')] };
    const reply = {
      messages: [
        user('Hi'),
        { role: 'assistant', content: null, tool_calls: [call('c', 'f', '{}')] },
        { role: 'tool', tool_call_id: 'c', content: 'a </tool_response> b' },
      ],
    };
    for (const [value, tag] of [
      [thought, '</think>'],
      [reply, '</tool_response>'],
    ] as const) {
      const { output, notes } = ofJson(value, { to: 'hermes' });
      assert.equal(output, undefined);
      const [{ start, end } = { start: 0, end: 0 }] = notes.filter(({ kind }) => kind === 'refused');
      assert.equal(JSON.stringify(value).slice(start, end), tag);
    }
  });

  test('replies with halves of a code fence are turns of their own, so that tags between them count', () => {
    const calls = [call('f1', 'f', '{}'), call('f2', 'f', '{}')];
    const messages = [
      user('Hi'),
      { role: 'assistant', content: null, tool_calls: calls },
      { role: 'tool', tool_call_id: 'f1', content: '```py\nx' },
      { role: 'tool', tool_call_id: 'f2', content: '```\ny' },
    ];
    const written = textOf(ofJson({ messages }, { to: 'hermes' })) ?? '';
    assert.equal(written.match(/<\|im_start\|>user\n<tool_response>/g)?.length, 2);
    assert.deepEqual(valueOf(ofText(written, { to: 'messages' }, 'openchatml-0.1')), { messages });
  });
});

suite('a reply that is an object with a name comes back as it is', () => {
  for (const content of ['{"name":"Ann","content":"x","n":1}', '{"name": "Ann"}', '{"name":"f","content":{"a":1.0}}'])
    test(content, () => {
      const messages = [
        user('q'),
        { role: 'assistant', content: null, tool_calls: [call('f1', 'f', '{}')] },
        { role: 'tool', tool_call_id: 'f1', content },
      ];
      const converted = ofJson({ messages }, { to: 'hermes' });
      assert.deepEqual(
        lossesOf(converted).filter((message) => !message.includes('call_id')),
        [],
      );
      const written = textOf(converted) ?? '';
      assert.ok(written.includes(`<tool_response>\n{"name": "f", "content": ${content}}\n</tool_response>`), written);
      assert.deepEqual(valueOf(ofText(written, {}, 'openchatml-0.1')), { messages });
    });
});

for (const [to, begin] of [
  ['hermes', '# Tools\n'],
  ['openchatml-0.1', '<|function_list|>\n'],
] as const)
  test(`instructions and tools of a Responses answer are one system message in ${to}`, () => {
    const { name, description, parameters } = tool.function;
    const answer = {
      ...{
        object: 'response',
        instructions: 'Be brief.',
        tools: [{ type: 'function', name, description, parameters }],
      },
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }],
    };
    const written = textOf(ofJson(answer, { to })) ?? '';
    assert.ok(written.startsWith(`<|im_start|>system\nBe brief.\n\n${begin}`), written);
    assert.equal(written.split('<|im_start|>system').length, 2);
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'assistant', content: 'Hi' },
    ];
    assert.deepEqual(valueOf(ofText(written, {}, 'openchatml-0.1')), { messages, tools: [tool] });
  });
