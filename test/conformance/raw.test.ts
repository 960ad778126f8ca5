/**
 * Texts as servers return them, without a chosen dialect. Correct texts have no problem, and users see the expected messages. In the other
 * texts, the smallest faulty part is reported.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openDocument } from '../../server/src/documents/document.ts';
import { userView } from '../../server/src/features/user-view.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { describeProblems } from '../support/check.ts';
import { malformed } from './raw/malformed.ts';
import { valid } from './raw/valid.ts';

const open = (text: string) => openDocument('untitled:output', 'ocml', 0, text, undefined);

const problemsIn = (text: string) => describeProblems(text, ['code'], { name: 'output', serious: true });

suite('what is right', () => {
  for (const { text, shown, calls } of valid) {
    test(text, () => {
      assert.deepEqual(problemsIn(text), []);
      const document = open(text);
      assert.ok(document instanceof Transcript);
      const { messages } = userView.run(document, { textDocument: { uri: document.uri }, debug: true });
      assert.deepEqual(
        messages.filter(({ hidden }) => !hidden).map((one) => one.text),
        shown,
      );
      const called = messages.filter(({ to, hidden }) => hidden && to !== undefined && to !== 'assistant');
      assert.deepEqual(
        called.map(({ to }) => to),
        calls,
      );
    });
  }
});

suite('what is wrong', () => {
  for (const [output, ...problems] of malformed) test(output, () => assert.deepEqual(problemsIn(output), problems));
});
