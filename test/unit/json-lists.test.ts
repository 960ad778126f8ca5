/** Lists of messages with realistic faults. One mistake is one problem, on the smallest faulty part. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { applyEdits } from '../../server/src/fixes/proof/replacement.ts';
import type { MessageProfile } from '../../server/src/grammar/index.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { describeProblems } from '../support/check.ts';

const user = '{"role":"user","content":"Hi"}';
const assistant = '{"role":"assistant","content":"Yo"}';
const replied = '{"role":"tool","tool_call_id":"c1","content":"7"}';
const calling = (args: string) =>
  `{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":${args}}}]}`;
const row = (...messages: string[]) => `{"messages":[${messages.join(',')}]}`;

/** Returns the problems of a text under a file name, as `LINE severity code «text»`. */
const problemsIn = (text: string, name = 'train.jsonl', profile?: MessageProfile) =>
  describeProblems(text, ['line', 'severity', 'code'], {
    name,
    language: 'json',
    dialect: name.includes('.messages.') ? 'messages' : undefined,
    profile,
  });

test('a row of text that begins with a document header is a transcript, as `convert` writes it', () => {
  const text =
    'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|chanel|>final<|message|>Yes<|return|>';
  assert.deepEqual(problemsIn(`${JSON.stringify({ text })}\n`), ['1 error E-PARSE-HEADER «<|chanel|>»']);
});

suite('a line that breaks off', () => {
  const whole = row(user, assistant);
  for (const cut of [
    '{"messages":[{"role":"user","content":"Hi"},{"role":"assis',
    '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant"',
    '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello wor',
    '{"messages":[{"role":"user","content":"Hi"},',
    '{"messages":[{"role":"user","content":',
    '{"mess',
    '{',
    `{"messages":[${user},${calling('"{}"')}`,
    `{"messages":[${user},{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{\\"a`,
  ]) {
    test(cut, () => {
      const found = problemsIn([whole, cut, whole].join('\n'));
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0] as string, /^2 error wire-json «.»$/);
    });
  }

  test('what is wrong before its last message is told besides', () => {
    const cut = `{"messages":[{"role":"usr","content":"Hi"},{"role":"assis`;
    assert.deepEqual(problemsIn(`${whole}\n${cut}`), [
      '2 error wire-json «"»',
      '2 warning template-role-unknown «"usr"»',
    ]);
  });

  test('it is repaired as a whole', () => {
    const { text, repairs, repairable } = readJson('{"messages":[{"role":"user","content":"Hel');
    assert.ok(repairable);
    assert.deepEqual(JSON.parse(applyEdits(text, [...repairs])), { messages: [{ role: 'user', content: 'Hel' }] });
  });
});

suite('arguments', () => {
  for (const [args, problem] of [
    ['"[1"', 'error E-CALL-SCHEMA «[»'],
    ['"[1]"', 'error E-CALL-SCHEMA «"[1]"»'],
    ['"{\\"a\\": 1"', 'error E-CALL-SCHEMA «1»'],
    ['"Peas"', 'error E-CALL-SCHEMA «Peas»'],
    ['7', 'error E-CALL-SCHEMA «7»'],
    ['true', 'error E-CALL-SCHEMA «true»'],
    ['[{"a":1}]', 'error E-CALL-SCHEMA «[{"a":1}]»'],
    ['{"a":1}', 'information E-CALL-SCHEMA «{"a":1}»'],
    ['null', 'error E-CALL-SCHEMA «null»'],
    ['""', 'error E-CALL-SCHEMA «""»'],
    ['" "', 'error E-CALL-SCHEMA «" "»'],
    ['"{}"', undefined],
  ] as const) {
    test(args, () => assert.deepEqual(problemsIn(row(user, calling(args), replied)), problem ? [`1 ${problem}`] : []));
  }

  test('APIs refuse a call that has none; templates do without', () => {
    const without = row(user, calling('0').replace(',"arguments":0', ''), replied);
    assert.deepEqual(problemsIn(without), ['1 error E-CALL-SCHEMA «"f"»']);
    assert.deepEqual(problemsIn(without, 'train.jsonl', 'template'), []);
    assert.deepEqual(problemsIn(row(user, calling('null'), replied), 'train.jsonl', 'template'), []);
    assert.deepEqual(problemsIn(row(user, calling('""'), replied), 'train.jsonl', 'template'), [
      '1 error E-CALL-SCHEMA «""»',
    ]);
  });

  test('the input of a block is an object', () => {
    const blocks = (input: string) =>
      `{"messages":[${user},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":${input}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"7"}]}]}`;
    assert.deepEqual(problemsIn(blocks('{}')), []);
    assert.deepEqual(problemsIn(blocks('"{}"')), ['1 error E-CALL-SCHEMA «"{}"»']);
  });
});

