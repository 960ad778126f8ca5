/** Faults that spoil a training row although it is valid, and text that only looks faulty. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { mayBeTranscript } from '../../server/src/documents/sniff.ts';
import { describeProblems } from '../support/check.ts';

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });
const system = (content: string) => ({ role: 'system', content });
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };

/** Returns the problems of rows or of a text, one per line, as `severity code «text»`. */
const problemsIn = (text: string, { training = true, name = 'train.jsonl' } = {}) =>
  describeProblems(text, ['severity', 'code'], { name, training });

suite('garbled contents', () => {
  const rows: readonly [content: string, problem?: string][] = [
    ['Was kostet ein CafÃ©?', 'warning content-garbled «Ã©»'],
    [Buffer.from('Grün').toString('latin1'), 'warning content-garbled «Ã¼»'],
    ['Itâ€™s late', 'warning content-garbled «â€™»'],
    ['ÐŸÑ€Ð¸Ð²ÐµÑ‚', 'warning content-garbled «ÐŸ»'],
    ['Well done ðŸ˜€', 'warning content-garbled «ðŸ˜€»'],
    ['Was kostet ein Caf\uFFFD?', 'warning content-garbled «Caf\uFFFD»'],
    ['don\uFFFDt', 'warning content-garbled «don\uFFFDt»'],
    ['Readers show \uFFFD for it.', 'information content-garbled «\uFFFD»'],
    ['It is 20 Â°C.', 'warning content-garbled «Â°»'],
    ['one Â· two', 'warning content-garbled «Â·»'],
    ['Â«voilÂ»', 'warning content-garbled «Â«»'],
    // A text about garbled characters contains such characters as well.
    ['In Latin-1, é becomes Ã©.'],
    ['AÇÃO, NÃO, CAFÉ'],
    ['« voilà »'],
    ['né – CAFÉ… ÉTÉ’ — Spaß“'],
    ['voilà\u00a0– né\u00a0– oui'],
    ['CAFÉ… LE THÉ… Spaß…'],
    ['Žižek, Škoda, œuvre, Ærø, ångström, señor, 5 µm'],
  ];
  for (const [content, problem] of rows) {
    test(content, () => {
      const expected = problem === undefined ? [] : [problem];
      assert.deepEqual(problemsIn(JSON.stringify([user(content), assistant('Yes.')])), expected);
      assert.deepEqual(problemsIn(JSON.stringify([user(content), assistant('Yes.')]), { training: false }), []);
      assert.deepEqual(problemsIn(JSON.stringify({ prompt: content, completion: 'Yes.' })), expected);
      const text = `<|im_start|>user\n${content}<|im_end|>\n<|im_start|>assistant\nYes.<|im_end|>\n`;
      assert.deepEqual(problemsIn(text, { name: 'row.chatml' }), expected);
    });
  }
});

