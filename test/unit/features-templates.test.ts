/** Completion of whole messages. `$0` marks the cursor. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { summary } from '../support/check.ts';
import { accepted, type How, messageKind, offered } from './features-check.ts';

const labels = (text: string, how: How = {}) =>
  offered(text, how).flatMap(({ label, kind }) => (kind === messageKind ? label : []));
/** Returns the text of a snippet. Choices are replaced by their first value, and other tab stops by their default. */
const plain = (text: string) =>
  text
    .replace(/\$\{\d+\|((?:[^,|\\]|\\.)*)[^|]*\|\}/g, '$1')
    .replace(/\$\{\d+:((?:[^}\\]|\\.)*)\}/g, '$1')
    .replace(/\$\d/g, '')
    .replace(/\\([$}\\])/g, '$1');

const tools = `<|start|>developer<|message|>namespace functions {
// The weather.
type get_weather = (_: { city: string, days?: number, unit: "C" | "F" }) => any;
type get_time = () => any;
}<|end|>
`;
const ask = '<|start|>user<|message|>Hi<|end|>\n';
const head = 'version: 2.2\n';
const call = (id: string) =>
  `<|start|>assistant to=functions.get_weather call_id=${id}<|channel|>commentary<|constrain|>json<|message|>{"city": "a", "unit": "C"}<|call|>\n`;

suite('OpenChatML 2.2', () => {
  test('who speaks next comes first', () => {
    assert.deepEqual(labels(`${head}$0`).slice(0, 4), ['system', 'developer', 'developer tools', 'user']);
    assert.deepEqual(labels(`${head}${ask}$0`).slice(0, 2), ['analysis', 'call']);
    assert.deepEqual(labels(`${head}${tools}${ask}$0`).slice(0, 3), ['analysis', 'call get_weather', 'call get_time']);
    const thought = '<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>\n';
    assert.deepEqual(labels(`${head}${ask}${thought}$0`).slice(0, 2), ['call', 'final']);
  });

  test('a call has the next free id and the arguments that its tool must have', () => {
    assert.equal(
      accepted(`${head}${tools}${call('c7')}$0`, 'call get_weather').slice(`${head}${tools}${call('c7')}`.length),
      '<|start|>assistant to=functions.get_weather call_id=c8<|channel|>commentary<|constrain|>json<|message|>' +
        '{"city": "$1", "unit": ${2|"C","F"|}\\}<|call|>',
    );
    assert.match(accepted(`${head}$0`, 'call'), /to=functions\.\$\{1:get_weather\} call_id=c1<\|channel\|>/);
  });

  test('a reply for each call that waits for one, in their order', () => {
    const before = `${head}${tools}${call('c1')}${call('c2')}`;
    assert.deepEqual(labels(`${before}$0`).slice(0, 2), ['reply get_weather c1', 'reply get_weather c2']);
    const text = accepted(`${before}$0`, 'reply get_weather c2').slice(before.length);
    assert.match(text, /^<\|start\|>tool (?=.*name=functions\.get_weather)(?=.*call_id=c2)(?=.*to=assistant)/);
    assert.match(text, /<\|message\|>\{"ok": true, "content": "\$1", "error": null\\}<\|end\|>$/);
    assert.ok(!labels(`${plain(before + text).replace('": ,', '": 1,')}\n$0`).includes('reply get_weather c2'));
  });

  test('after an opener, what follows it; where more follows, nothing', () => {
    assert.equal(accepted(`${head}<|start|>$0`, 'user'), `${head}<|start|>user`);
    const rest = offered(`${head}<|start|>us$0`).filter(({ kind }) => kind === messageKind);
    assert.ok(rest.some(({ textEdit }) => textEdit.newText === 'user<|message|>$1<|end|>'));
    assert.ok(rest.every(({ textEdit }) => !textEdit.newText.includes('<|start|>')));
    assert.deepEqual(labels(`${head}<|start|>$0<|message|>Hi<|end|>`), []);
    assert.deepEqual(labels(`${head}<|start|>$0\n`).length, rest.length);
  });

  test('for a token or a word that is begun, on a line of its own', () => {
    const start = `${head}${ask.trim()}`;
    assert.equal(accepted(`${start}$0`, 'final').slice(start.length).slice(0, 10), '\n<|start|>');
    assert.equal(accepted(`${start}\nfi$0`, 'final').slice(start.length).slice(0, 10), '\n<|start|>');
    assert.equal(accepted(`${start}\n<|st$0`, 'final').slice(start.length).slice(0, 10), '\n<|start|>');
    assert.match(accepted(`${head}$0<|start|>user<|message|>a<|end|>`, 'system'), /\$1<\|end\|>\n<\|start\|>user/);
    const [item] = offered(`${start}\n<|st$0`).filter(({ label }) => label === 'final');
    assert.match(item?.filterText ?? '', /^<\|start\|>assistant/);
    assert.deepEqual(labels(`${start}\n$0`, { typed: true }), []);
    assert.deepEqual(labels(`${head}<|start|>user<|message|>fi$0<|end|>`), []);
  });

  test('at the end of the document header, its indentation goes', () => {
    assert.equal(
      accepted(`${head}generation_settings:\n  temperature: 1\n  <|$0`, 'user'),
      `${head}generation_settings:\n  temperature: 1\n<|start|>user<|message|>$1<|end|>`,
    );
    assert.ok(labels(`${head}us$0`).includes('user'));
    assert.deepEqual(labels(`us$0\nversion: 2.2\n`), []);
  });
});

