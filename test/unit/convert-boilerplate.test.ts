/** Tools in the text of a system message, as the templates of Qwen and Hermes write them, become declared tools. Their text is removed. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertJson, convertTranscript, type Options } from '../../server/src/convert/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const usual: Options = { to: 'messages', from: undefined, keepNames: false, bos: undefined };
const tool = {
  type: 'function',
  function: { name: 'sow', description: 'Sows.', parameters: { type: 'object', properties: {} } },
};
const line = JSON.stringify(tool);
const qwen = `# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
<tools>
${line}
</tools>

For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call>`;
const hermes = `You are a function calling AI model. You are provided with function signatures within <tools></tools> XML tags. You may call one or more functions to assist with the user query. Don't make assumptions about what values to plug into functions. Here are the available tools: <tools> ${line} </tools>Use the following pydantic model json schema for each tool call you will make: {"properties": {"name": {"title": "Name", "type": "string"}}, "title": "FunctionCall", "type": "object"}
For each function call return a json object with function name and arguments within <tool_call></tool_call> XML tags as follows:
<tool_call>
{"name": <function-name>, "arguments": <args-dict>}
</tool_call>`;

type Read = { readonly messages: readonly { role: string; content: string }[]; readonly tools?: unknown };

function ofText(system: string) {
  const text = `<|im_start|>system\n${system}<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n`;
  const { output, notes } = convertTranscript(new Transcript('test:', 'ocml', 0, text), usual);
  return { read: (output && 'value' in output ? output.value : undefined) as Read, notes, text };
}

function ofShareGpt(system: string, more: object = {}): Read {
  const conversations = [
    { from: 'system', value: system },
    { from: 'human', value: 'Hi' },
  ];
  const { output } = convertJson(JSON.stringify({ conversations, ...more }), usual, true);
  return (output && 'value' in output ? output.value : undefined) as Read;
}

const user = { role: 'user', content: 'Hi' };

for (const [of, text] of [
  ['Qwen', qwen],
  ['Qwen 2.5, which doubles the braces', qwen.replace(/^\{"name": <.*\}$/m, '{$&}')],
  ['Hermes', hermes],
] as const)
  suite(of, () => {
    for (const [from, convert] of [
      ['text', (system: string) => ofText(system).read],
      ['ShareGPT', ofShareGpt],
    ] as const)
      test(`from ${from}`, () => {
        assert.deepEqual(convert(text), { messages: [user], tools: [tool] });
        assert.deepEqual(convert(`Be brief.\n\n${text}`), {
          messages: [{ role: 'system', content: 'Be brief.' }, user],
          tools: [tool],
        });
      });

    test('that is said, at its place', () => {
      const { notes, text: whole } = ofText(text);
      assert.deepEqual(
        notes.map(({ message, start }) => [message.replace(/ is dropped.*/, ''), whole.slice(start, start + 10)]),
        [[`The text that ${of.replace(/ .*/, '')}'s template writes around the tools`, text.slice(0, 10)]],
      );
    });
  });

test('what is not exactly the text of a template stays, with the tags that it speaks of', () => {
  const own = qwen.replace('You may call', 'You must call');
  const { read } = ofText(own);
  assert.deepEqual(read.tools, [tool]);
  assert.match(read.messages[0]?.content ?? '', /^# Tools\n\nYou must call.*within <tools><\/tools> XML tags:/s);
});

test('where a row declares tools, the text stays as it is', () => {
  const read = ofShareGpt(qwen, { tools: [tool] });
  assert.deepEqual(read.tools, [tool]);
  assert.equal(read.messages[0]?.content, qwen);
});
