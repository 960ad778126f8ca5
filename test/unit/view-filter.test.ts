/** Filters of a view, pairs of calls and replies, and search matches, in every family. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Checker } from '../../server/src/checker/checker.ts';
import { type AnyDocument, openDocument } from '../../server/src/documents/document.ts';
import { exported } from '../../server/src/features/export/index.ts';
import { jsonFeatures } from '../../server/src/features/json.ts';
import { find } from '../../server/src/features/user-view/find.ts';
import { prepareView, type UserView, type UserViewParams, userView } from '../../server/src/features/user-view.ts';
import type { JsonDocument } from '../../server/src/syntax/json/document.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const settings = { strict: false, levels: {} };
const textDocument = { uri: 'test:x' };
const open = (name: string, text: string) =>
  openDocument(name, name.endsWith('l') ? 'ocml' : 'json', 1, text, undefined);

function view(document: AnyDocument, params: Partial<UserViewParams> = {}): UserView {
  const all = { textDocument, ...params };
  if (document instanceof Transcript) return userView.run(document, all, () => new Checker(document, settings));
  return jsonFeatures()['ocml/userView']?.(document as JsonDocument, all, () => settings) as UserView;
}

const lines = (document: AnyDocument, params: Partial<UserViewParams>) =>
  view(document, params).messages.map(({ text }) => text);
const names = ({ facets }: UserView) =>
  Object.values(facets).map((all) => all.map(({ name, count }) => `${name} ${count}`).join(', '));
/** Returns the kind and the state of each message that is a call or a reply. */
const pairs = (document: AnyDocument) =>
  view(document, { debug: true }).messages.flatMap(({ pair }) => (pair ? [`${pair.kind} ${pair.state}`] : []));

const harmony = open(
  'a.harmony',
  '<|start|>user<|message|>Weather?<|end|>' +
    '<|start|>assistant<|channel|>analysis<|message|>Ask.<|end|>' +
    '<|start|>assistant to=functions.get<|channel|>commentary <|constrain|>json<|message|>{"city": "Lyon"}<|call|>' +
    '<|start|>functions.get to=assistant<|channel|>commentary<|message|>{"ok": false, "error": {"code": "E-TOOL-CANCELLED"}}<|end|>' +
    '<|start|>assistant to=functions.mail<|channel|>commentary <|constrain|>json<|message|>{}<|call|>' +
    '<|start|>assistant<|channel|>final<|message|>Dry.<|return|>',
);

const documents: Readonly<Record<string, AnyDocument>> = {
  harmony,
  'openchatml 2.2': open(
    'a.ocml',
    '<|start|>user<|message|>Hi<|end|>\n' +
      '<|start|>assistant to=functions.get call_id=a<|channel|>commentary<|message|>{}<|call|>\n' +
      '<|start|>tool name=functions.get call_id=a<|channel|>commentary<|message|>{"ok": false, "error": "x"}<|end|>\n',
  ),
  chatml: open(
    'a.ocml',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\nT\n</think>\n' +
      '<tool_call>\n{"name": "get", "arguments": {}}\n</tool_call><|im_end|>\n' +
      '<|im_start|>user\n<tool_response>\n{"ok": true}\n</tool_response><|im_end|>\n',
  ),
  'llama 3': open(
    'a.ocml',
    '<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n' +
      '{"name": "get", "parameters": {}}<|eot_id|><|start_header_id|>ipython<|end_header_id|>\n\n{"ok": true}<|eot_id|>',
  ),
  messages: open(
    'a.messages.json',
    JSON.stringify([
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'get', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '{"ok": false, "error": "E-TOOL-TIMEOUT"}' },
    ]),
  ),
  projection: open(
    'a.ocml.json',
    JSON.stringify([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', channel: 'commentary', tool_call: { recipient: 'functions.get', id: 'a', arguments: '{}' } },
    ]),
  ),
};

suite('what there is to filter by', () => {
  test('is what is shown: users get no word of what they do not see', () => {
    assert.deepEqual(names(view(harmony)), ['user 1, assistant 1', 'final 2', '']);
    assert.deepEqual(names(view(harmony, { debug: true })), [
      'assistant 4, user 1, tool 1',
      'commentary 3, final 2, analysis 1',
      'get 1, mail 1',
    ]);
  });

  test('in every family', () => {
    const debug = (name: string) => names(view(documents[name] as AnyDocument, { debug: true }));
    assert.deepEqual(debug('openchatml 2.2'), ['user 1, assistant 1, tool 1', 'commentary 2, final 1', 'get 1']);
    assert.deepEqual(debug('chatml'), ['user 1, assistant 1, tool 1', 'commentary 2, final 1, analysis 1', 'get 1']);
    assert.deepEqual(debug('llama 3')[0], 'user 1, assistant 1, tool 1');
    assert.deepEqual(debug('messages'), ['user 1, assistant 1, tool 1', 'commentary 2, final 1', 'get 1']);
    assert.deepEqual(debug('projection'), ['user 1, assistant 1', 'final 1, commentary 1', 'get 1']);
  });
});

