/** After edits to a long transcript, the view shows the current text, even though results for parts of the tree of blocks are cached. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { userView } from '../../server/src/features/user-view.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';

/**
 * The visibility of some pieces depends on the text around them: open messages, misspelled tokens, and reasoning that ends in another
 * piece.
 */
const pieces: Readonly<Record<string, readonly string[]>> = {
  'openchatml-2.2': [
    '<|start|>user<|message|>Hi<|end|>\n',
    '<|start|>assistant<|channel|>final<|message|>Hello<|end|>\n',
    '<|start|>assistant<|channel|>analysis<|message|>Hm<|end|>\n',
    '<|start|>assistant<|channel|>final<|message|>open\n',
    '<|start|>usr<|message|>x<|end|>\n',
    'stray <|strt|>text\n',
    'assistant<|channel|>final<|message|>without an opener<|end|>\n',
    '<|end|>',
  ],
  'openchatml-0.1': [
    '<|im_start|>user\nHi<|im_end|>\n',
    '<|im_start|>assistant\n<think>a</think>b<|im_end|>\n',
    '<|im_start|>assistant\na</think>b',
    '<|im_start|>assistant\n<|start_reason|>a\n',
    '<|im_end|>\n',
    '</think>',
  ],
};
const choices = [
  {},
  { debug: true },
  { preambles: false },
  { only: { roles: ['assistant'] } },
  { only: { channels: ['x'] } },
];

const shown = (transcript: Transcript, at: number) =>
  choices.map((choice) => {
    const around = transcript.positionAt(at);
    const { version: _, ...view } = userView.run(transcript, {
      textDocument: { uri: 'test:' },
      around,
      limit: 6,
      ...choice,
    });
    return view;
  });

for (const [dialect, parts] of Object.entries(pieces)) {
  test(dialect, () => {
    // Nodes have 16 to 32 children, so these messages make three levels.
    const long = fc.array(fc.constantFrom(...parts), { minLength: 1000, maxLength: 1050, size: 'max' });
    const edit = fc.record({ at: fc.nat(999), by: fc.constantFrom('', ...parts), gone: fc.nat(3) });
    fc.assert(
      fc.property(long, fc.array(edit, { minLength: 1, maxLength: 6 }), (messages, edits) => {
        const choice = { dialect: dialect as 'openchatml-2.2' };
        const list = [...messages];
        const transcript = new Transcript('test:', 'ocml', 1, list.join(''), choice);
        shown(transcript, 0);
        for (const [i, { at, by, gone }] of edits.entries()) {
          const from = list.slice(0, at).join('').length;
          const to = from + list.slice(at, at + gone).join('').length;
          const range = { start: transcript.positionAt(from), end: transcript.positionAt(to) };
          list.splice(at, gone, by);
          transcript.update([{ range, text: by }], i + 2);
          const fresh = new Transcript('test:', 'ocml', 1, list.join(''), choice);
          assert.equal(transcript.getText(), list.join(''));
          assert.deepEqual(shown(transcript, from), shown(fresh, from));
        }
      }),
      { numRuns: howMany(12), seed: seedOf(20_261_123) },
    );
  });
}

test('every message before which text is lost, wherever the tree divides them', () => {
  const user = '<|start|>user<|message|>C<|end|>\n';
  const [answer, more] = ['assistant<|channel|>final<|message|>A<|end|>\n', `${user}Hm\n`];
  const choice = { dialect: 'openchatml-2.2' } as const;
  const list = Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? user : answer));
  const transcript = new Transcript('test:', 'ocml', 1, list.join(''), choice);
  const counts = (one: Transcript) => {
    const { total, hidden, doubt } = userView.run(one, { textDocument: { uri: 'test:' }, limit: 1 });
    return { total, hidden, doubt };
  };
  const before = counts(transcript);
  let version = 1;
  for (let i = 0; i < list.length; i += 2) {
    const from = list.slice(0, i).join('').length;
    const put = (old: string, text: string) => {
      const range = { start: transcript.positionAt(from), end: transcript.positionAt(from + old.length) };
      transcript.update([{ range, text }], ++version);
      return counts(transcript);
    };
    const fresh = new Transcript('test:', 'ocml', 1, list.with(i, more).join(''), choice);
    const after = put(user, more);
    assert.deepEqual(after, counts(fresh), `message ${i}`);
    assert.notEqual(after.doubt, before.doubt, 'the one after it may have been something else');
    assert.deepEqual(put(more, user), before, `message ${i}, and back`);
  }
});
