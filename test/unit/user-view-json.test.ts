/** What users see of JSON: only what is read without doubt. `SECRET` is hidden in all examples. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openDocument } from '../../server/src/documents/document.ts';
import { jsonFeatures } from '../../server/src/features/json/features.ts';
import type { UserView, UserViewParams } from '../../server/src/features/user-view.ts';
import type { JsonDialectId } from '../../server/src/grammar/index.ts';
import type { JsonDocument } from '../../server/src/syntax/json/document.ts';

const open = (dialect: JsonDialectId, text: string, name = 'test:') =>
  openDocument(name, 'json', 1, text, dialect) as JsonDocument;

const ask = (document: JsonDocument, params: Partial<UserViewParams> = {}) =>
  jsonFeatures['ocml/userView']?.(document, { textDocument: { uri: document.uri }, ...params }, () => ({
    strict: false,
    levels: {},
  })) as UserView;

/** The texts that users see, joined by bars, and how many messages are hidden because they are in doubt. */
function check(dialect: JsonDialectId, text: string, expected: string, doubt?: number): void {
  const document = open(dialect, text);
  const first = ask(document);
  const { count = 1 } = first.conversation ?? {};
  const views = Array.from({ length: count }, (_, i) => (i === 0 ? first : ask(document, { number: i + 1 })));
  const seen = views.flatMap(({ messages }) => messages.map((message) => message.text)).join('|');
  assert.ok(!JSON.stringify(views).includes('SECRET'), `${text}\n${seen}`);
  assert.equal(seen, expected, text);
  if (doubt !== undefined)
    assert.equal(
      views.reduce((sum, view) => sum + view.doubt, 0),
      doubt,
      text,
    );
}

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
      // A bracket too many ends the list: what follows it is not read.
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
    // Data may have such keys.
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
      '[{"type": "refusal", "refusal": "SECRET"}]',
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

suite('what a content holds', () => {
  const shown = (content: string, expected: string, dialects: readonly JsonDialectId[]) => {
    for (const dialect of dialects) {
      const wire = [
        { token: '<|start|>' },
        'assistant',
        { token: '<|message|>' },
        content,
        { token: '<|end_message|>' },
      ];
      check(dialect, JSON.stringify(dialect === 'chatml-wire' ? wire : [{ role: 'assistant', content }]), expected);
    }
  };
  const all = ['messages', 'openchatml-json', 'chatml-wire'] as const;

  test('between tags of reasoning is hidden in every dialect, and over parts', () => {
    shown('<think>SECRET</think>Hi', 'Hi', all);
    shown('SECRET</think>Hi', 'Hi', all);
    shown('Hi\n<think>SECRET', 'Hi', all);
    shown('`<think>` hides', '`<think>` hides', all);
    const parts = [{ type: 'text', text: '<think>SECRET' }, { type: 'image_url' }, 'SECRET</think>Hi'];
    check('messages', JSON.stringify([{ role: 'assistant', content: parts }]), 'Hi');
    // In the arguments of a call it is text.
    const call = '{"role":"assistant","tool_call":{"recipient":"functions.f","arguments":"<think>SECRET</think>{}"}}';
    assert.equal(ask(open('openchatml-json', call), { debug: true }).total, 1);
  });

  test('in thought markers and after tokens of frames is hidden in every dialect', () => {
    shown('Hi<|start_reason|>SECRET', 'Hi', all);
    shown('SECRET<|end_reason|>Hi', 'Hi', all);
    shown('Hi<|START_REASON|>SECRET', 'Hi', all);
    shown('Hi<\\|start_reason\\|>SECRET', 'Hi', all);
    shown('Hi<｜start_reason｜>SECRET', 'Hi', all);
    shown('Hi<|start|>assistant<|channel|>analysis<|message|>SECRET', 'Hi', all);
    shown('a < b and <b>c</b>', 'a < b and <b>c</b>', all);
    shown('a <|literal|><|start_reason|>b<|endliteral|>c', 'a <|start_reason|>bc', ['messages', 'openchatml-json']);
  });

  test('as a function of 0.1 is hidden where the content is ChatML', () => {
    const call = '<|function_call|>\n{"name": "f", "arguments": "SECRET"}';
    shown(`Hi\n${call}`, 'Hi', ['messages', 'chatml-wire']);
    shown(call, '', ['messages', 'chatml-wire']);
    shown(`<|literal|>\n${call}`, '<|literal|>', ['messages', 'chatml-wire']);
    const named = JSON.stringify([{ role: 'assistant', recipient: 'user', channel: 'final', content: 'a <b>c</b>' }]);
    check('messages', named, 'a <b>c</b>', 0);
  });
});