const harmony: How = { dialect: 'harmony' };

test('Harmony: no ids, no line breaks between messages', () => {
  const before = `${tools.trim()}${ask.trim()}`;
  const called = accepted(`${before}$0`, 'call get_weather', harmony).slice(before.length);
  assert.equal(
    called,
    '<|start|>assistant to=functions.get_weather<|channel|>commentary <|constrain|>json<|message|>{"city": "$1", "unit": ${2|"C","F"|}\\}<|call|>',
  );
  const next = before + plain(called);
  assert.equal(
    accepted(`${next}$0`, 'reply get_weather', harmony).slice(next.length),
    '<|start|>functions.get_weather to=assistant<|channel|>commentary<|message|>$1<|end|>',
  );
  assert.match(accepted('$0', 'call', harmony), /to=functions\.\$\{1:get_weather\}<\|channel\|>/);
  assert.match(
    accepted('$0', 'system', harmony),
    /Knowledge cutoff: [^]*Reasoning: \$\{4\|medium,low,high\|\}[^]*# Valid channels:/,
  );
  assert.ok(!labels('$0', harmony).some((label) => ['header', 'preamble', 'tool'].includes(label)));
});

const chatml = (role: string, text: string) => `<|im_start|>${role}\n${text}<|im_end|>\n`;
const declared = (open: string, close: string) =>
  chatml(
    'system',
    `${open}{"type": "function", "function": {"name": "stock", "description": "d", "parameters": {"type": "object", "properties": {"symbol": {"type": "string"}}, "required": ["symbol"]}}}${close}`,
  );

