/** `ocml stream`, as a user runs it. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { caseOf, rows, sides } from '../conformance/expectations.ts';
import { ocml as run } from '../support/command.ts';
import { sizeOf } from '../support/effort.ts';
import { root } from '../support/root.ts';

const bin = join(root, 'server/bin/ocml.js');
const limit = { timeout: 120_000, killSignal: 'SIGKILL' } as const;

function ocml(input: string | Buffer, ...args: readonly string[]) {
  const { status, stdout, stderr } = run(['stream', ...args], { input });
  const events = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const text = events.map(({ event, delta }) => (event === 'response.delta' ? delta : '')).join('');
  return { status, stdout, stderr, events, text };
}
const sse = (...events: readonly unknown[]) =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');
const chat = (delta: unknown, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});

const final = '<|start|>assistant<|channel|>final<|message|>';

/** Waits until a program has printed something. */
async function printed(stream: NodeJS.ReadableStream, what: string): Promise<void> {
  let seen = '';
  while (!seen.includes(what)) {
    const [chunk] = (await once(stream, 'data')) as [Buffer];
    seen += chunk.toString();
  }
}

suite('transcripts', () => {
  test('answers, and nothing else', () => {
    const { status, events } = ocml(
      `<|start|>assistant<|channel|>analysis<|message|>SECRET<|end|>${final}Four.<|return|>`,
    );
    assert.equal(status, 0);
    assert.deepEqual(events, [{ event: 'response.delta', message_id: 'm2', channel: 'final', delta: 'Four.' }]);
  });

  test('an input that ends inside a message', () => {
    const { status, stderr, text } = ocml(`${final}It is`);
    assert.equal(status, 1);
    assert.equal(text, 'It is');
    assert.match(stderr, /E-STREAM-TRUNCATED/);
  });

  test('hidden layers under a banner', () => {
    const { events } = ocml('<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>', '--debug');
    assert.deepEqual(
      events.map(({ event }) => event),
      ['debug', 'debug.delta'],
    );
  });

  test('bytes that are not UTF-8', () => {
    assert.equal(
      ocml(Buffer.concat([Buffer.from(`${final}a`), Buffer.of(0xc3), Buffer.from('b<|return|>')])).text,
      'a\uFFFDb',
    );
  });

  test('wrong usage', () => {
    assert.equal(ocml('', '--dialect', 'latin').status, 2);
    assert.equal(ocml('', 'no-such-file').status, 2);
    assert.equal(ocml('').status, 0);
  });
});

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
    const other = ocml(
      'event: content_block_delta\ndata: {"type": "content_block_delta", "delta": {"text": "SECRET"}}\n\n',
    );
    assert.deepEqual([other.status, other.stdout], [1, '']);
    assert.match(other.stderr, /another API/);
    const failed = ocml(sse(chat({ content: 'Hi there' }), { error: { message: 'overloaded' } }), '--no-thoughts');
    assert.equal(failed.status, 1);
    assert.deepEqual(failed.events.at(-1), { event: 'response.cancel', message_id: 'm1', reason: 'overloaded' });
    assert.match(failed.stderr, /overloaded/);
  });
});

test('an event and a message that never end', () => {
  const { status, stderr, text } = ocml(`${sse(chat({ content: 'Hi' }))}data: {"choices": "${'x'.repeat(40_000_000)}`);
  assert.deepEqual([status, text], [1, 'Hi']);
  assert.match(stderr, /event 2 is too long/);
  const long = ocml(`<|start|>assistant<|channel|>analysis<|message|>${'x'.repeat(10_000_000)}`);
  assert.deepEqual([long.status, long.stdout], [1, '']);
});

test('thoughts without number', () => {
  const { status, text } = ocml(`<|im_start|>assistant\n${'<think>a</think>'.repeat(sizeOf(16_000))}Hi<|im_end|>\n`);
  assert.deepEqual([status, text], [0, 'Hi']);
});

suite('while it is written', () => {
  test('an event is printed as soon as it is certain; Ctrl+C cancels what is open', {
    timeout: 60_000,
    skip: process.platform === 'win32',
  }, async () => {
    const child = spawn(process.execPath, [bin, 'stream'], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.write(`${final}It is`);
    await printed(child.stdout, 'It is');
    const cancelled = printed(child.stdout, 'response.cancel');
    child.kill('SIGINT');
    await cancelled;
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    assert.ok(signal === 'SIGINT' || code === 130, `${code} ${signal}`);
  });

  test('a pipe that is closed ends it quietly', { timeout: 60_000, skip: process.platform === 'win32' }, () => {
    const long = `${final}${'word '.repeat(400_000)}<|return|>`;
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${bin}" stream | head -c 100 > /dev/null`],
      {
        input: long,
        encoding: 'utf8',
        ...limit,
      },
    );
    assert.equal(status, 0);
    assert.equal(stderr, '');
  });
});

test('cases of the specifications on streams: what is whole is done, what breaks off is E-STREAM-TRUNCATED', () => {
  const streamed = new Set(['openchatml-2.2', 'harmony', 'openchatml-0.1', 'llama3']);
  // Where a document at rest may lack its stop token, a stream that does is incomplete.
  const lacksStop = /^(?:R-138|R-140-4|HARM-2[58])/;
  let tried = 0;
  for (const row of rows) {
    const about = /§9-|§1-04|§3-05|§18-0[45]|HARM-2[58]|R-138|R-140-4/.test(row.id);
    if (!about || !streamed.has(row.language)) continue;
    for (const side of sides) {
      const one = caseOf(row, side);
      if (one === undefined) continue;
      tried++;
      const { status, stderr } = ocml(one.text, '--dialect', row.language);
      const cut =
        one.expected?.code === 'E-STREAM-TRUNCATED' ||
        one.expected?.alsoAllowed.includes('E-STREAM-TRUNCATED') === true;
      const isCut = stderr.includes('E-STREAM-TRUNCATED');
      if (cut) assert.ok(isCut, `${row.id} ${side}`);
      else if (!lacksStop.test(row.id)) assert.ok(!isCut, `${row.id} ${side}: ${stderr}`);
      assert.equal(status, isCut ? 1 : 0, `${row.id} ${side}`);
    }
  }
  assert.ok(tried > 15, `${tried}`);
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
    const { status, events } = ocml(lines(answer, cancel, answer, flush, { ...answer, message_id: 'm2' }));
    assert.deepEqual([status, events], [0, [answer, cancel, { ...answer, message_id: 'm2' }]]);
  });

  test('what is not an event of it is another API', () => {
    const { status, stdout, stderr } = ocml(lines({ event: 'message', answer: 'SECRET' }, { event: 'response.delta' }));
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /2 events are of another API/);
  });
});

test('what is not the stream of a server is said once, not a line each', () => {
  const { status, stderr } = ocml(JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }, 'no'] }, null, 2));
  assert.equal(status, 1);
  assert.match(stderr, /^ocml stream: its lines are not JSON, so this is not the stream of a server\..*`ocml check`/);
  assert.equal(stderr.trim().split('\n').length, 1);
});