suite('a hover', () => {
  /** What the hover at `$0` says of who sees the message. */
  const said = (dialect: JsonDialectId, marked: string) => {
    const document = open(dialect, marked.replace('$0', ''));
    const position = document.positionAt(marked.indexOf('$0'));
    const params = { textDocument: { uri: document.uri }, position };
    const found = jsonFeatures['textDocument/hover']?.(document, params, () => ({ strict: false, levels: {} }));
    const value = (found as { contents: { value: string } } | null)?.contents.value ?? 'nothing';
    return /This message is .*\.|(?:Shown|Hidden) to end users|nothing/.exec(value)?.[0];
  };
  const visible = 'This message is shown to end users.';
  const doubtful = 'This message is hidden from end users, since it may not be what it seems.';

  test('says of a message what the preview shows of it', () => {
    for (const dialect of ['messages', 'openchatml-json'] as const) {
      assert.equal(said(dialect, '[{"role": "us$0er", "content": "Hi"}]'), visible);
      assert.equal(said(dialect, '[{"role": "us$0er"; "content": "Hi"}]'), doubtful);
      assert.equal(said(dialect, '[{"role": "assis$0tant", "role": "user", "content": "Hi"}]'), doubtful);
      assert.equal(said(dialect, '[{"role": "sys$0tem", "content": "Hi"}]'), 'This message is hidden from end users.');
      assert.equal(
        said(dialect, '[{"role": "assistant", "channel": "ana$0lysis", "content": "Hi"}]'),
        'This message is hidden from end users.',
      );
      assert.equal(said(dialect, '[{"role": "assis$0tant", "content": "<think>a</think>b"}]'), visible);
      assert.equal(
        said(dialect, '[{"role": "assis$0tant", "content": "<think>a</think>"}]'),
        'This message is hidden from end users.',
      );
    }
    assert.equal(
      said(
        'openchatml-json',
        '{"role": "assistant", "channel": "comm$0entary", "intent": "preamble", "content": "Hi"}',
      ),
      'This message is shown to end users, as a preamble.',
    );
    assert.equal(
      said('openchatml-json', '{"role": "assis$0tant", "tool_call": {"recipient": "functions.f", "arguments": "{}"}}'),
      'This message is hidden from end users, since it calls a tool.',
    );
    assert.equal(
      said('messages', '[{"role": "to$0ol", "tool_call_id": "a", "content": "Hi"}]'),
      "This message is hidden from end users, since it is a tool's reply.",
    );
    assert.equal(said('chatml-wire', '[{"token":"<|start|>"},"us$0er",{"token":"<|message|>"},"Hi"]'), visible);
    assert.equal(
      said('chatml-wire', '[{"token":"<|start|>"},"us$0er",{"token":"<|message|>"},"Hi",{"token":"<|x|>"},"a"]'),
      doubtful,
    );
  });

  test('says nothing of what a message holds', () => {
    const held = '[{"role": "tool", "content": [{"role": "us$0er", "content": "Hi"}]}]';
    for (const dialect of ['messages', 'openchatml-json'] as const) assert.equal(said(dialect, held), 'nothing');
  });
});