suite('ChatML', () => {
  test('messages', () => {
    const text = chatml('user', 'Hi');
    assert.equal(accepted(`${text}$0`, 'assistant'), `${text}<|im_start|>assistant\n$1<|im_end|>`);
    assert.deepEqual(labels(`${text}$0`), ['assistant', 'call', 'system', 'system tools', 'user']);
    assert.ok(offered(`${text}<|im_start|>$0`).some(({ textEdit }) => textEdit.newText === 'assistant\n$1<|im_end|>'));
    for (const { textEdit } of offered(`${text}$0`)) assert.ok(!textEdit.newText.includes('<|start|>'));
  });

  test('a role brings the end of its line, unless that is there', () => {
    const role = (text: string) => {
      const [item] = offered(text).filter(({ label, kind }) => label === 'user' && kind !== messageKind);
      return item?.textEdit.newText;
    };
    assert.equal(role('<|im_start|>us$0'), 'user\n');
    assert.equal(role('<|im_start|>us$0\nHi<|im_end|>'), 'user');
    assert.equal(role('<|im_start|>us$0 name=Ann\nHi<|im_end|>'), 'user');
    assert.equal(role('<|im_start|>us$0\n<|im_start|>assistant\nHo<|im_end|>'), 'user');
  });

  test('calls as their tools are declared, and a reply for each', () => {
    const tags = declared('<tools>\n', '\n</tools>');
    const args = '{"name": "stock", "arguments": {"symbol": "$1"\\}\\}';
    const after = (text: string, label: string) => accepted(`${text}$0`, label).slice(text.length);
    assert.equal(after(tags, 'call stock'), `<|im_start|>assistant\n<tool_call>\n${args}\n</tool_call><|im_end|>`);
    const tokens = declared('<|function_list|>\n', '\n');
    assert.equal(after(tokens, 'call stock'), `<|im_start|>assistant\n<|function_call|>\n${args}<|im_end|>`);
    const both = `${tags}${plain(after(tags, 'calls'))}\n`;
    assert.equal(
      after(both, 'reply'),
      '<|im_start|>tool\n<tool_response>\n$1\n</tool_response>\n<tool_response>\n$2\n</tool_response><|im_end|>',
    );
    const one = `${tokens}${plain(after(tokens, 'call stock'))}\n`;
    assert.equal(
      after(one, 'reply'),
      '<|im_start|>tool\n<|function_output|>\n{"name": "stock", "content": "$1"\\}<|im_end|>',
    );
  });
});

test('Llama 3', () => {
  const text = '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>';
  const after = (before: string, label: string) => accepted(`${before}$0`, label).slice(before.length);
  assert.equal(after(text, 'assistant'), '<|start_header_id|>assistant<|end_header_id|>\n\n$1<|eot_id|>');
  const called = after(text, 'call');
  // Models are trained to call declared tools like this, and conversions write the same; `<|python_tag|>` is for built-in tools.
  assert.match(
    called,
    /<\|end_header_id\|>\n\n\{"name": "\$\{1:get_weather\}", "parameters": \{\$2\\}\\}<\|eot_id\|>$/,
  );
  assert.equal(after(text + plain(called), 'reply'), '<|start_header_id|>ipython<|end_header_id|>\n\n$1<|eot_id|>');
});

test('an empty document begins with a header or a message of any family', () => {
  const all = labels('$0');
  assert.deepEqual(all.slice(0, 3), ['header', 'system', 'developer']);
  for (const label of ['user', 'ChatML system', 'ChatML user', 'Llama 3 user']) assert.ok(all.includes(label), label);
  assert.match(accepted('$0', 'ChatML user'), /^<\|im_start\|>user\n\$1<\|im_end\|>$/);
  assert.match(accepted('$0', 'header'), /^version: 2\.2\nmodel: \$\{1:/);
  assert.ok(labels('chat$0').includes('ChatML user'));
});

/** Each message template is completed in each family, after a conversation that it can follow. The result has no fault. */
test('what a template gives is valid', () => {
  const conversations: [DialectId | undefined, string][] = [
    [undefined, head],
    [undefined, `${head}${tools}${ask}`],
    [undefined, `${head}${tools}${ask}${call('c1')}`],
    ['harmony', ''],
    ['harmony', `${tools.trim()}${ask.trim()}`],
    [undefined, chatml('user', 'Hi')],
    [undefined, declared('<tools>\n', '\n</tools>')],
    [undefined, declared('<|function_list|>\n', '\n')],
    [undefined, '<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>'],
  ];
  for (const [dialect, text] of conversations) {
    const how = dialect === undefined ? {} : { dialect };
    const known = new Set(summary(text, how));
    for (const label of labels(`${text}$0`, how)) {
      // Empty tab stops are filled with a number, which is valid as JSON and as text.
      const filled = accepted(`${text}$0`, label, how)
        .replace(/\{\$\d\\\}/g, '{}')
        .replace(/\$\d/g, '1');
      const found = summary(plain(filled), how).filter((one) => !known.has(one) && !/unanswered|not-last/.test(one));
      assert.deepEqual(found, [], `${label}\n${plain(filled)}`);
    }
  }
});
