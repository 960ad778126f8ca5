/** The output for a document without problems has none, but where a note said so. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { dialectOfForm, type From, type Note, type TargetName } from '../../server/src/convert/index.ts';
import type { AnyDialectId } from '../../server/src/grammar/index.ts';
import { check } from '../support/check.ts';
import { conversationTargets } from '../support/convert.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { sources } from './convert-sources.ts';

const runs = howMany(600);
const seed = seedOf(20_250_801);
const told = new Set(['tags', 'constraint', 'to']);
const grave = new Set<string>(['error', 'warning']);
/** The dialect that a form is checked as: shapes of messages are told by their content. */
const dialectOf = (form: From): AnyDialectId => dialectOfForm(form) ?? 'json';
const problemsOf = (text: string, dialect: AnyDialectId) =>
  check(text, { dialect }).filter(({ severity }) => grave.has(severity));

/**
 * Rules of a form that 2.2 lacks: whether each call is answered, and in its order; that text which reads as a token is
 * told where it does no harm. The library's object is not one that chat APIs take.
 */
const others: Readonly<Partial<Record<TargetName, readonly string[]>>> = {
  'openchatml-0.1': ['function-order'],
  hermes: ['function-order'],
  'chatml-wire': ['wire-special-in-text'],
  responses: ['call-unanswered', 'call-reply-misplaced', 'template-special-in-content'],
  // A request that begins with the assistant's turn is reported, and so are messages that were empty before.
  anthropic: [
    'message-order',
    'message-empty',
    'call-unanswered',
    'call-reply-misplaced',
    'template-special-in-content',
  ],
  'prompt-completion': ['call-unanswered', 'call-reply-misplaced', 'template-special-in-content'],
  sharegpt: ['template-role-unknown', 'call-unanswered', 'call-reply-misplaced', 'template-special-in-content'],
  alpaca: ['template-special-in-content'],
  'session-trace': ['call-unanswered', 'call-reply-misplaced', 'template-special-in-content'],
  atif: ['call-unanswered', 'call-reply-misplaced', 'template-special-in-content'],
  messages: ['call-unanswered', 'call-reply-misplaced', 'template-special-in-content'],
};

/**
 * Problems that no rule told of the source: what a text looks like depends on the tokens of its form, and the types that the library's
 * object declares, and arguments, are not checked in it, nor are halves of characters in text.
 */
const unseen = new Set<string>(['character-unusable', 'token-misspelled', 'E-BODY-CONSTRAINT-VIOLATION']);

/** Problems that no rule tells of the library's object: its calls are not checked. */
const unseenInLibrary = new Set<string>(['E-CALL-SCHEMA', 'tool-channel']);

/** A name beyond ASCII is kept as it is, and told where headers are checked for it. */
const isName = ({ message }: Note) => message.includes('checkers report it');

for (const [form, arbitrary] of sources) {
  suite(form, () => {
    const tries = form === 'openchatml-2.2' ? runs : Math.ceil(runs / 5);
    for (const to of conversationTargets.filter((name) => name !== 'harmony-json'))
      test(`to ${to}`, () => {
        let clean = 0;
        fc.assert(
          fc.property(arbitrary, (source) => {
            if (problemsOf(source.text, dialectOf(source.form)).length > 0) return;
            const { output, notes } = source.convert(to);
            // Notes on these come from the checker, too: code as arguments, text as a thought.
            if (
              output === undefined ||
              notes.some(
                (one) => (one.kind === 'warning' && !isName(one)) || (one.part !== undefined && told.has(one.part)),
              )
            )
              return;
            clean++;
            const written = 'text' in output ? output.text : JSON.stringify(output.value);
            const found = problemsOf(written, dialectOf(to))
              .filter(
                ({ code }) =>
                  !others[to]?.includes(code) &&
                  !(form !== to && unseen.has(code)) &&
                  !(form === 'harmony-json' && unseenInLibrary.has(code)),
              )
              .filter(({ start, end }) => !(notes.some(isName) && written.slice(start, end).includes('ë')))
              .map(({ code, start, end }) => `${code} «${written.slice(start, end)}»`);
            assert.deepEqual(found, [], `${source.text}\n→\n${written}`);
          }),
          { numRuns: tries, seed },
        );
        // Random lists are seldom without a problem.
        const least = form === 'openchatml-2.2' ? tries / 20 : tries / 50;
        assert.ok(clean > least, `only ${clean} documents without problems are converted`);
      });
  });
}
