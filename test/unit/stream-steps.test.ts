/**
 * A stream looks at its text in proportion to what comes, also where a message is longer than what is kept of it and has no place
 * between two words to cut it at. What scanners are given is counted, so that the clock has no say.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { KnownDialectId } from '../../server/src/grammar/index.ts';
import { TranscriptStream } from '../../server/src/stream/stream.ts';
import { families } from '../../server/src/syntax/families/index.ts';
import { whole } from '../support/effort.ts';
import { frames } from '../support/scaling/items.ts';
import { cuts } from '../support/scaling/works.ts';

/** How much text the scanners are given for each character that comes. */
function looksPerCharacter(text: string, cut: (text: string) => Iterable<string>, dialect: KnownDialectId): number {
  const family = families[dialect];
  const { scan } = family;
  let looks = 0;
  const counting = (stretch: Parameters<typeof scan>[0]) => {
    looks += stretch.text.length;
    return scan.call(family, stretch);
  };
  Object.assign(family, { scan: counting });
  try {
    const stream = new TranscriptStream(() => undefined, { choice: { dialect } });
    for (const piece of cut(text)) stream.write(piece);
    stream.end();
  } finally {
    Object.assign(family, { scan });
  }
  return looks / text.length;
}

/** Each of the two kinds of looks, and the growth of the text, pays for as much. */
const most = 60;
/** Longer than any part of a message that is kept. */
const longest = 1 << 18;

suite('a loop in a message that is longer than what is kept of it', () => {
  const loops = [
    ['openchatml-2.2', '<|start|>'],
    ['openchatml-2.2', '<|channel|>'],
    ['openchatml-2.2', '<|start_reason|><|end_reason|>'],
    ['harmony', '<|start|>'],
    ['openchatml-0.1', '<|function_call|>'],
    ['llama3', '<|python_tag|>'],
    ['llama3', '<think>'],
  ] as const;
  for (const [dialect, again] of loops)
    for (const name of whole ? ['whole', 'by tokens', 'unevenly'] : ['unevenly'])
      test(`${dialect}: ${again} ${name}`, () => {
        const { user, answer } = frames[dialect];
        const text = user('Hi') + answer(again.repeat(Math.ceil((1.5 * longest) / again.length)));
        const looks = looksPerCharacter(text, cuts[name] as (text: string) => Iterable<string>, dialect);
        assert.ok(looks < most, `${Math.round(looks)} looks at each character`);
      });
});