suite('calls that are written otherwise', () => {
  test('`tool_call` for `tool_calls`', () => {
    const call = '{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}';
    for (const given of [call, `[${call}]`])
      assert.deepEqual(problemsIn(row(user, `{"role":"assistant","tool_call":${given}}`, replied)), [
        '1 warning template-key-missing «"tool_call"»',
      ]);
    assert.deepEqual(problemsIn(row(user, `{"role":"assistant","tool_calls":${call}}`, replied)), [
      `1 error template-content-type «${call}»`,
    ]);
  });

  test('a call without `function`, which templates take', () => {
    const flat = row(user, '{"role":"assistant","tool_calls":[{"id":"c1","name":"f","arguments":"{}"}]}', replied);
    assert.deepEqual(problemsIn(flat), ['1 warning tool-name-missing «"name"»']);
    assert.deepEqual(problemsIn(flat, 'train.jsonl', 'template'), []);
  });
});

suite('words of other formats', () => {
  test('roles and keys', () => {
    const advice = (text: string) => {
      const document = openDocument('test:train.jsonl', 'json', 0, text, undefined);
      const checker = createChecker(document, { strict: false, levels: {} }, () => {});
      const [first] = checker.problems(1).problems;
      return first?.problem.message.replace(/.*(?=Did you mean)/, '');
    };
    for (const [role, meant] of [
      ['human', 'user'],
      ['gpt', 'assistant'],
      ['AI', 'assistant'],
    ])
      assert.equal(advice(row(`{"role":"${role}","content":"Hi"}`, assistant)), `Did you mean \`${meant}\`?`, role);
    const contents = row('{"role":"user","contents":"Hi"}', assistant);
    assert.equal(advice(contents), 'Did you mean `content`?');
    assert.deepEqual(problemsIn(contents), ['1 warning template-key-missing «"contents"»']);
  });
});

suite('calls that chat APIs reject', () => {
  const asking = (call: string) => row(user, `{"role":"assistant","content":null,"tool_calls":${call}}`, replied);
  const call = (members: string, name = 'f') => `[{${members}"function":{"name":"${name}","arguments":"{}"}}]`;

  test('an empty id is none', () => {
    const list = row(
      user,
      `{"role":"assistant","content":null,"tool_calls":${call('"id":"",')}}`,
      '{"role":"tool","tool_call_id":"","content":"7"}',
    );
    assert.deepEqual(
      problemsIn(list).map((one) => one.slice(0, 27)),
      ['1 warning call-id-missing «'],
    );
  });

  test('a name with a space', () =>
    assert.deepEqual(problemsIn(asking(call('"id":"c1","type":"function",', 'get weather'))), [
      '1 warning recipient-format «"get weather"»',
    ]));

  test('no type, in a request', () => {
    const list = asking(call('"id":"c1",'));
    assert.deepEqual(problemsIn(list), []);
    assert.deepEqual(problemsIn(list.replace('{', '{"model":"m",')), [
      '1 information template-content-type «"function"»',
    ]);
  });

  test('calls in a string are one problem', () => {
    const text = JSON.stringify(call('"id":"c1",'));
    assert.deepEqual(problemsIn(asking(text)), [`1 error template-content-type «${text}»`]);
  });
});

