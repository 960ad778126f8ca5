/** Built-in tools are converted to lists of messages and back. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertJson, convertTranscript, jsonOf } from '../../server/src/convert/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const options = { from: undefined, keepNames: true, bos: undefined } as const;

/** Converts a transcript of 2.2 to a list of messages and back. Returns the result and the notes on the first conversion. */
function thereAndBack(text: string) {
  const { output, notes } = convertTranscript(new Transcript('a.ocml', 'ocml', 0, text), {
    ...options,
    to: 'messages',
  });
  assert.ok(output && 'value' in output);
  const back = convertJson(jsonOf(output.value, false), { ...options, to: 'openchatml-2.2', from: 'messages' }, false);
  assert.ok(back.output && 'text' in back.output);
  return { text: back.output.text, notes: notes.map(({ part, message }) => `${part}: ${message}`) };
}

const call = (to: string, channel: string, body: string, type = '<|constrain|>json') =>
  `<|start|>assistant to=${to} call_id=c1<|channel|>${channel}${type}<|message|>${body}<|call|>\n`;
const reply = (name: string, channel: string) =>
  `<|start|>tool to=assistant call_id=c1 name=${name}<|channel|>${channel}<|message|>2<|end|>\n`;
const talk = (...messages: string[]) => `version: 2.2\n<|start|>user<|message|>Find peas.<|end|>\n${messages.join('')}`;

suite('a call to a built-in tool', () => {
  for (const [tool, body, type] of [
    ['browser.search', '{"query":"peas"}', '<|constrain|>json'],
    ['browser.open', '{"id":1}', '<|constrain|>json'],
    ['python', 'print(1 + 1)', ''],
  ] as const) {
    test(`${tool} keeps its recipient and channel, and so does its reply`, () => {
      const text = talk(call(tool, 'analysis', body, type), reply(tool, 'analysis'));
      const { text: back, notes } = thereAndBack(text);
      assert.equal(back, text);
      assert.deepEqual(
        notes.filter((note) => /^(?:channel|name)/.test(note)),
        [],
      );
    });
  }

  test('on another channel than usual: that is reported', () => {
    const { text, notes } = thereAndBack(
      talk(call('browser.search', 'commentary', '{}'), reply('browser.search', 'commentary')),
    );
    assert.match(text, /to=browser\.search call_id=c1<\|channel\|>analysis/);
    assert.equal(notes.filter((note) => note.startsWith('channel: ')).length, 2);
  });
});

suite('a function', () => {
  test('may be called `python`: it takes an object', () => {
    const text = talk(call('functions.python', 'commentary', '{"code":"1"}'), reply('functions.python', 'commentary'));
    assert.equal(thereAndBack(text).text, text);
  });

  test('that is declared stays one, whatever it is given', () => {
    const row = {
      tools: [{ type: 'function', function: { name: 'python', parameters: { type: 'object' } } }],
      messages: [
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'python', arguments: '1' } }],
        },
      ],
    };
    const { output } = convertJson(JSON.stringify(row), { ...options, to: 'openchatml-2.2' }, false);
    assert.match(String(output && 'text' in output && output.text), /to=functions\.python/);
  });

  test('that is not declared, and called as a built-in tool is: that is reported', () => {
    const { notes } = thereAndBack(talk(call('functions.browser.search', 'commentary', '{}')));
    assert.ok(notes.some((note) => note.includes('is read back as the built-in tool `browser.search`')));
  });
});
