/**
 * Random streams of chat APIs, of events of §9 and of raw text, with gaps, repetitions, changed order, roles, errors and unusual values. No
 * event for users ever contains hidden text, and valid streams are forwarded completely.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiStream } from '../../server/src/stream/api.ts';
import { type StreamEvent, TranscriptStream } from '../../server/src/stream/stream.ts';
import { howMany, whole as isWhole, seedOf } from '../support/effort.ts';
import { type Made, Maker, type Random, randomOf } from './leaks/random-streams.ts';
import { canary } from './leaks/stream-samples.ts';

const runs = isWhole ? howMany(200_000) : howMany(12_000);

interface Run {
  readonly events: readonly StreamEvent[];
  /**
   * Whether words may be missing, either because the stream was cancelled, or because it reported that something is missing or was not
   * read.
   */
  readonly excused: boolean;
}

function run({ input, isCutOff }: Made, random: Random): Run {
  const events: StreamEvent[] = [];
  const emit = (event: StreamEvent) => void events.push(event);
  let excused = false;
  if (typeof input === 'string') {
    const stream = new TranscriptStream(emit, {});
    for (let at = 0; at < input.length; ) {
      const length = 1 + random(12);
      stream.write(input.slice(at, at + length));
      at += length;
    }
    stream.end();
  } else {
    const api = new ApiStream(emit, {}, (received) => {
      if (received !== 'read' && received !== 'over') excused = true;
    });
    for (const event of input) {
      // The input itself cancels a message, so words of the message may be missing.
      if ((event as Partial<StreamEvent> | null)?.event === 'response.cancel') excused = true;
      api.receive(event);
    }
    if (random(9) === 0) {
      api.cancel('interrupted');
      excused = true;
    } else api.end();
  }
  // Without the last event, it is unknown what is missing. `ocml stream` reports by its exit code that the stream is cut off.
  if (isCutOff) excused = true;
  return { events, excused: excused || events.some(({ event }) => event === 'response.cancel') };
}

/** Returns the public words in the events, for each message. */
function wordsIn(events: readonly StreamEvent[]): readonly (readonly string[])[] {
  const texts = new Map<string, string>();
  for (const { event, message_id = '', delta = '' } of events)
    if (event === 'response.delta') texts.set(message_id, (texts.get(message_id) ?? '') + delta);
  return [...texts.values()].map((text) => text.match(/pub\d+;/g) ?? []);
}

/** Whether different events have the same number or an unusual one. */
function sharesNumbers(input: Made['input']): boolean {
  const known = new Map<unknown, unknown>();
  return [...input].some((event) => {
    const number = (event as { sequence_number?: unknown } | null)?.sequence_number;
    if (number === undefined) return false;
    const before = known.get(number) ?? event;
    known.set(number, event);
    return before !== event || !Number.isSafeInteger(number) || (number as number) < 0;
  });
}

test('random streams', () => {
  const start = seedOf(20_250_803);
  let [told, whole] = [0, 0];
  for (let i = 0; i < runs; i++) {
    const seed = start + i * 2_654_435_761;
    const random = randomOf(seed);
    for (let warm = 0; warm < 4; warm++) random(2);
    const made = new Maker(random).make();
    const { events, excused } = run(made, random);
    const seen = JSON.stringify(events);
    const about = () => `seed ${start}, run ${i}: ${JSON.stringify(made.input)}\n${seen}`;
    assert.ok(!seen.includes(canary), `a leak in ${about()}`);
    assert.ok(!events.some(({ event }) => event.startsWith('debug')), about());
    told += events.length;
    const words = wordsIn(events);
    const all = words.flat();
    // Events without unique numbers are read in the order of arrival, even if they are repeated.
    if (!sharesNumbers(made.input)) {
      for (const some of words) {
        const numbers = some.map((word) => Number(word.slice('pub'.length, -1)));
        assert.deepEqual(
          numbers,
          [...new Set(numbers)].sort((a, b) => a - b),
          `out of order, or twice: ${about()}`,
        );
      }
      assert.equal(new Set(all).size, all.length, `twice: ${about()}`);
    }
    if (excused) continue;
    const missing = made.words.filter((word) => !all.includes(word));
    assert.deepEqual(missing, [], `nothing says why they are missing: ${about()}`);
    whole += all.length;
  }
  assert.ok(told > runs / 3, `${told} events of ${runs} streams`);
  assert.ok(whole > runs / 3, `${whole} words of sound streams`);
});

test('thousands of choices at a time', () => {
  const random = randomOf(seedOf(20_250_803));
  const count = 3000;
  const texts = Array.from({ length: count }, (_, i) => [
    ...(random(2) === 0 ? ['<think>', canary, '</think>'] : []),
    `pub${i};`,
  ]);
  const input: unknown[] = [];
  for (let at = 0; at < 4; at++)
    for (const [index, pieces] of texts.entries())
      if (pieces[at] !== undefined) input.push({ choices: [{ index, delta: { content: pieces[at] } }] });
  const events: StreamEvent[] = [];
  const api = new ApiStream(
    (event) => void events.push(event),
    {},
    () => {},
  );
  for (const event of input) api.receive(event);
  api.end();
  assert.ok(!JSON.stringify(events).includes(canary));
  const words = wordsIn(events);
  assert.deepEqual([words.length, words.every(({ length }) => length === 1)], [count, true]);
  assert.equal(new Set(words.flat()).size, count);
});