suite('a call that is a message of its own', () => {
  const called = (value: string) =>
    JSON.stringify({
      conversations: [
        { from: 'human', value: 'Peas?' },
        { from: 'function_call', value },
        { from: 'observation', value: '7' },
      ],
    });
  for (const value of [
    '{"name": "f", "arguments": {"a": 1}}',
    '[{"name": "f", "arguments": {}}]',
    "{'name': 'f', 'arguments': {'a': None}}",
  ])
    test(value, () => assert.deepEqual(problemsIn(called(value)), []));
  for (const [value, problem] of [
    ['{"name": "f", "arguments": {', '«{»'],
    ['f(1)', '«f(1)»'],
    [' ', '«" "»'],
  ] as const)
    test(value, () => assert.deepEqual(problemsIn(called(value)), [`1 warning E-CALL-SCHEMA ${problem}`]));

  test('in a role of its own', () => {
    const list = [
      { role: 'user', content: 'Peas?' },
      { role: 'tool_call', content: '{"name": "f"' },
      { role: 'tool_response', content: '7' },
    ];
    assert.deepEqual(problemsIn(JSON.stringify({ messages: list })), ['1 warning E-CALL-SCHEMA «\\"»']);
  });
});

test('in a file of lists, a line whose list is none: what is in its place', () => {
  const lines = [row(user, assistant), '{"messages":"Hi"}', `{"messages":${user}}`, '{"id":1}'];
  assert.deepEqual(problemsIn(lines.join('\n')), [
    '2 error template-shape «"Hi"»',
    `3 error template-shape «${user}»`,
    '4 error template-shape «{"id":1}»',
  ]);
});

test('the wire as it was published later: a request that is no more than the start', () => {
  const problems = (...elements: unknown[]) => problemsIn(JSON.stringify(elements), 'a.json');
  assert.deepEqual(problems({ token: '<|im_start|>' }), []);
  assert.deepEqual(problems({ token: '<|im_start|>' }, 'assistant'), []);
});

test('the name of a template, beside messages: in a file of its own it is said not to be one, in a row of a data set it may be anything', () => {
  const named = `{"name":"zork","messages":[${user}]}`;
  assert.deepEqual(problemsIn(named, 'chat.messages.json'), ['1 information template-unknown «"zork"»']);
  assert.deepEqual(problemsIn(named, 'chat.messages.jsonl'), []);
  assert.deepEqual(problemsIn(named, 'chat.json'), []);
  assert.deepEqual(problemsIn(named.replace('zork', 'chatm')), ['1 error template-unknown «"chatm"»']);
});

suite('items of the Responses API', () => {
  const call =
    '{"type":"function_call","id":"fc_1","call_id":"call_1","name":"find_bus","arguments":"{}","status":"completed"}';
  const said =
    '{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"One moment.","annotations":[]}]}';
  const reply = '{"type":"function_call_output","call_id":"call_1","output":"8:04"}';
  const request = (...items: string[]) => `{"model":"gpt-5","input":[${[user, ...items].join(',')}]}\n`;

  test('a call has its own type, and text is next to it in one turn of the model', () => {
    for (const text of [
      request(call, reply),
      request(said, call, reply),
      request(call, said, reply),
      `{"id":"resp_1","object":"response","status":"completed","model":"gpt-5","output":[${said},${call}]}\n`,
      `{"id":"resp_1","object":"response","status":"completed","model":"gpt-5","output":[${call},${said}]}\n`,
    ]) {
      const found = problemsIn(text, 'request.json').filter((problem) => !/^1 hint call-unanswered/.test(problem));
      assert.deepEqual(found, [], text);
    }
  });

  test('a call without output before the user speaks is told', () => {
    assert.deepEqual(problemsIn(request(call, said, user), 'request.json'), ['1 warning call-unanswered «"call_1"»']);
  });
});
