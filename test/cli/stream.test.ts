/** `ocml stream` as a user runs it. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { caseOf, rows, sides } from '../conformance/expectations.ts';
import { sizeOf } from '../support/effort.ts';
import { root } from '../support/root.ts';
import { chat, final, ocml, sse } from './stream.ts';

const bin = join(root, 'server/bin/ocml.js');
const limit = { timeout: 120_000, killSignal: 'SIGKILL' } as const;

/** Waits until a program has printed a text. */
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

test('a line that is too long is not read, and what follows is', () => {
  const line = JSON.stringify(chat({ content: 'Hi' }));
  const { text, stderr } = ocml(`{"choices": "${'x'.repeat(40_000_000)}"}\n${line}\n`);
  assert.equal(text, 'Hi');
  assert.equal(stderr.match(/event 1 has more than 16 million characters/g)?.length, 1);
  assert.doesNotMatch(stderr, /not JSON|event 2/);
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
  // A document may lack its stop token, but a stream without it is incomplete.
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

test('what is not the stream of a server is said once, not a line each', () => {
  const { status, stderr } = ocml(JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }, 'no'] }, null, 2));
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^ocml stream: the lines of the input are not JSON, so this is not a stream from a server\..*`ocml check`/,
  );
  assert.equal(stderr.trim().split('\n').length, 1);
});

test('the log of a session is not the stream of a server: what reads it is said, once', () => {
  const { status, events, stderr } = ocml(readFileSync(join(root, 'examples/tasks/session.jsonl'), 'utf8'));
  assert.equal(status, 1);
  assert.deepEqual(events, []);
  assert.match(
    stderr,
    /^ocml stream: this is the log of an agent's session, not a stream from a server\. Read it with `ocml inspect --calls`/,
  );
  assert.equal(stderr.trim().split('\n').length, 1);
});
