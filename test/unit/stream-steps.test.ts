/**
 * The work of a stream is proportional to its input. This is true even if a message is longer than the text that is kept and has no space
 * at which it could be cut.
 *
 * The text that is passed to scanners is counted instead of time, so that the speed of the machine does not matter.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { KnownDialectId } from '../../server/src/grammar/index.ts';
import { TranscriptStream } from '../../server/src/stream/stream.ts';
import { families } from '../../server/src/syntax/families/index.ts';
import { whole } from '../support/effort.ts';
import { frames } from '../support/scaling/items.ts';
import { cuts } from '../support/scaling/works.ts';

/** Returns how many characters are passed to the scanners for each character of input. */
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

/** The limit covers both kinds of scans and the growth of the text. */
const most = 60;
/** A length that exceeds every limit for the amount of text that is kept of a message. */
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