suite('a filter', () => {
  test('leaves what it names, and says how much it leaves out', () => {
    const debug = { debug: true, only: { tools: ['get'] } };
    assert.deepEqual(lines(harmony, debug), [
      '{"city": "Lyon"}',
      '{"ok": false, "error": {"code": "E-TOOL-CANCELLED"}}',
    ]);
    const { left, total, facets } = view(harmony, debug);
    assert.deepEqual([left, total, facets.roles.length], [4, 2, 3]);
    assert.deepEqual(lines(harmony, { debug: true, only: { roles: ['tool', 'user'], channels: ['final'] } }), [
      'Weather?',
    ]);
    assert.deepEqual(lines(harmony, { only: { roles: ['nobody'] } }), []);
  });

  test('announces what is hidden and in doubt as without it', () => {
    const doubtful = open('b.ocml', '<|start|>assistant analysis<|message|>S<|end|><|start|>user<|message|>Hi<|end|>');
    const { hidden, doubt } = view(doubtful);
    const filtered = view(doubtful, { only: { roles: ['assistant'] } });
    assert.deepEqual([filtered.hidden, filtered.doubt, filtered.messages], [hidden, doubt, []]);
    assert.ok(doubt > 0);
  });

  test('takes a message of ChatML apart', () => {
    const { chatml } = documents as { chatml: AnyDocument };
    assert.deepEqual(lines(chatml, { debug: true, only: { channels: ['analysis'] } }), ['T']);
    assert.deepEqual(lines(chatml, { debug: true, only: { roles: ['tool'] } }), ['{"ok": true}']);
  });

  test('that is none leaves everything', () => {
    const all = lines(harmony, {});
    for (const only of [
      null,
      7,
      'user',
      [],
      { roles: 'user' },
      { roles: [] },
      { roles: [7] },
      { __proto__: { roles: ['x'] } },
    ])
      assert.deepEqual(lines(harmony, { only: only as never }), all, JSON.stringify(only));
  });

  test('many of them in turn, and edits between them', () => {
    const transcript = open(
      'c.ocml',
      Array.from({ length: 500 }, (_, i) => `<|start|>${i % 2 ? 'user' : 'assistant'}<|message|>m${i}<|end|>\n`).join(
        '',
      ),
    ) as Transcript;
    for (let i = 0; i < 30; i++) {
      const only = { roles: [i % 2 ? 'user' : 'assistant', `x${i}`] };
      assert.equal(view(transcript, { only }).total, 250);
    }
    transcript.update(
      [{ range: { start: { line: 3, character: 9 }, end: { line: 3, character: 13 } }, text: 'assistant' }],
      2,
    );
    assert.deepEqual(
      view(transcript, { only: { roles: ['user'] } }).total,
      view(transcript).facets.roles.find(({ name }) => name === 'user')?.count,
    );
  });
});

test('a window by rank', () => {
  const long = open('d.ocml', Array.from({ length: 1000 }, (_, i) => `<|start|>user<|message|>m${i}<|end|>`).join(''));
  const at = (rank: number) => view(long, { rank, limit: 3, around: { line: 0, character: 0 } }).messages[0]?.text;
  assert.deepEqual([at(0), at(500), at(999), at(1e9), at(-5)], ['m0', 'm499', 'm997', 'm997', 'm0']);
});

test('calls and replies are pairs, and say how it went', () => {
  const states = Object.fromEntries(Object.entries(documents).map(([name, document]) => [name, pairs(document)]));
  assert.deepEqual(states, {
    harmony: ['call cancelled', 'reply cancelled', 'call open'],
    'openchatml 2.2': ['call error', 'reply error'],
    chatml: ['call answered', 'reply answered'],
    'llama 3': ['call answered', 'reply answered'],
    messages: ['call timeout', 'reply timeout'],
    projection: ['call open'],
  });
  // The call and its reply link to each other.
  const { messages } = view(harmony, { debug: true });
  assert.deepEqual(messages[2]?.pair?.other, messages[3]?.range.start);
  assert.deepEqual(messages[3]?.pair?.other, messages[2]?.range.start);
  // Users do not see the pairs of calls and replies.
  assert.ok(view(harmony).messages.every(({ pair }) => pair === undefined));
});