suite('rows', () => {
  const rows: readonly [what: string, row: unknown, ...problems: string[]][] = [
    ['a pair', { prompt: 'Hi', chosen: 'Hello.', rejected: 'Go away.' }],
    ['equal answers', { prompt: 'Hi', chosen: 'Hello.', rejected: 'Hello.' }, 'warning pair-equal «"Hello."»'],
    [
      'equal lists',
      { prompt: [user('Hi')], chosen: [assistant('Hello.')], rejected: [assistant('Hello.')] },
      'warning pair-equal «[{"role":"assistant","content":"Hello."}]»',
    ],
    ['an empty rejected answer', { prompt: 'Hi', chosen: 'Hello.', rejected: '' }],
    ['one in a list', { prompt: [user('Hi')], chosen: [assistant('Hello.')], rejected: [assistant('')] }],
    ['an empty chosen answer', { prompt: 'Hi', chosen: '', rejected: 'Hello.' }, 'warning message-empty «""»'],
    [
      'a chosen answer that the user ends',
      { chosen: [user('Hi'), assistant('Hello.'), user('Bye')], rejected: [user('Hi'), assistant('No.')] },
      'warning answer-missing «"user"»',
    ],
    [
      'a question for an answer',
      { prompt: [user('Hi')], chosen: [user('Hi')], rejected: [assistant('No.')] },
      'warning answer-missing «"user"»',
    ],
    ['no answer', { prompt: [user('Hi')], chosen: [], rejected: [assistant('No.')] }, 'warning answer-missing «[]»'],
    ['no completion', { prompt: [user('Hi')], completion: [] }, 'warning answer-missing «[]»'],
    [
      'other prompts',
      { chosen: [user('Hi'), assistant('Hello.')], rejected: [user('Hey'), assistant('No.')] },
      'warning pair-prompts «{"role":"user","content":"Hey"}»',
    ],
    [
      'turns that differ after an answer',
      {
        chosen: [user('Hi'), assistant('Hello.'), user('Bye'), assistant('Bye.')],
        rejected: [user('Hi'), assistant('No.'), user('Why?'), assistant('Because.')],
      },
    ],
    [
      'a call in the content and next to it',
      {
        messages: [
          user('Hi'),
          { ...assistant('<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>'), tool_calls: [call] },
          { role: 'tool', tool_call_id: 'c1', content: '1' },
          assistant('One.'),
        ],
      },
      'warning call-mixed «<tool_call>»',
    ],
    ['no input', { instruction: 'Hi', output: 'Hello.' }],
    ['a misspelled input', { instruction: 'Hi', inptu: 'x', output: 'Hello.' }, 'warning row-key-misspelled «"inptu"»'],
    [
      'misspelled tools',
      { messages: [user('Hi'), assistant('Hello.')], tols: [tool] },
      'warning row-key-misspelled «"tols"»',
    ],
    [
      'columns of other names',
      {
        ...{ messages: [user('Hi'), assistant('Hello.')], tool: 'f', source: 'x', id: 1, pools: 2, prompts: 3 },
        ...{ system_prompt: '', num_turns: 2, message: 'x', metadata: {}, context: 'x', input: 'x' },
      },
    ],
    ['more columns', { instruction: 'Hi', inputs: 'x', output: 'Hello.', outputs: ['x'], content: 'x', contest: 'x' }],
    ['a key next to the right one', { instruction: 'Hi', input: 'a', inputt: 'b', output: 'Hello.' }],
    [
      'a system message after an answer',
      [system('Be brief.'), user('Hi'), assistant('Hello.'), system('Be kind.'), user('Hi'), assistant('Hello!')],
      'hint message-order «"system"»',
    ],
    ['two system messages at the front', [system('Be brief.'), system('Be kind.'), user('Hi'), assistant('Hello.')]],
    ['one after a question', [user('Hi'), system('Be kind.'), assistant('Hello.')]],
  ];
  for (const [what, row, ...problems] of rows) {
    test(what, () => {
      assert.deepEqual(problemsIn(JSON.stringify(row)), problems);
      assert.deepEqual(problemsIn(JSON.stringify(row), { training: false }), []);
    });
  }
});

suite('characters that readers fail on', () => {
  const asked = '{"role":"user","content":"Hi"}';
  const rows: readonly [content: string, always: string[], trained?: string[]][] = [
    ['cut \\ud83d off', ['error character-unusable «\\ud83d»']],
    ['the end \\uDE00', ['error character-unusable «\\uDE00»']],
    ['\\ud83d\\ud83d\\ude00 \\ude00', ['error character-unusable «\\ud83d»', 'error character-unusable «\\ude00»']],
    ['\\ud83d\\ude00\\u00e9', []],
    ['a path C:\\\\ud83d', []],
    ['a null\\u0000', [], ['warning character-unusable «\\u0000»']],
    ['a path C:\\\\u0000', []],
  ];
  for (const [content, always, trained = always] of rows) {
    test(content, () => {
      const answer = `{"role":"assistant","content":"${content}"}`;
      for (const row of [
        `{"messages":[${asked},${answer}]}`,
        `{"messages":[${asked},{"role":"assistant","content":"Hello."}],"source":"${content}"}`,
        `{"conversations":[{"from":"human","value":"Hi"},{"from":"gpt","value":"${content}"}]}`,
        `{"prompt":"Hi","completion":"${content}"}`,
        `{"text":"<|im_start|>user\\nHi<|im_end|>\\n<|im_start|>assistant\\n${content}<|im_end|>\\n"}`,
      ]) {
        assert.deepEqual(problemsIn(row, { training: false }), always, row);
        assert.deepEqual(problemsIn(row), trained, row);
      }
      // A row whose shape is unknown is not read.
      assert.equal(problemsIn(`{"source":"${content}"}`).length, 1);
    });
  }
});

