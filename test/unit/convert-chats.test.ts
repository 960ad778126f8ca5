/** Examples of conversions of lists of chat APIs: refusals, parts, and fields next to the messages. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertJson, convertTranscript, type Options } from '../../server/src/convert/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

/** Returns the output for a value in another form, and the notes, each with the text that it is about. */
function converted(value: unknown, to: Options['to']) {
  const text = JSON.stringify(value);
  const { output, notes } = convertJson(text, { to, from: undefined, keepNames: false, bos: undefined }, true);
  const written = output && ('text' in output ? output.text : output.value);
  return { written, notes: notes.map(({ message, start, end }) => `${text.slice(start, end)}: ${message}`) };
}

const user = { role: 'user', content: 'Hi' };
const text = (said: string) => ({ type: 'text', text: said });

suite('a refusal is what the assistant says', () => {
  const refusal = { type: 'refusal', refusal: "I can't." };
  const says = (content: unknown, more = {}) => ({ messages: [user, { role: 'assistant', content, ...more }] });
  const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Sorry.' }, refusal] };
  const cases: Readonly<Record<string, readonly [given: unknown, said: string]>> = {
    part: [says([refusal]), "I can't."],
    'part after text': [says([text('Sorry. '), refusal]), "Sorry. I can't."],
    item: [{ input: [user, item] }, "Sorry.I can't."],
    member: [says(null, { refusal: "I can't." }), "I can't."],
    'member next to text': [says('Sorry. ', { refusal: "I can't." }), "Sorry. I can't."],
  };
  for (const [name, [given, said]] of Object.entries(cases))
    test(name, () => {
      const { written, notes } = converted(given, 'harmony');
      assert.equal(
        written,
        `<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>${said}<|end|>`,
      );
      assert.match(notes.join('\n'), /I can't.*This refusal becomes text in the answer/);
    });

  test('an empty one says nothing', () => {
    assert.deepEqual(converted(says('Yes', { refusal: null }), 'harmony').notes, []);
  });
});

test("a conversation of openai/harmony's library is converted to a list of chat APIs, alone and as a row", () => {
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };
  const messages = [
    user,
    { role: 'assistant', reasoning_content: 'hm', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: '5' },
    { role: 'assistant', content: 'Five' },
  ];
  const { written } = converted({ messages }, 'harmony-json');
  assert.deepEqual(converted(written, 'messages'), { written: { messages }, notes: [] });
  assert.deepEqual(converted([written, written], 'messages').written, [{ messages }, { messages }]);
});

test('a list of chat APIs is as it was', () => {
  const value = { messages: [user, { role: 'assistant', content: 'Hello', weight: 1 }], meta: 1 };
  assert.deepEqual(converted(value, 'messages'), { written: value, notes: [] });
});

test('the projection is as it was', () => {
  const value = [user, { role: 'assistant', channel: 'final', content: 'Hello', x: 1 }];
  assert.deepEqual(converted(value, 'openchatml-json'), { written: value, notes: [] });
});

suite('the earlier turns of a row of texts', () => {
  const row = { instruction: 'Hund', input: '', output: 'dog', system: 'Translate.' };

  test('come before its question', () => {
    const { written, notes } = converted({ ...row, history: [['Katze', 'cat']] }, 'messages');
    const messages = [
      { role: 'system', content: 'Translate.' },
      { role: 'user', content: 'Katze' },
      { role: 'assistant', content: 'cat' },
      { role: 'user', content: 'Hund' },
      { role: 'assistant', content: 'dog' },
    ];
    assert.deepEqual([written, notes], [{ messages }, []]);
  });

  test('are told where they are not pairs of texts', () => {
    for (const history of ['Katze', [['Katze']], [['Katze', 1]]])
      assert.match(converted({ ...row, history }, 'messages').notes.join(), /`history` is dropped/);
  });
});

test('texts and images of other APIs become parts of chat completions; all else stays as it is', () => {
  const image = (url: string, more = {}) => ({ type: 'image_url', image_url: { url, ...more } });
  const file = { type: 'input_file', file_id: 'f1' };
  const call = { type: 'tool_use', id: 't1', name: 'f', input: {} };
  const answer = { role: 'assistant', content: [{ type: 'text', text: 'Let me see' }, call] };
  const source = { type: 'base64', media_type: 'image/png', data: 'aGk=' };
  const blocks = [
    text('See'),
    { type: 'image', source },
    { type: 'image', source: { type: 'url', url: 'https://a/b' } },
  ];
  const anthropic = { system: 'Be brief.', messages: [{ role: 'user', content: blocks }, answer] };
  const items = [
    { type: 'input_text', text: 'See' },
    { type: 'input_image', image_url: 'https://a/b', detail: 'low' },
    file,
  ];
  const responses = { input: [{ type: 'message', role: 'user', content: items }] };
  const said = (value: unknown) => {
    const { messages } = converted(value, 'messages').written as { messages: { role: string; content: unknown }[] };
    return messages.find(({ role }) => role === 'user')?.content;
  };
  assert.deepEqual(said(anthropic), [text('See'), image('data:image/png;base64,aGk='), image('https://a/b')]);
  assert.deepEqual(said(responses), [text('See'), image('https://a/b', { detail: 'low' }), file]);
});

suite('instructions in which tools are declared', () => {
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }];
  const told = (role: string, content: string, to: Options['to']) =>
    converted({ messages: [{ role, content }, user], tools }, to).notes.join('\n');

  test('lose line breaks at their end in a function list, which is told', () => {
    for (const end of ['\n', '\n\n', '\r\n'])
      assert.match(told('system', `Be brief.${end}`, 'openchatml-0.1'), /The line breaks at the end/);
    assert.equal(told('system', 'Be\nbrief.', 'openchatml-0.1'), '');
    assert.equal(told('developer', 'Be brief.\n', 'openchatml-2.2'), '');
  });

  test('are lost where they are empty, which is told', () => {
    assert.match(told('system', '', 'openchatml-0.1'), /the message is not empty when the output is read back/);
    assert.match(told('developer', '', 'openchatml-2.2'), /the message is not empty when the output is read back/);
  });
});

test('a token that a plain frame cannot hold is refused, with what to do', () => {
  const asks = (content: string) => converted({ messages: [{ role: 'user', content }] }, 'llama3');
  assert.match(asks('What is <|end|>?').notes.join(), /Put tokens of other formats in backticks/);
  assert.ok(asks('What is `<|end|>`?').written);
});

test('code that `python` is called with goes to a list, which is told, and back', () => {
  const call = '<|start_header_id|>assistant<|end_header_id|>\n\n<|python_tag|>print(1)<|eom_id|>';
  const source = new Transcript('test:', 'ocml', 0, call, { dialect: 'llama3' });
  const style = { from: undefined, keepNames: false, bos: 'none' };
  const { output, notes } = convertTranscript(source, { ...style, to: 'messages' });
  assert.match(notes.map(({ message }) => message).join('\n'), /These arguments are not JSON, which chat APIs require/);
  const value = output && 'value' in output ? output.value : undefined;
  const back = convertJson(JSON.stringify(value), { ...style, to: 'llama3' }, true);
  assert.deepEqual(back.output, { text: call });
});
