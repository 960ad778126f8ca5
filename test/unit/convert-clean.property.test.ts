/** A document without problems is converted to one without problems, unless a note announces them. */
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
/** Returns the dialect that a form is checked as. The shape of message lists is recognized by their content. */
const dialectOf = (form: From): AnyDialectId => dialectOfForm(form) ?? 'json';
const problemsOf = (text: string, dialect: AnyDialectId) =>
  check(text, { dialect }).filter(({ severity }) => grave.has(severity));

/**
 * Problems of rules that a form has but 2.2 lacks: whether each call is answered in order, and harmless text that looks like a token
 * (A-117).
 *
 * The JSON of the Harmony library is not a target, because chat APIs do not accept it.
 */
const others: Readonly<Partial<Record<TargetName, readonly string[]>>> = {
  'openchatml-0.1': ['function-order'],
  hermes: ['function-order'],
  'chatml-wire': ['wire-special-in-text'],
  responses: ['call-unanswered', 'call-reply-misplaced', 'template-special-in-content'],
  // A request that begins with a turn of the assistant is reported. So are messages that were already empty in the source.
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
 * Problems that no rule reports in the source. Whether text looks like a token depends on the form.
 *
 * Lone surrogates in text, and types and arguments in the JSON of the Harmony library, are not checked in the source.
 */
const unseen = new Set<string>(['character-unusable', 'token-misspelled', 'E-BODY-CONSTRAINT-VIOLATION']);

/** Problems that are not reported in the JSON of the Harmony library, because its calls are not checked. */
const unseenInLibrary = new Set<string>(['E-CALL-SCHEMA', 'tool-channel']);

/**
 * Whether the note is about a name that is not ASCII. The name is kept, and checkers of forms that allow only ASCII report it in the
 * output.
 */
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
            // Some notes announce problems that the checker also reports, such as code as arguments and text that is read as reasoning.
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
        // Few of the random lists are free of problems.
        const least = form === 'openchatml-2.2' ? tries / 20 : tries / 50;
        assert.ok(clean > least, `only ${clean} documents without problems are converted`);
      });
  });
}