suite('an order of speakers that trainers drop', () => {
  const turn = (from: string, value: string) => ({ from, value });
  const rows: readonly [what: string, row: unknown, ...problems: string[]][] = [
    [
      'the model first',
      { conversations: [turn('gpt', 'a'), turn('human', 'q'), turn('gpt', 'b')] },
      'warning message-order «"gpt"»',
    ],
    [
      'a user twice',
      { conversations: [turn('human', 'q'), turn('human', 'r'), turn('gpt', 'b')] },
      'warning message-order «"human"»',
    ],
    // A list of messages does not tell for which template it is meant.
    ['a user twice for a chat API', [user('q'), user('r'), assistant('b')]],
    [
      'a call, its reply and an answer',
      [
        user('q'),
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: '1' },
        assistant('b'),
      ],
    ],
    ['instructions first', [system('s'), user('q'), assistant('b'), user('r'), assistant('c')]],
  ];
  for (const [what, row, ...problems] of rows) {
    test(what, () => {
      assert.deepEqual(problemsIn(JSON.stringify(row)), problems);
      assert.deepEqual(problemsIn(JSON.stringify(row), { training: false }), []);
    });
  }
});

suite('headings of prompts in answers', () => {
  const rows: readonly [answer: string, ...problems: string[]][] = [
    ['Sure.\n\n### Instruction:\nNext', 'warning template-special-in-content «### Instruction:»'],
    ['A heading `### Instruction:` in a sentence.'],
    ['```\n### Instruction:\n```'],
    ['### Instructions\n1. Mix'],
  ];
  for (const [answer, ...problems] of rows) {
    test(answer, () => {
      assert.deepEqual(problemsIn(JSON.stringify([user('q'), assistant(answer)])), problems);
      assert.deepEqual(problemsIn(JSON.stringify({ instruction: 'q', output: answer })), problems);
    });
  }
});

test('two calls in tags and one result', () => {
  const turn = (role: string, text: string) => `<|im_start|>${role}\n${text}<|im_end|>\n`;
  const one = '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>';
  const result = '<tool_response>\n1\n</tool_response>';
  const asked = turn('user', 'q') + turn('assistant', `${one}\n${one}`);
  const name = 'row.chatml';
  const half = asked + turn('user', result) + turn('assistant', 'Done.');
  assert.deepEqual(problemsIn(half, { name }), ['warning call-unanswered «<tool_call>»']);
  assert.deepEqual(problemsIn(half, { name, training: false }), ['hint call-unanswered «<tool_call>»']);
  const whole = asked + turn('user', `${result}\n${result}`) + turn('assistant', 'Done.');
  assert.deepEqual(problemsIn(whole, { name }), []);
  assert.deepEqual(problemsIn(asked, { name, training: false }), []);
});

test('a pair without the answer that it rejects', () => {
  const whole = JSON.stringify({ prompt: 'q', chosen: 'a', rejected: 'b' });
  const half = JSON.stringify({ prompt: 'q', chosen: 'a' });
  assert.deepEqual(problemsIn(`${whole}\n${half}`), ['warning template-shape «"chosen"»']);
  const misspelled = JSON.stringify({ prompt: 'q', chosen: 'a', rejectd: 'b' });
  assert.deepEqual(problemsIn(misspelled), ['warning row-key-misspelled «"rejectd"»']);
});

test('a line without the member of the file, or with its name misspelled', () => {
  const whole = JSON.stringify({ messages: [user('q'), assistant('b')] });
  const lines = [whole, '{"mesages": [{"role": "user"}]}', '{"message": []}', '{"foo": 1}'];
  assert.deepEqual(problemsIn(lines.join('\n'), { training: false }), [
    'error template-shape «"mesages"»',
    'error template-shape «"message"»',
    'error template-shape «{"foo": 1}»',
  ]);
});

test('a row of a list with a misspelled key is one problem', () => {
  const rows = [
    { instruction: 'a', input: '', output: 'b' },
    { instruction: 'a', input: '', ouput: 'b' },
  ];
  assert.deepEqual(problemsIn(JSON.stringify(rows), { name: 'train.json' }), [
    `error template-shape «${JSON.stringify(rows[1])}»`,
  ]);
});

