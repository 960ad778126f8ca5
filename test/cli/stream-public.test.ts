/** `ocml stream` shows users only what is public in the events of a server. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chat, ocml, sse } from './stream.ts';

suite('public means public', () => {
  const stop = chat({}, 'stop');

  test('what a server says went wrong is in no event, except for those who ask', () => {
    const error = { error: { message: 'bad arguments {"q":"SECRET"}', code: 400 } };
    for (const one of [
      error,
      { error: 'SECRET' },
      { object: 'error', message: 'SECRET' },
      { type: 'error', message: { toString: 1, text: 'SECRET' } },
      { type: 'response.failed', response: { error: { message: 'SECRET' } } },
    ]) {
      const input = sse(
        chat({ content: 'Hi there', tool_calls: [{ id: 'c1', function: { name: 'f', arguments: '{' } }] }),
        one,
      );
      const { status, stdout, stderr, events } = ocml(input, '--no-thoughts');
      assert.equal(status, 1);
      assert.ok(!`${stdout}${stderr}`.includes('SECRET'), `${stdout}${stderr}`);
      assert.match(stderr, /reports an error in event 2/);
      assert.deepEqual(
        events.slice(1).map(({ event, reason }) => [event, reason]),
        ['response.cancel', 'tool.cancel'].map((event) => [event, 'the server reported an error']),
      );
      assert.match(ocml(input, '--debug').stderr, /the server reports an error in event 2: .*SECRET/);
      assert.ok(
        ocml(input, '--debug').events.some(({ event, reason }) => event === 'debug' && reason.includes('SECRET')),
      );
    }
    const passed = `${JSON.stringify({ event: 'tool.cancel', call_id: 'c1', reason: 'SECRET' })}\n`;
    assert.deepEqual(ocml(passed).events, [{ event: 'tool.cancel', call_id: 'c1', reason: 'cancelled' }]);
  });

  test('what another than the model says, or says elsewhere, is hidden', () => {
    for (const hidden of [
      { role: 'tool' },
      { role: 'system' },
      { role: {} },
      { role: 'assistant', channel: 'analysis' },
      { channel: 5 },
      { recipient: 'functions.f' },
      { chan: 'analysis' },
      { channel_name: 'thinking' },
      { kind: 'reasoning' },
      { metadata: { channel: 'analysis' } },
      { thought: true },
    ]) {
      const input = sse(chat({ ...hidden, content: 'SECRET' }), chat({ content: '' }), stop, '[DONE]');
      for (const args of [[], ['--no-thoughts']]) {
        const { stdout } = ocml(input, ...args);
        assert.ok(!stdout.includes('SECRET'), JSON.stringify(hidden));
      }
      const event = { event: 'response.delta', message_id: 'm1', channel: 'final', ...hidden, delta: 'SECRET' };
      assert.equal(ocml(`${JSON.stringify(event)}\n`, '--no-thoughts').stdout, '', JSON.stringify(hidden));
    }
    // A role applies until another event changes it.
    const later = sse(
      chat({ role: 'tool' }),
      chat({ content: 'SECRET' }),
      chat({ role: 'assistant', content: 'Hi' }),
      stop,
    );
    assert.equal(ocml(later).text, 'Hi');
  });

  test('events of others are judged by what they contain', () => {
    const event = (delta: string) => ({ event: 'response.delta', message_id: 'm1', channel: 'final', delta });
    const lines = (...deltas: string[]) => deltas.map((delta) => `${JSON.stringify(event(delta))}\n`).join('');
    assert.equal(ocml(lines('<thi', 'nk>SEC', 'RET</think>', 'Hi')).text, 'Hi');
    assert.equal(ocml(lines('SEC', 'RET</think>', 'Hi')).text, 'Hi');
    assert.equal(ocml(lines('Hi ', '<tool_call>{"name":"f","arguments":"SECRET"}')).text.trim(), 'Hi');
    assert.equal(ocml(lines('Hi<|start|>assistant<|channel|>analysis<|mess', 'age|>SECRET')).text, 'Hi');
    assert.ok(!ocml(lines('Hi ', '<think>', 'SECRET'), '--no-thoughts').stdout.includes('SECRET'));
  });

  test('a delta of a hidden type, and a message that comes as a whole', () => {
    const deltas = (input: string) => ocml(input, '--no-thoughts').events.flatMap(({ delta }) => delta ?? []);
    assert.deepEqual(deltas(sse(chat({ role: 'assistant', type: 'reasoning', content: 'SECRET' }), stop)), []);
    const whole = (message: unknown) => sse({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
    assert.deepEqual(deltas(whole({ role: 'assistant', content: 'Hi there' })), ['Hi there']);
    assert.deepEqual(deltas(whole({ role: 'tool', content: 'SECRET' })), []);
    // A complete message after its deltas repeats their text. A difference is reported.
    const after = (content: string) => ocml(sse(chat({ content: 'Hi there' })) + whole({ content }), '--no-thoughts');
    assert.deepEqual([after('Hi there').status, after('Hi there').stderr], [0, '']);
    assert.equal(after('Another').status, 1);
    assert.match(after('Another').stderr, /1 event has `message` of a type that the API does not document/);
  });

  test('a flush of others stays where it is, and is not doubled', () => {
    const id = { message_id: 'x' };
    const [one, two] = ['One\n\n', 'two'].map((delta) => ({ event: 'response.delta', ...id, channel: 'final', delta }));
    const flush = { event: 'response.delta.flush', ...id };
    const { events } = ocml([one, flush, two].map((event) => `${JSON.stringify(event)}\n`).join(''));
    assert.equal(events.map(({ delta = '|' }) => delta).join(''), 'One\n\n|two');
  });

  test('parts in place of a text', () => {
    const parts = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'SECRET' }] },
      { type: 'text', text: 'Hi' },
      { type: 'text', text: 'SECRET', chan: 'analysis' },
      { type: 'tool_use', input: { q: 'SECRET' } },
      { type: 'anything', text: 'SECRET' },
    ];
    const { status, text, stdout } = ocml(sse(chat({ content: parts }), chat({ content: ' you' }), stop, '[DONE]'));
    assert.deepEqual([status, text], [0, 'Hi you']);
    assert.ok(!stdout.includes('SECRET'));
    assert.ok(ocml(sse(chat({ content: parts }), stop), '--debug').stdout.includes('SECRET'));
  });

  test('a value that is none is the fault of its event alone', () => {
    const odd = [{}, [], '0', -1, 1.5, true, { toString: 1 }].map((index) => ({
      choices: [{ index, delta: { content: 'no' } }],
    }));
    const huge = 'data: {"choices": [{"index": 1e999, "delta": {"content": "no"}}]}\n\n';
    const { status, text, stderr } = ocml(
      huge + sse(...odd, { choices: [null, 5] }, chat({ content: {} }), chat({ content: 'Hi' }), stop, '[DONE]'),
    );
    assert.deepEqual([status, text], [1, 'Hi']);
    assert.match(stderr, /8 events have `index`/);
    assert.match(stderr, /1 event has `content`/);
  });

  test('thousands of choices', () => {
    const all = (count: number) => Array.from({ length: count }, (_, index) => index);
    const piece = (index: number, content: string) => ({ choices: [{ index, delta: { content } }] });
    const of = (count: number) =>
      sse(
        ...all(count).map((index) => piece(index, '<think>SEC')),
        ...all(count).map((index) => piece(index, 'RET</think>')),
        ...all(count).map((index) => piece(index, `a${index};`)),
        ...all(count).map((index) => ({ choices: [{ index, delta: {}, finish_reason: 'stop' }] })),
        '[DONE]',
      );
    const { status, text, stdout } = ocml(of(1500));
    assert.deepEqual([status, stdout.includes('RET')], [0, false]);
    assert.equal(
      text,
      all(1500)
        .map((index) => `a${index};`)
        .join(''),
    );
    const more = ocml(
      sse(...all(10_050).map((index) => piece(index, `<think>SECRET</think>a${index};`)), stop, '[DONE]'),
    );
    assert.deepEqual([more.status, more.stdout.includes('RET')], [1, false]);
    assert.match(more.stderr, /more than 10,000 concurrent answers/);
    assert.equal(more.stdout.includes('SECRET'), false);
    assert.equal(more.text.split(';').length, 10_001);
  });
});

suite('events of 2.2 §9 as input', () => {
  const lines = (...events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const answer = { event: 'response.delta', message_id: 'm1', channel: 'final', delta: 'Hi' };
  const flush = { event: 'response.delta.flush', message_id: 'm1' };
  const cancel = { event: 'response.cancel', message_id: 'm1', reason: 'interrupted' };
  const hidden = [
    { event: 'debug' },
    { event: 'debug.delta', message_id: 'm2', channel: 'final', delta: 'SECRET' },
    { event: 'response.delta', message_id: 'm2', channel: 'analysis', delta: 'SECRET' },
    { event: 'response.delta', message_id: 'm2', channel: 'Final', delta: 'SECRET' },
    { event: 'response.delta', message_id: 'm2', channel: 'commentary', intent: 'preamble', delta: 'SECRET' },
  ];

  test('what is for users is told again', () => {
    const { status, events, stderr } = ocml(lines(answer, flush, ...hidden));
    assert.deepEqual([status, stderr, events], [0, '', [answer, flush]]);
    const sent = ocml(sse(answer, flush));
    assert.deepEqual([sent.status, sent.events], [0, [answer, flush]]);
    assert.equal(ocml(lines(...hidden), '--debug').events.filter(({ delta }) => delta === 'SECRET').length, 4);
    assert.equal(ocml(lines(...hidden), '--stream-preambles').text, 'SECRET');
  });

  test('nothing of a message that is cancelled follows', () => {
    const input = lines(answer, cancel, answer, flush, { ...answer, message_id: 'm2' });
    const { status, events } = ocml(input, '--no-thoughts');
    assert.deepEqual([status, events], [0, [answer, cancel, { ...answer, message_id: 'm2' }]]);
    // Text that was held back until the end of its thoughts has not been sent, so nothing is cancelled.
    assert.deepEqual(ocml(input).events, [{ ...answer, message_id: 'm2' }]);
  });

  test('what is not an event of it is another API', () => {
    const { status, stdout, stderr } = ocml(lines({ event: 'message', answer: 'SECRET' }, { event: 'response.delta' }));
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /skipped 2 events from an unsupported API/);
  });
});
