/** In dialects that are learned from templates, a transcript after any edit equals a new parse of its text, and so do its problems. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Checker } from '../../server/src/checker/checker.ts';
import type { Block } from '../../server/src/syntax/block.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { samples } from '../support/learn/conversations.ts';
import { dialectTemplates } from '../support/learn/dialect-templates.ts';
import { learnedDialect, written } from '../support/learn/dialects.ts';

const numRuns = howMany(60);
const seed = seedOf(20_261_127);

const told = ({ kind, text, headerEnd, bodyStart, bodyEnd, end, terminator, traits, lines }: Block) => ({
  ...{ kind, text, headerEnd, bodyStart, bodyEnd, end, terminator, traits, lines },
});

function reported(checker: Checker) {
  const { problems } = checker.problems(1e9);
  return problems.map((placed) => {
    const { related, ...problem } = placed.problem;
    return { ...problem, offset: checker.offsetOf(placed), related: related?.map(({ message }) => message) };
  });
}

const checkerOf = (transcript: Transcript) =>
  new Checker(transcript, { strict: false, levels: {} }, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });

suite('dialects of templates under edit', () => {
  for (const [name, source] of Object.entries(dialectTemplates)) {
    test(name, () => {
      const dialect = learnedDialect(name, source);
      const { openers, terminators, marks } = dialect.facts;
      const known = [...openers.map(({ text }) => text), ...terminators, ...marks];
      const halves = known.flatMap((mark) => [mark.slice(0, mark.length >> 1), mark.slice(mark.length >> 1)]);
      const pieces = fc.constantFrom(
        ...known,
        ...halves,
        'a',
        '1',
        '"',
        '\n',
        ' ',
        '\r\n',
        '<',
        '|',
        '>',
        ']',
        '[',
        '',
      );
      const texts = samples.flatMap((sample) => written(dialect, sample) ?? []);
      const start = fc.oneof(
        fc.constantFrom(...texts),
        fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
      );
      const edit = fc.tuple(
        fc.nat(5000),
        fc.nat(40),
        fc.array(pieces, { maxLength: 3 }).map((all) => all.join('')),
      );
      fc.assert(
        fc.property(start, fc.array(edit, { minLength: 1, maxLength: 8 }), (text, edits) => {
          const choice = { dialect: dialect.id };
          const transcript = new Transcript('test:', 'ocml', 0, text, choice);
          const checker = checkerOf(transcript);
          let now = text;
          for (const [at, length, inserted] of edits) {
            const from = now.length === 0 ? 0 : at % (now.length + 1);
            const to = Math.min(now.length, from + length);
            // The problems are computed before every edit, so that stale results would be cached and noticed.
            checker.problems(200);
            transcript.replace(from, to, inserted);
            checker.update();
            now = now.slice(0, from) + inserted + now.slice(to);
            const fresh = new Transcript('test:', 'ocml', 0, now, choice);
            assert.equal(transcript.getText(), now);
            assert.deepEqual([...transcript.blocks].map(told), [...fresh.blocks].map(told));
            assert.deepEqual(reported(checker), reported(checkerOf(fresh)));
          }
        }),
        { numRuns, seed, endOnFailure: true },
      );
    });
  }
});
