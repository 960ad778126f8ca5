/** `ocml stream` with events of the Responses API that are out of order, or of which some are missing. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ocml, sse } from './stream.ts';

suite('the order of responses', () => {
  const events = (...texts: readonly string[]) => [
    { type: 'response.created', sequence_number: 0, response: {} },
    ...texts.map((delta, i) => ({ type: 'response.output_text.delta', sequence_number: i + 1, item_id: 'i', delta })),
    { type: 'response.completed', sequence_number: texts.length + 1, response: {} },
  ];
  const words = Array.from({ length: 2500 }, (_, i) => `w${i} `);

  test('of events that overtake each other', () => {
    const all = events(...words.slice(0, 200));
    for (const mixed of [
      all.toReversed(),
      [...all.slice(1, -1), all[0], all.at(-1)],
      [...all.slice(100), ...all.slice(0, 100)],
    ]) {
      const { status, text, stderr } = ocml(sse(...mixed));
      assert.deepEqual([status, text, stderr], [0, words.slice(0, 200).join(''), '']);
    }
  });

  test('with a gap or a late start, the rest is told in order, and that something is missing', () => {
    const all = events(...words);
    for (const [left, expected] of [
      [all.filter((_, i) => i !== 3), words.filter((_, i) => i !== 2)],
      [all.slice(5), words.slice(4)],
      [all.slice(-3), words.slice(-2)],
    ] as const) {
      const { status, text, stderr } = ocml(sse(...left));
      assert.deepEqual([status, text], [1, expected.join('')]);
      assert.match(stderr, /show that events are missing in one place/);
    }
  });

  test('what is lost may have hidden what follows', () => {
    const reasoning = { type: 'response.reasoning_text.delta', item_id: 'r', delta: 'SECRET' };
    const [created, open, thought, close, answer, completed] = events('<think>', 'SECRET', '</think>', 'Hi');
    const { text, stdout } = ocml(sse(reasoning, created, thought, close, answer, completed));
    assert.ok(open && !stdout.includes('SECRET'), stdout);
    assert.equal(text, 'Hi');
    const again = events('<think>', 'SECRET', '</think>', 'Hi', '<think>', 'SECRET', '</think>', 'there');
    assert.ok(!ocml(sse(...again.filter((_, i) => i !== 5))).stdout.includes('SECRET'));
  });

  test('an event that comes twice is told once, and one that is too late is left out', () => {
    const all = events(...words);
    const twice = ocml(sse(...all.slice(0, 9), ...all.slice(3)));
    assert.deepEqual([twice.status, twice.text], [0, words.join('')]);
    const late = ocml(sse(...all.slice(0, 3), ...all.slice(4, -1), all[3], all.at(-1)));
    assert.deepEqual([late.status, late.text], [1, words.filter((_, i) => i !== 2).join('')]);
    assert.match(late.stderr, /the text of 1 event is omitted, because it came too late/);
  });

  test('of a server that does not count', () => {
    const { text } = ocml(sse(...events('a', 'b', 'b', 'c').map((event) => ({ ...event, sequence_number: 0 }))));
    assert.equal(text, 'abbc');
  });

  test('items that are not messages from the model are hidden', () => {
    for (const item of [
      { type: 'message', role: 'tool' },
      { type: 'reasoning' },
      { type: 'message', role: 'assistant', phase: 'commentary' },
      { type: 'message', role: 'assistant', channel: 'analysis' },
    ]) {
      const { stdout } = ocml(
        sse(
          { type: 'response.output_item.added', output_index: 0, item: { id: 'i', ...item } },
          { type: 'response.output_text.delta', item_id: 'i', output_index: 0, delta: 'SECRET' },
          { type: 'response.completed' },
        ),
      );
      assert.ok(!stdout.includes('SECRET'), JSON.stringify(item));
    }
  });
});
