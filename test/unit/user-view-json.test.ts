/** The view of JSON documents for users, and the window of long documents. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { jsonFeatures } from '../../server/src/features/json/features.ts';
import type { UserView } from '../../server/src/features/user-view.ts';
import type { JsonDialectId } from '../../server/src/grammar/index.ts';

import { ask, check, open } from '../support/user-view-json.ts';

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
    // In the arguments of a call, tags have no special meaning.
    const call = '{"role":"assistant","tool_call":{"recipient":"functions.f","arguments":"<think>SECRET</think>{}"}}';
    assert.equal(ask(open('openchatml-json', call), { debug: true }).total, 1);
  });

  test('between what other models put around thoughts is hidden in every dialect', () => {
    for (const [open, close] of [
      ['<thought>', '</thought>'],
      ['<reasoning>', '</reasoning>'],
      ['[THINK]', '[/THINK]'],
      ['◁think▷', '◁/think▷'],
      ['<|begin_of_thought|>', '<|end_of_thought|>'],
      ['<|START_THINKING|>', '<|END_THINKING|>'],
    ]) {
      shown(`${open}SECRET${close}Hi`, 'Hi', all);
      shown(`SECRET${close}Hi`, 'Hi', all);
      shown(`Hi\n${open}SECRET`, 'Hi', all);
    }
  });

  test('a refusal is an answer, as a field of its message and as a part of its content', () => {
    const answer = (fields: object) => JSON.stringify([{ role: 'assistant', ...fields }]);
    const refusal = 'I can’t help with that.';
    check('messages', answer({ content: null, refusal }), refusal);
    check('messages', answer({ content: '', refusal }), refusal);
    check('messages', answer({ content: [{ type: 'refusal', refusal }] }), refusal);
    check('messages', answer({ content: 'Hi.', refusal }), `Hi.\n\n${refusal}`);
    check('messages', answer({ content: 'Hi.', refusal: null }), 'Hi.');
    check('messages', answer({ content: null, refusal: '<think>SECRET</think>No.' }), 'No.');
    check('messages', answer({ content: null, refusal: 'SECRET', channel: 'analysis' }), '');
    check('messages', JSON.stringify([{ role: 'tool', content: null, refusal: 'SECRET' }]), '');
  });

  test('of a message or a part that a member of its own names hidden, is hidden', () => {
    for (const member of [
      { chan: 'analysis' },
      { channel_name: 'thinking' },
      { kind: 'reasoning' },
      { phase: 'commentary' },
      { metadata: { channel: 'analysis' } },
      { extra: { meta: { kind: 'anaylsis' } } },
      { thought: 1 },
      { is_private: 'true' },
    ]) {
      const message = { role: 'assistant', content: 'SECRET', ...member };
      check('messages', JSON.stringify([message]), '');
      check('openchatml-json', JSON.stringify([message]), '');
      const parts = [
        { type: 'text', text: 'SECRET', ...member },
        { type: 'text', text: 'Hi' },
      ];
      check('messages', JSON.stringify([{ role: 'assistant', content: parts }]), 'Hi');
    }
    for (const member of [
      { kind: 'answer' },
      { topic: 'reasoning' },
      { stage: 2 },
      { metadata: { type: 'chat', source: 'analysis' } },
      { thought: false },
      { channel_name: 'final' },
    ])
      check('messages', JSON.stringify([{ role: 'assistant', content: 'Hi', ...member }]), 'Hi');
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
  /** Returns the text of the hover at `$0` that says who sees the message. */
  const said = (dialect: JsonDialectId, marked: string) => {
    const document = open(dialect, marked.replace('$0', ''));
    const position = document.positionAt(marked.indexOf('$0'));
    const params = { textDocument: { uri: document.uri }, position };
    const found = jsonFeatures['textDocument/hover']?.(document, params, () => ({ strict: false, levels: {} }));
    const value = (found as { contents: { value: string } } | null)?.contents.value ?? 'nothing';
    return /This message is .*\.|(?:Shown|Hidden) to end users|nothing/.exec(value)?.[0];
  };
  const visible = 'This message is shown to end users.';
  const doubtful = 'This message is hidden from end users, because it may not be what it seems.';

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
      'This message is hidden from end users, because it calls a tool.',
    );
    assert.equal(
      said('messages', '[{"role": "to$0ol", "tool_call_id": "a", "content": "Hi"}]'),
      "This message is hidden from end users, because it is a tool's reply.",
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
    // A message that is too large for a window is shown anyway, because a window has at least one message.
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
    // An edit of a line changes the view, and a request does not change the results of later requests.
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

test('a row of a large data set is shown with its calls and replies, and no other row is read for that', () => {
  const row = (i: number) =>
    JSON.stringify({
      messages: [
        { role: 'user', content: `Weather ${i}?` },
        {
          ...{ role: 'assistant', content: null },
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get', arguments: '{}' } }],
        },
        ...(i % 2 ? [{ role: 'tool', tool_call_id: 'call_1', content: 'dry' }] : []),
      ],
    });
  const document = open('messages', Array.from({ length: 60_000 }, (_, i) => row(i)).join('\n'), 'file:///x.jsonl');
  const start = performance.now();
  const states = [40_001, 40_002, 60_000].map((number) =>
    ask(document, { number, debug: true }).messages.map(
      ({ pair }) => pair && [pair.kind, pair.state, pair.other?.line],
    ),
  );
  assert.deepEqual(states, [
    [undefined, ['call', 'open', undefined]],
    [undefined, ['call', 'answered', 40_001], ['reply', 'answered', 40_001]],
    [undefined, ['call', 'answered', 59_999], ['reply', 'answered', 59_999]],
  ]);
  // Reading all rows would take seconds.
  assert.ok(performance.now() - start < 500, `${performance.now() - start} ms`);
});

suite('rows of texts', () => {
  const view = (row: object) =>
    ask(open('messages', JSON.stringify(row))).messages.map(({ role, text }) => `${role}: ${text}`);

  test('a question is the user’s, and earlier turns come first, wherever they are written', () => {
    const row = { instruction: 'Ask', input: 'About', output: 'Answer', system: 'SECRET', history: [['q', 'a']] };
    assert.deepEqual(view(row), ['user: q', 'assistant: a', 'user: Ask', 'user: About', 'assistant: Answer']);
    assert.deepEqual(view({ question: 'Ask', answer: 'Answer' }), ['user: Ask', 'assistant: Answer']);
  });

  test('each text has the name of its field, unless the name says nothing more', () => {
    const labels = (text: string) =>
      ask(open('messages', text), { debug: true }).messages.map(({ field, answer }) => field ?? answer);
    const check = (row: object, expected: readonly (string | undefined)[]) => {
      assert.deepEqual(labels(JSON.stringify(row)), expected);
      assert.deepEqual(labels(JSON.stringify([row])), expected, 'in a list of rows');
    };
    const row = { history: [['q', 'a']], instruction: 'Ask', input: 'About', output: 'Answer' };
    check(row, [undefined, undefined, 'instruction', 'input', 'output']);
    const earlier = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'a' },
    ];
    check({ ...row, history: earlier, input: '' }, [undefined, undefined, 'instruction', 'output']);
    check({ question: 'Ask', answer: 42 }, ['question', 'answer']);
    check({ system: 'Be kind', question: 'Ask', answer: 'No' }, [undefined, 'question', 'answer']);
    check({ prompt: 'Ask', chosen: 'Yes', rejected: 'No' }, ['prompt', 'chosen', 'rejected']);
    check({ messages: [{ role: 'user', content: 'Ask' }], origin: 'Ask' }, [undefined]);
    const thought = { role: 'assistant', reasoning_content: 'Hm', content: 'Yes' };
    assert.deepEqual(labels(JSON.stringify([{ role: 'user', content: 'Ask' }, thought])), [
      undefined,
      undefined,
      undefined,
    ]);
    assert.deepEqual(labels('{"instr\\u0075ction": "Ask", "output": "Yes"}'), ['instruction', 'output']);
  });

  test('a rejected answer is not for users, and there is no doubt about it, unless something else is wrong', () => {
    const counts = (row: object, debug = false) => {
      const { hidden, doubt } = ask(open('messages', JSON.stringify(row)), { debug });
      return [hidden, doubt];
    };
    const said = (content: string) => [{ role: 'assistant', content }];
    const prompt = [{ role: 'user', content: 'Ask' }];
    assert.deepEqual(counts({ prompt, chosen: said('Yes'), rejected: said('No') }), [1, 0]);
    assert.deepEqual(counts({ prompt, chosen: said('Yes'), rejected: said('No') }, true), [1, 0]);
    assert.deepEqual(counts({ question: 'Ask', completions: ['One', 'Two'] }), [1, 0]);
    const odd = [{ role: 'assistant', content: 'No', channel_name: 'analysis' }];
    assert.deepEqual(counts({ prompt, chosen: said('Yes'), rejected: odd }), [1, 1]);
  });

  test('a prompt, which may hold instructions, a text with tokens, and answers that nobody said, are hidden', () => {
    assert.deepEqual(view({ prompt: 'SECRET', completion: 'Answer' }), ['assistant: Answer']);
    assert.deepEqual(view({ prompt: 'SECRET', chosen: 'Answer', rejected: 'SECRET' }), ['assistant: Answer']);
    assert.deepEqual(view({ question: '<|system|>SECRET', answer: 'Answer' }), ['assistant: Answer']);
    assert.deepEqual(view({ question: 'Ask', completions: ['One', 'SECRET'] }), ['user: Ask', 'assistant: One']);
    assert.deepEqual(view({ prompt: 'SECRET', response1: 'One', response2: 'SECRET' }), ['assistant: One']);
  });
});