test('calls under another key are one problem', () => {
  for (const key of ['tool_call', 'toolCalls', 'toolcalls']) {
    const asked = { role: 'assistant', content: null, [key]: [call] };
    const messages = [user('Hi'), asked, { role: 'tool', tool_call_id: 'c1', content: '1' }, assistant('One.')];
    for (const training of [true, false])
      assert.deepEqual(problemsIn(JSON.stringify({ messages }), { training }), [
        `warning template-key-missing «"${key}"»`,
      ]);
  }
});

test('an answer whose control tokens were removed, and a text that never stops', () => {
  const stripped = 'analysisThe user greets.assistantfinalHello!';
  const problem = 'warning tokens-stripped «analysis»';
  for (const row of [{ messages: [user('Hi'), assistant(stripped)] }, { prompt: 'Hi', completion: stripped }]) {
    assert.deepEqual(problemsIn(JSON.stringify(row)), [problem]);
    assert.deepEqual(problemsIn(JSON.stringify(row), { training: false }), []);
  }
  assert.deepEqual(problemsIn(JSON.stringify([user(stripped), assistant('analysisThe user greets.')])), []);
  const texts = [
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHello!',
    '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Hello!',
  ];
  for (const text of texts) {
    const levels = [true, false].map((training) =>
      problemsIn(JSON.stringify({ text }), { training })[0]?.split(' ', 2),
    );
    assert.deepEqual(levels, [
      ['warning', 'E-STREAM-TRUNCATED'],
      ['information', 'E-STREAM-TRUNCATED'],
    ]);
  }
});

test('a call that ends a training row is what is learned', () => {
  const last = { role: 'assistant', content: null, tool_calls: [call] };
  const pair = { prompt: [user('Hi')], chosen: [last], rejected: [assistant('No.')] };
  for (const row of [{ messages: [user('Hi'), last] }, pair]) assert.deepEqual(problemsIn(JSON.stringify(row)), []);
});

test('a line that is not read as a transcript is reported once', () => {
  const rows = [{ messages: [user('Hi'), assistant('Hello.')] }, { text: '[INST] Hi [/INST] Hello.' }];
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  assert.deepEqual(problemsIn(text), [`error template-shape «${JSON.stringify(rows[1])}»`]);
});

test('where a misspelled key hides the messages, the right one is named', () => {
  const row = { messages: [user('Hi'), assistant('Hello.')] };
  const other = { mesages: row.messages };
  for (const text of [`${JSON.stringify(row)}\n${JSON.stringify(other)}`, JSON.stringify(other)]) {
    const document = openDocument('test:train.jsonl', 'ocml', 0, text, undefined);
    const { problems } = createChecker(document, { strict: false, levels: {} }).problems(9);
    assert.match(problems[0]?.problem.message ?? '', / Did you mean `messages`\?$/);
    assert.equal(problems.length, 1);
  }
});

suite('what is said', () => {
  const reply = { role: 'tool', tool_call_id: 'c1', content: '1' };
  const calling = (args: string) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ ...call, function: { name: 'f', arguments: args } }],
  });
  const rows: readonly [what: string, row: string, says: RegExp][] = [
    [
      'arguments that are encoded twice',
      JSON.stringify([user('Hi'), calling(JSON.stringify('{"a":1}')), reply, assistant('One.')]),
      /^The arguments of `f` are JSON-encoded twice/,
    ],
    [
      'a reply after the next turn',
      JSON.stringify([user('Hi'), calling('{}'), user('And?'), reply, assistant('One.')]),
      /Its reply comes later: move it/,
    ],
    [
      'a call without any reply',
      JSON.stringify([user('Hi'), calling('{}'), user('And?'), assistant('One.')]),
      /Add the reply from the tool\.$/,
    ],
    [
      'a number of Python',
      '{"messages":[{"role":"user","content":"Hi"}],"score":NaN}',
      /JSON has no `NaN`; write `null`/,
    ],
    ['no role', JSON.stringify([{ role: '', content: 'Hi' }, assistant('Hello.')]), /^Empty role:/],
    [
      'a role of ShareGPT with a capital',
      JSON.stringify({
        conversations: [
          { from: 'Human', value: 'Hi' },
          { from: 'gpt', value: 'Hello.' },
        ],
      }),
      /Did you mean `human`\?$/,
    ],
    [
      'a reply to nothing in ShareGPT',
      JSON.stringify({
        conversations: [
          { from: 'human', value: 'Hi' },
          { from: 'observation', value: '1' },
          { from: 'gpt', value: 'One.' },
        ],
      }),
      /^This reply has no call before it/,
    ],
    ['a marker', JSON.stringify([user('Hi'), assistant('Hello.<|im_end|>')]), /write `<\|im_end\|>` between messages/],
  ];
  for (const [what, row, says] of rows) {
    test(what, () => {
      const document = openDocument('test:train.jsonl', 'ocml', 0, row, undefined);
      const { problems } = createChecker(document, { strict: false, levels: {} }).problems(9);
      assert.match(problems[0]?.problem.message ?? '', says);
    });
  }
});