suite('a long document', () => {
  const texts = (view: UserView) => view.messages.map(({ text }) => text);

  test('comes as a window of no more text than can be shown', () => {
    const large = Array.from({ length: 20 }, (_, i) => ({ role: 'user', content: `${i} ${'x'.repeat(900_000)}` }));
    const list = open('messages', JSON.stringify(large, null, 1));
    const lines = open('openchatml-json', large.map((one) => JSON.stringify(one)).join('\n'), 'file:///a.ocml.jsonl');
    for (const [document, line] of [
      [list, 41],
      [lines, 10],
    ] as const) {
      const { messages, before, after } = ask(document, { around: { line, character: 0 } });
      assert.ok(messages.length >= 1 && messages.length <= 3, `${messages.length} messages`);
      assert.ok(before >= 8 && before <= 10, `${before} before`);
      assert.equal(before + messages.length + after, 20);
    }
    // One that is too large is shown all the same: there is no smaller window.
    assert.equal(
      ask(open('messages', JSON.stringify([{ role: 'user', content: 'x'.repeat(3_000_000) }]))).messages.length,
      1,
    );
  });

  test('around the place that is asked for, numbered through all units', () => {
    const line = (i: number) =>
      JSON.stringify(i % 2 === 0 ? { role: 'user', content: `m${i}` } : { role: 'system', content: 's' });
    const document = open(
      'openchatml-json',
      Array.from({ length: 2000 }, (_, i) => line(i)).join('\n'),
      'file:///a.ocml.jsonl',
    );
    const at = (number: number, params = {}) =>
      ask(document, { around: { line: number, character: 0 }, limit: 3, ...params });
    assert.deepEqual(texts(at(0)), ['m0', 'm2', 'm4']);
    assert.deepEqual(texts(at(1001)), ['m1000', 'm1002', 'm1004']);
    assert.deepEqual(texts(at(1999)), ['m1994', 'm1996', 'm1998']);
    const { total, before, after, hidden, messages } = at(1001);
    assert.deepEqual({ total, before, after, hidden }, { total: 1000, before: 500, after: 497, hidden: 1000 });
    assert.deepEqual([messages[0]?.index, messages[0]?.range.start.line], [1000, 1000]);
    assert.deepEqual(texts(at(1001, { debug: true })), ['m1000', 's', 'm1002']);
    assert.equal(ask(document, { limit: 1e9 }).messages.length, 500);
    // An edit of a line is seen, and a choice of what to show is not carried over.
    document.update(
      [{ range: { start: { line: 1001, character: 9 }, end: { line: 1001, character: 15 } }, text: 'user' }],
      2,
    );
    assert.deepEqual(texts(at(1001)), ['m1000', 's', 'm1002']);
    assert.equal(ask(document).hidden, 999);
  });
});

suite('calls, and what tools return, are messages of their own with their arguments', () => {
  const asked = (row: object) =>
    ask(open('messages', JSON.stringify(row), 'test:train.jsonl'), { debug: true }).messages.map(
      ({ role, to, text }) => `${role}${to === undefined ? '' : ` to ${to}`}: ${text}`,
    );
  const said = (content: unknown, more = {}) => ({ messages: [{ role: 'assistant', content, ...more }] });

  test("Anthropic's blocks, and arguments that are an object", () => {
    const block = { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } };
    assert.deepEqual(asked(said([block])), ['assistant to functions.f: {"a":1}']);
    const text = (text: string) => ({ type: 'text', text });
    const called = 'assistant to functions.f: {"a":1}';
    const thinking = { type: 'thinking', thinking: 'Hm.' };
    assert.deepEqual(asked(said([thinking, text('Wait.'), block])), ['assistant: Hm.', 'assistant: Wait.', called]);
    assert.deepEqual(asked(said([block, text('Done.')])), [called, 'assistant: Done.']);
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: { a: 1 } } };
    assert.deepEqual(asked(said(null, { tool_calls: [call] })), ['assistant to functions.f: {"a":1}']);
  });

  test('ShareGPT', () => {
    for (const value of ['{"name": "f", "arguments": {"a": 1}}', "{'name': 'f', 'arguments': {'a': 1}}"]) {
      const [call] = asked({ conversations: [{ from: 'function_call', value }] });
      assert.equal(call?.replaceAll("'", '"'), 'assistant to functions.f: {"a": 1}');
    }
  });

  test('tags', () => {
    const text = '<think>\nHm.\n</think>\n\nWait.\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>';
    assert.deepEqual(asked(said(text)), ['assistant: Hm.', 'assistant to functions.f: {"a": 1}', 'assistant: Wait.']);
    const nameless = '<tool_call>\n{"arguments": {}}\n</tool_call>';
    assert.deepEqual(asked(said(nameless)), ['assistant: {}']);
    const returned = { messages: [{ role: 'user', content: '<tool_response>\n7\n</tool_response>' }] };
    assert.deepEqual(asked(returned), ['tool: 7']);
  });
});
