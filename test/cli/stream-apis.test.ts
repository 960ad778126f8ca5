/** `ocml stream` with the events from chat APIs. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ocml as run } from '../support/command.ts';
import { chat, final, ocml, sse } from './stream.ts';

suite('chat APIs', () => {
  test('chat completions: thoughts and calls are not for users', () => {
    const input = sse(
      chat({ role: 'assistant', content: '' }),
      chat({ reasoning_content: 'SECRET' }),
      chat({ content: 'It ' }),
      chat({ content: 'is.' }),
      chat({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'f', arguments: '{"q":"SECRET"}' } }] }),
      chat({}, 'tool_calls'),
      '[DONE]',
    );
    const { status, text, stdout } = ocml(input);
    assert.equal(status, 0);
    assert.equal(text, 'It is.');
    assert.ok(!stdout.includes('SECRET'));
    const hidden = ocml(input, '--debug').events.filter(({ event }) => event === 'debug.delta');
    assert.deepEqual(
      hidden.map(({ delta, call_id }) => [delta, call_id]),
      [
        ['SECRET', undefined],
        ['{"q":"SECRET"}', 'c1'],
      ],
    );
  });

  test('thoughts in tags, and a transcript in the place of an answer', () => {
    const pieces = (text: string) => sse(...[...text].map((content) => chat({ content })), chat({}, 'stop'), '[DONE]');
    assert.equal(ocml(pieces('<think>SECRET</think>\n\nHi')).text.trim(), 'Hi');
    assert.equal(ocml(pieces(`<|channel|>analysis<|message|>SECRET<|end|>${final}Hi`)).text, 'Hi');
    assert.equal(ocml(pieces('a < b')).text, 'a < b');
  });

  test('a thought that began in the prompt is never shown, unless the server tells thoughts apart, or there are none', () => {
    const answer = (...pieces: string[]) => [...pieces.map((content) => chat({ content })), chat({}, 'stop'), '[DONE]'];
    const lost = answer('SECRET', ' thoughts', '</think>', 'Hi');
    const { text, stdout } = ocml(sse(...lost));
    assert.equal(text, 'Hi');
    assert.ok(!stdout.includes('SECRET'));
    const deltas = (input: string, ...args: string[]) =>
      ocml(input, ...args).events.flatMap(({ event, delta }) => (event === 'response.delta' ? [delta] : []));
    assert.deepEqual(deltas(sse(...answer('It', ' is'))), ['It is']);
    assert.deepEqual(deltas(sse(...answer('It', ' is')), '--no-thoughts'), ['It', ' is']);
    assert.deepEqual(deltas(sse(chat({ reasoning_content: 'SECRET' }), ...answer('It', ' is'))), ['It', ' is']);
  });

  test('completions: the text of the model', () => {
    const text = (piece: string, finish_reason: string | null = null) => ({
      choices: [{ index: 0, text: piece, finish_reason }],
    });
    const { status, text: shown } = ocml(
      sse(
        text('<|channel|>analysis<|mess'),
        text('age|>SECRET<|end|><|start|>assistant<|channel|>final<|message|>Yes'),
        text('.', 'stop'),
        '[DONE]',
      ),
    );
    assert.equal(status, 0);
    assert.equal(shown, 'Yes.');
  });

  test('responses, with events out of order', () => {
    const [created, first, second, completed] = [
      { type: 'response.created', sequence_number: 0, response: {} },
      { type: 'response.output_text.delta', sequence_number: 1, item_id: 'i', content_index: 0, delta: 'One ' },
      { type: 'response.output_text.delta', sequence_number: 2, item_id: 'i', content_index: 0, delta: 'two' },
      { type: 'response.completed', sequence_number: 3, response: {} },
    ];
    const reasoning = { type: 'response.reasoning_text.delta', item_id: 'r', delta: 'SECRET' };
    const { status, text, stdout } = ocml(sse(created, reasoning, second, first, completed));
    assert.equal(status, 0);
    assert.equal(text, 'One two');
    assert.ok(!stdout.includes('SECRET'));
  });

  test('a stream that stops early, by its end or by its own words', () => {
    for (const events of [
      sse(chat({ content: 'It is' })),
      sse(chat({ content: 'It is' }), chat({}, 'length'), '[DONE]'),
    ]) {
      const { status, stderr, text } = ocml(events);
      assert.equal(status, 1);
      assert.equal(text, 'It is');
      assert.match(stderr, /E-STREAM-TRUNCATED/);
    }
  });

  test('events that are not JSON, of another API, and errors are said', () => {
    const broken = ocml(`data: {"choices": [\n\n${sse(chat({ content: 'Hi' }), chat({}, 'stop'), '[DONE]')}`);
    assert.deepEqual([broken.status, broken.text], [1, 'Hi']);
    assert.match(broken.stderr, /event 1 is not JSON/);
    const other = ocml('event: content.delta\ndata: {"kind": "content.delta", "delta": {"text": "SECRET"}}\n\n');
    assert.deepEqual([other.status, other.stdout], [1, '']);
    assert.match(other.stderr, /an unsupported API/);
    const failed = ocml(sse(chat({ content: 'Hi there' }), { error: { message: 'overloaded' } }), '--no-thoughts');
    assert.equal(failed.status, 1);
    const reason = 'the server reported an error';
    assert.deepEqual(failed.events.at(-1), { event: 'response.cancel', message_id: 'm1', reason });
    assert.match(failed.stderr, /the server reports an error in event 2 \(--debug /);
  });
});

suite('messages of Anthropic', () => {
  const begin = (role = 'assistant') => ({ type: 'message_start', message: { type: 'message', role, content: [] } });
  const block = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block });
  const delta = (index: number, one: object) => ({ type: 'content_block_delta', index, delta: one });
  const text = (index: number, said: string) => delta(index, { type: 'text_delta', text: said });
  const end = (stop_reason = 'end_turn') => [
    { type: 'message_delta', delta: { stop_reason } },
    { type: 'message_stop' },
  ];

  test('text is for users; thoughts and calls are not', () => {
    const input = sse(
      ...[begin(), { type: 'ping' }, block(0, { type: 'thinking', thinking: '' })],
      ...[
        delta(0, { type: 'thinking_delta', thinking: 'SECRET' }),
        delta(0, { type: 'signature_delta', signature: 'x' }),
      ],
      ...[
        { type: 'content_block_stop', index: 0 },
        block(1, { type: 'text', text: '' }),
        text(1, 'It '),
        text(1, 'is.'),
      ],
      ...[block(2, { type: 'tool_use', id: 't1', name: 'f', input: {} })],
      ...[delta(2, { type: 'input_json_delta', partial_json: '{"q": "SECRET"}' }), ...end('tool_use')],
    );
    const { status, stdout, stderr, events } = ocml(input);
    assert.deepEqual([status, stderr, stdout.includes('SECRET')], [0, '', false]);
    // The text is sent as it arrives, because the server has sent the thoughts separately.
    assert.deepEqual(
      events.map((event) => event.delta),
      ['It', ' is.'],
    );
    const hidden = ocml(input, '--debug').events.filter(({ event }) => event === 'debug.delta');
    assert.deepEqual(
      hidden.map(({ channel, to, call_id }) => [channel, to, call_id]),
      [
        ['analysis', undefined, undefined],
        ['commentary', 'f', 't1'],
      ],
    );
  });

  test('what is cut off, and a message whose beginning is missing', () => {
    for (const events of [[begin()], [begin(), block(0, { type: 'text', text: '' }), text(0, 'Hi')]]) {
      const { status, stderr } = ocml(sse(...events));
      assert.equal(status, 1);
      assert.match(stderr, /E-STREAM-TRUNCATED/);
    }
    assert.equal(ocml(sse(begin(), block(0, { type: 'text', text: 'Hi' }), ...end('max_tokens'))).status, 1);
    const late = ocml(sse(text(0, 'SECRET'), ...end()));
    assert.deepEqual([late.status, late.stdout], [1, '']);
    assert.match(late.stderr, /omitted/);
  });

  test('the messages of two requests, and one of another than the model', () => {
    const of = (said: string, role?: string) => [
      begin(role),
      block(0, { type: 'text', text: '' }),
      text(0, said),
      ...end(),
    ];
    assert.equal(ocml(sse(...of('One. '), ...of('Two.'), ...of('SECRET', 'user'))).text.replace(/\s/g, ''), 'One.Two.');
  });
});

suite('a stream that ends without its end, and without text', () => {
  for (const [name, input] of [
    ['responses', sse({ type: 'response.created', response: {} }, { type: 'response.in_progress', response: {} })],
    ['chat completions', sse(chat({ role: 'assistant', content: null }))],
    ['chat completions without a member', sse(chat({ role: 'assistant' }))],
  ] as const)
    test(name, () => {
      const { status, stdout, stderr } = ocml(input);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, /E-STREAM-TRUNCATED/);
    });

  test('not one that has its end', () => {
    const { status, stderr } = ocml(sse({ type: 'response.created', response: {} }, { type: 'response.completed' }));
    assert.equal(status, 0);
    assert.match(stderr, /no event/);
  });
});

suite('a call that is all of an answer is hidden, as in a list of messages', () => {
  const answers = [
    '{"name": "f", "arguments": {"q": "SECRET"}}',
    '{"parameters": {"q": "SECRET"}, "name": "f"}',
    '[{"name": "f", "arguments": {"q": "SECRET"}}]',
    '{"name": "f", "arguments": {"q": "SECRET"',
    '[f(q="SECRET")]',
    'f(q="SECRET")]',
    '<function=f>{"q": "SECRET"}</function>',
    '{"answer": 42}',
    '[1, 2]',
    '"SECRET" is a word',
    'f(x) is a function',
    '<b>SECRET</b>',
    'SECRET {"name": "f", "arguments": {}}',
    'f',
    '  ',
  ];
  for (const answer of answers)
    test(JSON.stringify(answer), () => {
      const list = JSON.stringify({
        messages: [
          { role: 'user', content: '' },
          { role: 'assistant', content: answer },
        ],
      });
      const { stdout: view } = run(['render', '--as', 'text', '-'], { input: list });
      for (const length of [1, 1000]) {
        const pieces = answer.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
        const { status, stdout, text } = ocml(
          sse(...pieces.map((content) => chat({ content })), chat({}, 'stop')),
          '--no-thoughts',
        );
        const withdrawn = stdout.includes('response.cancel');
        assert.equal(status, 0);
        assert.equal(!withdrawn && text.includes('SECRET'), view.includes('SECRET'), `${length}: ${view}`);
      }
    });
});
