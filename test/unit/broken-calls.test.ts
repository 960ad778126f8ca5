/** A broken call that a model wrote as text is hidden from users like a valid one, in each dialect of plain text. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { userView } from '../../server/src/features/user-view.ts';
import { ApiStream } from '../../server/src/stream/api.ts';
import { type StreamEvent, TranscriptStream } from '../../server/src/stream/stream.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { someOf, whole } from '../support/effort.ts';
import { ask, open } from '../support/user-view-json.ts';

const marked = 'CANARY';

const broken = [
  `{"name": "f", {"q": "${marked}"}}`,
  `{"name": "f", "q": "${marked}"`,
  `{name: "f", parameters: {"q": "${marked}"}}`,
  `{name: f, parameters: {q: ${marked}}}`,
  `{'name': 'f', 'parameters': {'q': '${marked}'}}`,
  `{'name': 'f', {'q': '${marked}'}}`,
  `[f(q="${marked}")]`,
  `[f(q="${marked}"), g()]`,
  `[g(), f(q="${marked}")]`,
  `[f(q="${marked}"`,
  `[tools.f(q='${marked}', n=1)]`,
  `<function=f>{"q": "${marked}"}</function>`,
  `<function=f>{"q": "${marked}"`,
  `<|python_tag|>f.call(q="${marked}")`,
  `<|python_tag|>{"name": "f", {"q": "${marked}"}}`,
  `{"name": "f", "parameters": {"q": "${marked}"}}`,
];

const answers = [
  '{"name": "Bo", "age": 3}',
  '{"title": "It", "tags": [1, 2]}',
  '{"id": 1, "q": {"a": "b"}}',
  '[1, 2]',
  "['a', 'b']",
  '[{"id": 1}, {"id": 2}]',
  '[text](url)',
  '[x](y)',
  '[f(x)](https://example.com/?q=1)',
  '[f()](https://example.com/)',
  '[x for x in range(3)]',
  '[str(x) for x in range(3)]',
  '[1]: a note (see below)',
  '[ ] first\n[x] second (done=yes)',
  'print(sep="x")',
  'f(q="x")',
  'Call it with `[f(q="x")]`.',
  '```python\n[f(q="x")]\n```',
  '```json\n{"id": "f", "q": {}}\n```',
  'The list is [1, 2], and f(q="x") is code.',
  'if (a[f(x)] == 2) return [f(y)];',
];

type Dialect = 'llama3' | 'openchatml-0.1';
const frames: Record<Dialect, (body: string) => string> = {
  llama3: (body) => `<|start_header_id|>assistant<|end_header_id|>\n\n${body}<|eot_id|>`,
  'openchatml-0.1': (body) => `<|im_start|>assistant\n${body}<|im_end|>\n`,
};
const dialects = Object.keys(frames) as Dialect[];

function viewed(body: string, dialect: Dialect): string {
  const transcript = new Transcript('test:x', 'ocml', 1, frames[dialect](body), { dialect });
  return userView
    .run(transcript, { textDocument: { uri: 'test:x' } })
    .messages.map(({ text }) => text)
    .join('');
}

function streamed(text: string, at: readonly number[], thoughtless: boolean, dialect: Dialect): string {
  const events: StreamEvent[] = [];
  const stream = new TranscriptStream((event) => void events.push(event), {
    thoughtless,
    choice: { dialect },
  });
  let from = 0;
  for (const to of [...at, text.length]) {
    stream.write(text.slice(from, to));
    from = to;
  }
  stream.end();
  return events.map(({ delta = '' }) => delta).join('');
}

const everyOther = (text: string) => letters(text).filter((at) => at % 2 === 0);
const letters = (text: string) => [...text].map((_, i) => i + 1);

for (const dialect of dialects) {
  const framed = frames[dialect];
  suite(`a broken call is hidden: ${dialect}`, () => {
    for (const body of broken)
      test(body, () => {
        assert.equal(viewed(body, dialect), '');
        for (const thoughtless of [true, false]) {
          const text = framed(body);
          assert.equal(streamed(text, letters(text), thoughtless, dialect), '');
          for (const cut of someOf(letters(text))) {
            assert.equal(streamed(text, [cut], thoughtless, dialect), '', `cut at ${cut}`);
            const part = streamed(text.slice(0, cut), letters(text.slice(0, cut)), thoughtless, dialect);
            assert.ok(!part.includes(marked.slice(0, 3)), `${part} up to ${cut}`);
          }
        }
      });
  });

  suite(`an answer is shown: ${dialect}`, () => {
    for (const body of answers)
      test(body, () => {
        assert.equal(viewed(body, dialect), body);
        for (const thoughtless of [true, false]) {
          const text = framed(body);
          assert.equal(streamed(text, letters(text), thoughtless, dialect), body);
        }
      });
  });
}

suite('after other text', () => {
  const calls = [
    `{"name": "f", {"q": "${marked}"}}`,
    `{name: "f", parameters: {"q": "${marked}"}}`,
    `{"name": "f", "parameters": {"q": "${marked}"}}`,
    `{'name': 'f', 'parameters': {'q': '${marked}'}`,
  ];
  for (const body of calls.map((call) => `Sure! ${call}`))
    test(body, () => {
      const text = frames.llama3(body);
      assert.ok(!viewed(body, 'llama3').includes(marked));
      for (const thoughtless of [true, false]) {
        assert.ok(!streamed(text, letters(text), thoughtless, 'llama3').includes(marked.slice(0, 3)));
        for (const cut of someOf(letters(text)))
          assert.ok(
            !streamed(text.slice(0, cut), letters(text.slice(0, cut)), thoughtless, 'llama3').includes(
              marked.slice(0, 3),
            ),
            `${cut}`,
          );
      }
    });
  for (const body of [
    'A row is {"name": "Bo", "age": 3}.',
    'Write `{"name": "f", {"q": 1}}` to see it fail.',
    '```\n{"name": "f", {"q": 1}}\n```\nfails.',
    'See:\n[text](url=1)',
  ])
    test(body, () => assert.equal(viewed(body, 'llama3'), body));
});

suite('in lists of messages', () => {
  const shownIn = (row: object) => ask(open('messages', JSON.stringify(row))).messages.map(({ text }) => text);
  const rows = (content: string) => [
    { messages: [{ role: 'assistant', content }] },
    { conversations: [{ from: 'gpt', value: content }] },
    { messages: [{ role: 'assistant', content: [{ type: 'text', text: content }] }] },
  ];
  for (const body of broken)
    test(body, () => {
      for (const row of rows(body)) assert.ok(!shownIn(row).join('').includes(marked), JSON.stringify(row));
    });
  for (const body of answers)
    test(body, () => {
      for (const row of rows(body)) assert.deepEqual(shownIn(row), [body], JSON.stringify(row));
    });
  test('what users say', () => {
    const content = broken[0] as string;
    assert.deepEqual(shownIn({ messages: [{ role: 'user', content }] }), [content]);
  });
});

suite('in streams of APIs', () => {
  const finished = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
  const apis: Record<string, (delta: string) => object> = {
    'chat completions': (content) => ({ choices: [{ index: 0, delta: { content } }] }),
    responses: (delta) => ({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta }),
    'events of another program': (delta) => ({ event: 'response.delta', message_id: 'm1', channel: 'final', delta }),
  };
  function shownOf(event: (delta: string) => object, body: string, at: readonly number[]): string {
    const events: StreamEvent[] = [];
    const api = new ApiStream(
      (one) => void events.push(one),
      {},
      () => undefined,
    );
    let from = 0;
    for (const to of [...at, body.length]) {
      api.receive(event(body.slice(from, to)));
      from = to;
    }
    api.receive(finished);
    api.end();
    return events.map(({ delta = '' }) => delta).join('');
  }
  for (const [name, event] of Object.entries(apis)) {
    test(`${name}: a call whose name is not its first member`, () => {
      const body = `{"arguments": {"q": "${marked}"}, "name": "f"}`;
      for (const at of [[], letters(body)]) assert.equal(shownOf(event, body, at), '');
    });
    for (const body of broken)
      test(`${name}: ${body}`, () => {
        const texts = [body, ` \n${body}`, `${' '.repeat(400)}${body}`];
        for (const text of texts)
          for (const at of [[], letters(text), everyOther(text)])
            assert.ok(!shownOf(event, text, at).includes(marked.slice(0, 3)), text);
        for (const cut of someOf(letters(body)))
          assert.ok(!shownOf(event, body.slice(0, cut), letters(body.slice(0, cut))).includes(marked.slice(0, 3)));
      });
    for (const body of answers)
      test(`${name}: ${body}`, () => {
        for (const at of [[], letters(body)]) assert.equal(shownOf(event, body, at), body);
      });
  }
});

test('a call with one fault never shows its arguments', () => {
  const calls = [
    `{"name": "get_weather", "parameters": {"q": "${marked}"}}`,
    `{'name': 'get_weather', 'arguments': {'q': '${marked}'}}`,
    `[get_weather(q="${marked}")]`,
    `[a(n=1), get_weather(city="x", q="${marked}")]`,
    `<function=get_weather>{"q": "${marked}"}</function>`,
    `<|python_tag|>get_weather.call(q="${marked}")`,
  ];
  const signs = ['x', ' ', '"', '{', '[', '(', ')', ']', '}', ',', '\n', '<'];
  const leaks: string[] = [];
  for (const call of calls)
    for (let at = 0; at < call.length; at++) {
      if (at >= call.indexOf(marked) && at < call.indexOf(marked) + marked.length) continue;
      const [before, sign = '', after] = [call.slice(0, at), call[at], call.slice(at + 1)];
      for (const instead of ['', sign + sign, ...signs]) {
        const body = before + instead + after;
        if (viewed(body, 'llama3').includes(marked)) leaks.push(`view: ${body}`);
        if (!whole && at % 7 !== 3) continue;
        const text = frames.llama3(body);
        if (streamed(text, everyOther(text), true, 'llama3').includes(marked)) leaks.push(`stream: ${body}`);
      }
    }
  assert.deepEqual(leaks.slice(0, 40), []);
});