test('a row that Python printed is read in an editor, too', () => {
  assert.ok(mayBeTranscript("{'messages': [{'role': 'user', 'content': 'Hi'}]}"));
  assert.ok(!mayBeTranscript('{"it\'s": 1}'));
});

suite('what a row lacks only where it is asked for', () => {
  const rows = (...all: unknown[]) => all.map((row) => JSON.stringify(row)).join('\n');

  test('prompts to sample answers for need none; one among answered rows does', () => {
    const [asked, answered] = [{ messages: [user('a')] }, { messages: [user('b'), assistant('c')] }];
    const other = { messages: [system('s'), user('d')] };
    assert.deepEqual(problemsIn(rows(asked, other)), []);
    assert.deepEqual(problemsIn(JSON.stringify([asked, other]), { name: 'train.json' }), []);
    for (const text of [rows(answered, asked), rows(asked), rows(asked, answered)])
      assert.deepEqual(problemsIn(text), ['warning answer-missing «"user"»']);
    assert.deepEqual(problemsIn(JSON.stringify([asked, answered]), { name: 'train.json' }), [
      'warning answer-missing «"user"»',
    ]);
  });

  test('a reply says by its id what it answers, or by its name where a template decides', () => {
    const row = (reply: object) => ({
      messages: [
        user('a'),
        { role: 'assistant', content: '', tool_calls: [call] },
        { role: 'tool', content: 'r', ...reply },
        assistant('b'),
      ],
    });
    const missing = ['warning template-role-unknown «"tool"»'];
    assert.deepEqual(problemsIn(rows(row({ tool_call_id: 'c1' }))), []);
    assert.deepEqual(problemsIn(rows(row({ name: 'f' }))), []);
    assert.deepEqual(problemsIn(rows(row({}))), missing);
    assert.deepEqual(problemsIn(rows(row({ name: 'f' })), { training: false }), missing);
  });

  test('null where a table fills in the arguments of other calls', () => {
    const properties = { a: { type: 'string' }, b: { type: 'string' } };
    const parameters = { type: 'object', properties, required: ['a'] };
    const row = (args: object) => ({
      messages: [
        user('a'),
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ type: 'function', function: { name: 'f', arguments: args } }],
        },
      ],
      tools: [{ type: 'function', function: { name: 'f', parameters } }],
    });
    assert.deepEqual(problemsIn(rows(row({ a: 'x', b: null, c: null }))), []);
    assert.deepEqual(problemsIn(rows(row({ a: null, b: 'x' }))), ['error E-CALL-SCHEMA «null»']);
    assert.deepEqual(problemsIn(rows(row({ a: 'x', b: 7 }))), ['error E-CALL-SCHEMA «7»']);
  });

  test('an empty question is not an empty answer', () => {
    const messageOf = (row: unknown) => {
      const document = openDocument('test:train.jsonl', 'jsonl', 0, rows(row), undefined);
      const { problems } = createChecker(document, { strict: false, levels: {}, training: true }).problems(9);
      return problems.map(({ problem }) => problem.message).join();
    };
    assert.match(messageOf({ messages: [user(''), assistant('b')] }), /^This question is empty/);
    assert.match(messageOf({ messages: [user('a'), assistant('')] }), /learns to write nothing/);
    assert.match(messageOf({ messages: [system(''), user('a'), assistant('b')] }), /^These instructions are empty/);
    assert.match(messageOf({ prompt: '', completion: 'b' }), /^This question is empty/);
    assert.match(messageOf({ prompt: 'a', completion: '' }), /learns to write nothing/);
  });
});
