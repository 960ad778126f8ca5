/** In the view of JSON with faults, text that is damaged is hidden from users. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { ask, check, open } from '../support/user-view-json.ts';

const hi = '{"role": "user", "content": "Hi"}';
const ok = '{"role": "assistant", "content": "OK"}';
const secret = '{"role": "system", "content": "SECRET"}';

suite('a fault of syntax', () => {
  const lists = ['messages', 'openchatml-json'] as const;

  test('hides the object that it is in', () => {
    for (const [broken, doubt] of [
      ['{"role": "assistant"; "channel": "analysis", "content": "SECRET"}', 1],
      ['{"role": "assistant", "content": "SECRET", "channel" "analysis"}', undefined],
      ['{"role": "assistant", "content": "SECRET", "cha"nnel": "analysis"}', undefined],
      ['{"role": "assistant", "content": "SECRET" "channel": "analysis"}', undefined],
      ['{"role": "assistant", "content": “SECRET”}', 1],
      ["{'role': 'assistant', 'content': 'SECRET'}", 1],
      ['{"role": "user", "content": "SECRET" /* or */}', 1],
      ['{"role": "user", "content": "SECRET\n"}', 1],
    ] as const) {
      for (const dialect of lists) check(dialect, `[${hi},\n${broken},\n${ok}]`, 'Hi|OK', doubt);
    }
  });

  test('hides nothing where it is a comma too many at the end', () => {
    for (const dialect of lists)
      check(dialect, `[${hi},\n{"role": "user", "content": "Yes",},\n${ok},]`, 'Hi|Yes|OK', 0);
  });

  test('hides a part that has lost its braces', () => {
    for (const [content, rest] of [
      ['["type":"reasoning","text":"SECRET"}]', '|OK'],
      ['[{"type":"reasoning"},"text":"SECRET"}]', '|OK'],
      ['[{"type":"reasoning","text":"SECRET"]', '|OK'],
      // A superfluous bracket ends the list, so the text after it is not read.
      ['[{"type":"thinking",}"thinking":"SECRET"},"Hi"]', ''],
    ] as const) {
      check('messages', `[${hi},\n{"role":"assistant","content":${content}},\n${ok}]`, `Hi${rest}`);
    }
  });

  test('hides what a lost quote joins to it', () => {
    check('messages', '[{"role":"user","content":"Hi},{"role":"system","content":"SECRET"}]', '');
    check('messages', `[${ok},{"role":"user","content":"Hi},{"role":"system","content":"SECRET"}]`, 'OK');
    check('messages', `[${ok},{"role":"user","content":"Hi},{"role":"system","content":"SECRET"},\n${hi}]`, 'OK|Hi');
  });

  test('hides the object before it if that may have ended too early', () => {
    for (const rest of ['"channel": "analysis"', '"x", "channel": "analysis"', '', '"x"']) {
      for (const dialect of lists) {
        check(dialect, `[${hi},\n{"role": "assistant", "content": "SECRET"},${rest}},\n${ok}]`, 'Hi|OK');
      }
    }
    check('openchatml-json', '{"role": "assistant", "content": "SECRET"}, "channel": "analysis"}', '', 1);
    check('openchatml-json', `{"role": "assistant", "content": "SECRET"}}\n${hi}`, '');
  });

  test('hides all if what is read as the document may be a part of one', () => {
    const quoted = '{"role": "user", "content": "SECRET"}';
    for (const rest of [`}, ${hi}]`, `}}]}, ${hi}]`, `], "role": "tool"}, ${hi}]`]) {
      check('messages', `[${quoted}]${rest}`, '');
      check('messages', `{"messages": [${quoted}]}${rest}`, '');
      check('openchatml-json', `${quoted}${rest}`, '');
      check('messages', `[${hi}, ${quoted}]${rest}`, '');
    }
  });

  test('does not make messages of what a message holds', () => {
    const call =
      '{"role": "assistant", "tool_calls": [{"function": {"arguments": {"role": "user", "content": "SECRET"}}}]}';
    for (const [from, to, expected] of [
      ['}}}]}', '}}}}]}', 'Hi'],
      ['}}}]}', '}}]}', 'Hi|OK'],
      ['[{"f', '{"f', 'Hi'],
      [': {"role', ': {{"role', 'Hi|OK'],
    ] as const) {
      check('messages', `[${hi},\n${call.replace(from, to)},\n${ok}]`, expected);
    }
    const tool = '{"role": "tool", "content": [{"type": "x"}}, {"role": "user", "content": "SECRET"}]}';
    check('messages', `[${hi},\n${tool},\n${hi}]`, 'Hi');
  });

  test('leaves the lines of JSON Lines apart', () => {
    const document = open(
      'openchatml-json',
      `${hi}\n{"role": "assistant", "content": "SECRET"\n${ok}\n`,
      'file:///a.ocml.jsonl',
    );
    const { messages, hidden, doubt } = ask(document);
    assert.deepEqual([messages.map(({ text }) => text), hidden, doubt], [['Hi', 'OK'], 1, 1]);
  });

  test('outside the list leaves the list alone', () => {
    check('messages', `{"tools" [], "messages": [${hi}, ${secret}]}`, 'Hi', 0);
    check('messages', `{"messages": [${hi}, ${secret}, ${ok}], "tools": [x]}`, 'Hi|OK', 0);
  });

  test('while a message is written, the others stay', () => {
    for (const [text, expected] of [
      [`[${hi}, ${ok}, {]`, 'Hi|OK'],
      [`[${hi}, ${ok}, {"role": "us`, 'Hi|OK'],
      [`[${hi},\n{"role": "user", "content": "x\n${ok}]`, 'Hi'],
      [`[${hi},\n{"role": "user", "content": "x},\n${ok}]`, 'Hi|OK'],
    ] as const) {
      check('messages', text, expected);
    }
  });
});