suite('words are found', () => {
  const found = (document: AnyDocument, query: unknown, params = {}) => {
    const steps = find(document, { textDocument, query: query as string, ...params });
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value.places;
    }
  };
  test('in what is shown, and not in what is not', () => {
    assert.equal(found(harmony, 'weather').length, 1);
    assert.equal(found(harmony, 'Ask.').length, 0);
    assert.equal(found(harmony, 'Ask.', { debug: true }).length, 1);
    assert.equal(found(harmony, 'Ask.', { debug: true, only: { roles: ['user'] } }).length, 0);
    assert.equal(found(harmony, 'functions.get', { debug: true }).length, 2);
    assert.equal(found(harmony, 'functions.get').length, 0);
  });
  test('as they are written: nothing in them is a pattern', () => {
    for (const query of ['.*', '(', '[', '\\', '', ' '.repeat(2000), 7, undefined, null])
      assert.deepEqual(found(harmony, query), []);
    assert.equal(found(harmony, 'dry.').length, 1);
  });
  test('in all conversations of a data set', () => {
    const rows = ['a', 'b', 'a'].map((content) => ({ messages: [{ role: 'user', content }] }));
    const listed = open('a.messages.json', JSON.stringify(rows));
    assert.equal(found(listed, 'a').length, 2);
    const jsonl = openDocument(
      'a.messages.jsonl',
      'json',
      1,
      rows.map((row) => JSON.stringify(row)).join('\n'),
      undefined,
    );
    assert.deepEqual(
      found(jsonl, 'a').map(({ line }) => line),
      [0, 2],
    );
  });
});

test('a list of conversations is shown one by one, and a line of them is, too', () => {
  const rows = ['a', 'b', 'c'].map((content) => ({ messages: [{ role: 'user', content }] }));
  const listed = open('a.messages.json', JSON.stringify(rows, null, 1));
  const shown = (params: Partial<UserViewParams>) => {
    const { messages, conversation: { number, count } = { number: 0, count: 0 } } = view(listed, params);
    return [messages.map(({ text }) => text).join(), number, count];
  };
  assert.deepEqual(shown({}), ['a', 1, 3]);
  assert.deepEqual(shown({ number: 2 }), ['b', 2, 3]);
  assert.deepEqual(shown({ number: 99 }), ['c', 3, 3]);
  assert.deepEqual(shown({ number: -1 }), ['a', 1, 3]);
  const { next } = view(listed).conversation ?? {};
  assert.deepEqual(shown({ around: next as never }), ['b', 2, 3]);
  // A file with a single conversation does not number it.
  assert.equal(view(open('a.messages.json', JSON.stringify(rows[0]))).conversation, undefined);
});

test('an export has what a filter leaves, and says what it leaves out', () => {
  const text = [...exported(harmony, { as: 'markdown', debug: false, only: { roles: ['user'] } })].join('');
  assert.match(text, /Weather\?/);
  assert.doesNotMatch(text, /Dry|Lyon/);
  assert.match(text, /A filter hides 1 message\./);
  assert.match(text, /4 messages are not for end users/);
});

test('a document is prepared for its view however little time there is each time', () => {
  const text = Array.from({ length: 2000 }, (_, i) => `<|start|>user<|message|>m${i}<|end|>`).join('');
  const transcripts = [open('e.ocml', text), open('f.ocml', text)] as Transcript[];
  let steps = 0;
  // Two documents are prepared in turn, and each call has a time budget of zero.
  const isReady = () => transcripts.map((one) => prepareView(one, 0)).every(Boolean);
  while (!isReady()) assert.ok(++steps < 2000);
  assert.ok(steps > 0);
});

test('what a document says reaches an export as text: names, tools, links, languages of fences', () => {
  const evil = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
  const document = open(
    'a.messages.json',
    JSON.stringify([
      { role: 'user', name: evil, content: evil },
      {
        role: 'assistant',
        content: `[a](javascript:alert(1)) [b](https://x.example/${evil})\n\n\`\`\`${evil}\nx\n\`\`\`\n${evil}`,
        tool_calls: [{ id: evil, type: 'function', function: { name: evil, arguments: JSON.stringify({ evil }) } }],
      },
      { role: 'tool', tool_call_id: evil, name: evil, content: evil },
    ]),
  );
  for (const debug of [false, true]) {
    const page = [...exported(document, { as: 'html', debug })].join('');
    assert.doesNotMatch(page, /<script|<img|href="javascript|<[^>]* on\w+=/i);
    assert.match(page, /&lt;img src=x/);
    const { facets } = view(document, { debug });
    assert.ok(facets.roles.length > 0);
    const quoted = [...exported(document, { as: 'markdown', debug })].join('');
    // Every line is either a quotation or names a speaker without HTML.
    for (const line of quoted.split('\n'))
      if (!line.startsWith('> ')) assert.doesNotMatch(line, /(?<!\\)<(?:img|script)/);
  }
});
