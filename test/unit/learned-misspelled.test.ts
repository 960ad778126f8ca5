/** Misspelled tokens of learned dialects, and openers without a role: the reported problems, what users see, and the fixes. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openDocument } from '../../server/src/documents/document.ts';
import { bundledDialect } from '../../server/src/documents/models.ts';
import { userView } from '../../server/src/features/user-view.ts';
import { nearMarks } from '../../server/src/syntax/families/learned/near-marks.ts';
import type { Transcript } from '../../server/src/syntax/transcript.ts';
import { summary } from '../support/check.ts';
import { applications, checked } from '../support/fix.ts';

const gemma = (answer: string, end: string, role = 'model') =>
  `<bos><start_of_turn>user\nFrost?<end_of_turn>\n<start_of_turn>${role}\n${answer}${end}\n<start_of_turn>user\nAnd now?<end_of_turn>\n<start_of_turn>model\n`;

const problems = (text: string, name = 'gemma') => {
  const dialect = bundledDialect(name);
  assert.ok(dialect);
  return summary(text, { dialect });
};

suite('tokens without bars', () => {
  for (const end of ['<end_of_turns>', '<end_of_trun>', '<endof_turn>', '<end_of_turn', '<end_of_tu'])
    test(`an end with a fault is named, and is the only problem: ${end}`, () => {
      assert.deepEqual(problems(gemma('Yes.', end)), [`token-misspelled «${end}»`]);
    });

  test('an end that breaks off is not shown', () => {
    const document = openDocument('file:///log.txt', 'ocml', 0, gemma('Yes.', '<end_of_tu'), bundledDialect('gemma'));
    const { messages } = userView.run(document as Transcript, { textDocument: { uri: 'file:///log.txt' } });
    const shown = messages.map(({ html }) => html).join('\n');
    assert.match(shown, /Yes\./);
    assert.doesNotMatch(shown, /end_of/);
  });

  test('a mark within a message', () => {
    const text =
      '<｜begin▁of▁sentence｜><｜User｜>Frost?<｜Assistant｜></think><｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sepp｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>';
    assert.deepEqual(problems(text, 'deepseek'), ['token-misspelled «<｜tool▁sepp｜>»']);
  });

  test('prose that is near to none is not reported', () => {
    assert.deepEqual(problems(gemma('The <end> of a <turn>, and [end_of_turn].', '<end_of_turn>')), []);
  });
});

test('a mark that is a word has no misspellings: it is a word of sentences too', () => {
  const text = 'You are a helpful assistant. A human. Are you?';
  assert.deepEqual(nearMarks(['human:', 'assistant:', '<sep>'])(text, 0, text.length), []);
});

test('an opener with a role that the model does not know', () => {
  assert.deepEqual(problems(gemma('Yes.', '<end_of_turn>', 'assistant')), ['E-PARSE-HEADER «<start_of_turn>»']);
  // The opener may still be incomplete.
  assert.deepEqual(problems('<bos><start_of_turn>user\nFrost?<end_of_turn>\n<start_of_turn>'), [
    'E-STREAM-TRUNCATED «<start_of_turn>»',
  ]);
});

test('the fix writes the role that the template has', () => {
  const text = gemma('Yes.', '<end_of_turn>', 'assistant');
  const before = checked(text, bundledDialect('gemma'));
  assert.deepEqual(
    applications(before).map(({ after }) => after),
    [gemma('Yes.', '<end_of_turn>')],
  );
});