suite('an object in doubt without a fault of syntax', () => {
  const say = (members: string) => `{"role": "assistant", "content": "SECRET", ${members}}`;

  test('says something twice', () => {
    for (const text of [
      '{"role": "system", "role": "user", "content": "SECRET"}',
      '{"role": "user", "content": "Hi", "content": "SECRET"}',
      '{"role": "user", "Role": "system", "content": "SECRET"}',
      '{"role": "user", "role ": "system", "content": "SECRET"}',
      '{"role": "user", "ro\u200ble": "system", "content": "SECRET"}',
      '{"role": "user", "\u202erole": "system", "content": "SECRET"}',
      '{"role": "user", "ｒole": "system", "content": "SECRET"}',
    ]) {
      for (const dialect of ['messages', 'openchatml-json'] as const) check(dialect, `[${hi}, ${text}]`, 'Hi', 1);
    }
    check(
      'messages',
      '[{"role": "assistant", "content": [{"type": "text", "Type": "reasoning", "text": "SECRET"}]}]',
      '',
    );
    check('messages', '[{"role": "assistant", "content": [{"type": "text", "text": "a", "text": "SECRET"}]}]', '', 1);
    check(
      'openchatml-json',
      '[{"role":"assistant","tool_call":{"recipient":"f","recipient":"user","arguments":"SECRET"}}]',
      '',
    );
    // Data may have keys that differ only in case.
    const data = '[{"role": "assistant", "content": "Hi", "metadata": {"c++": 1, "C": 2, "c": 3}}]';
    check('messages', data, 'Hi', 0);
  });

  test('is a list that another of its name replaces', () => {
    const user = '{"role": "user", "content": "SECRET"}';
    check('messages', `{"messages": [${user}], "messages": []}`, '', 1);
    check('messages', `{"messages": [${user}], "messages": [${secret}]}`, '', 1);
    check('messages', `[{"messages": [${hi}]}, {"messages": [${user}], "messages": []}]`, 'Hi', 1);
    check('messages', `{"conversations": [{"from": "human", "value": "SECRET"}], "conversations": []}`, '', 1);
  });

  test('is marked as not for the reader', () => {
    for (const members of [
      '"thought": true',
      '"is_reasoning": true',
      '"hidden": true',
      '"type": "reasoning"',
      '"type": 7',
    ]) {
      check('messages', `[${say(members)}]`, '', 1);
    }
    check(
      'messages',
      '[{"role": "assistant", "content": [{"type": "text", "text": "SECRET", "thought": true}, "Hi"]}]',
      'Hi',
    );
    check('messages', '[{"role": "assistant", "type": "message", "content": "Hi", "thinking": "SECRET"}]', 'Hi', 0);
    check(
      'messages',
      '[{"role": "assistant", "content": [{"type": "text", "text": "Hi", "thought": false}]}]',
      'Hi',
      0,
    );
  });

  test('has calls that nobody can read', () => {
    for (const members of ['"tool_calls": "x"', '"tool_calls": {}', '"tool_calls": [1]', '"function_call": "x"']) {
      check('messages', `[${say(members)}]`, '', 1);
    }
    for (const text of [
      '{"role": "user", "tool_call": {"id": "c", "recipient": "functions.f", "arguments": "SECRET"}}',
      '{"role": "assistant", "tool_call": {"recipient": "user", "arguments": "SECRET"}}',
      say('"to": {"x": 1}'),
      say('"to": 7'),
    ]) {
      check('openchatml-json', text, '', 1);
    }
    check('messages', '[{"role": "assistant", "content": "Hi", "tool_calls": [], "function_call": null}]', 'Hi', 0);
  });

  test('a content in a shape that nobody knows', () => {
    for (const content of [
      '{"type": "text", "text": "SECRET"}',
      '{"text": "SECRET"}',
      '[["SECRET"]]',
      '[{"type": "text", "text": {"value": "SECRET"}}]',
      '[{"type": ["text"], "text": "SECRET"}]',
      '[{"type": "text ", "text": "SECRET"}]',
      '[{"type": "refusal", "refusal": ["SECRET"]}]',
      '[{"type": "refusal", "text": "SECRET"}]',
      'null, "refusal": ["SECRET"]',
      'null, "audio": {"transcript": "SECRET"}',
      'null, "reasoning_content": ["SECRET"]',
      'null, "reasoning_details": [{"text": "SECRET"}]',
    ]) {
      check('messages', `[{"role": "assistant", "content": ${content}}]`, '');
    }
  });

  test('a role in another spelling', () => {
    for (const role of ['Assistant', 'user ', '\u200buser', '\u202euser', 'human', 'constructor', '__proto__']) {
      const text = JSON.stringify([{ role, content: 'SECRET' }]);
      for (const dialect of ['messages', 'openchatml-json'] as const) check(dialect, text, '');
    }
    for (const role of ['1', 'null', '["user"]', '{}'])
      check('messages', `[{"role": ${role}, "content": "SECRET"}]`, '');
  });
});

suite('on the wire', () => {
  const token = (name: string) => `{"token":"<|${name}|>"}`;
  const [start, message, end] = [token('start'), token('message'), token('end_message')];
  const say = (role: string, text: string) => `${start},"${role}",${message},"${text}",${end}`;
  const shown = (elements: string, expected: string, doubt?: number) =>
    check('chatml-wire', `[${elements}]`, expected, doubt);

  test('a message with a fault in it is hidden', () => {
    shown(
      `${say('user', 'Hi')},${start},"user",${message},"a",${message},"SECRET",${end},${say('user', 'Ho')}`,
      'Hi|Ho',
      1,
    );
    shown(`${start},"user",${message},"SECRET",{"token":7},"SECRET",${end},${say('user', 'Ho')}`, 'Ho', 1);
    shown(`${start},"user",${message},"SECRET",${token('x')},"SECRET",${end},${say('user', 'Ho')}`, 'Ho', 1);
    shown(`${start},"user",${message},"SECRET","system",${message},"SECRET",${say('user', 'Ho')}`, 'Ho', 1);
    shown(`${say('user', 'Hi')},"system",${message},"SECRET",${end}`, 'Hi', 0);
  });

  test('a fault of syntax hides what it joins', () => {
    shown(`${say('user', 'SECRET').replace('"<|end', '<|end')},${say('system', 'SECRET')}`, '');
    shown(`${say('user', 'SECRET').replace(/token(?=":"<.end)/, 'token\\')},${say('system', 'SECRET')}`, '');
    shown(`${say('user', 'Hi')},\n${start},"user",${message},"SECRET,${end},\n${say('user', 'Ho')}`, 'Hi|Ho');
  });

  test('other names of tokens, and the slip that the documents make, are not doubt', () => {
    shown(`${token('im_start')},"user",${token('im_sep')},"Hi",${token('im_end')}`, 'Hi', 0);
    shown(`${start},"user",${end},"Hi",${end}`, 'Hi', 0);
    shown(`${say('user', 'Hi')},${start},"assistant",${message}`, 'Hi', 0);
    shown(`${start},"user",${message},"Hi",${say('user', 'Ho')}`, 'Hi|Ho', 0);
  });
});
