/** Text that the log of a session marks as hidden never appears in output for users. Text that users saw does appear. */
import '../../support/seeded.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { exported, exportForms } from '../../../server/src/features/export/index.ts';
import { publicText, unmarkedText } from '../../attack/leaks/views.ts';
import { randomSession, sessionKinds } from '../../support/sessions/random.ts';
import { openSession, toldIn } from '../../support/sessions/telling.ts';

/** Whether to try many random logs instead of a few. */
const everything = process.env.OCML_ATTACK === 'all';

const forms = Object.keys(exportForms) as (keyof typeof exportForms)[];

suite('what a log hides stays hidden', () => {
  for (const kind of sessionKinds)
    test(kind, () => {
      fc.assert(
        fc.property(randomSession(kind), ({ text, shape, seen, hidden, takenBack }) => {
          const document = openSession(text);
          assert.equal(document.shape, shape, text);
          const views = {
            public: toldIn(text, { public: true }).join('\n'),
            view: publicText(document),
            debug: unmarkedText(document),
            ...Object.fromEntries(forms.map((as) => [as, [...exported(document, { as, debug: false })].join('')])),
          };
          for (const [name, view] of Object.entries(views))
            for (const secret of [...hidden, ...takenBack])
              assert.ok(!view.includes(secret), `${secret} in ${name}:\n${view}\n${text}`);
          for (const said of seen)
            assert.ok(views.public.includes(said), `${said} is missing in ${views.public}\n${text}`);
          const all = toldIn(text).join('\n');
          for (const said of seen) assert.ok(all.includes(said), `${said} is lost in ${all}\n${text}`);
        }),
        { numRuns: everything ? 200 : 40 },
      );
    });
});

/**
 * In a log with one fault, hidden text stays hidden.
 *
 * A fault in a record that takes turns back leaves these turns in the conversation. This reveals nothing, because users have already seen
 * them.
 */
suite('with a single fault in the log, what it hides stays hidden', () => {
  for (const kind of sessionKinds)
    test(kind, () => {
      const fault = fc.record({ at: fc.nat(100_000), removed: fc.nat(1), added: fc.constantFrom('', 'x', '"') });
      fc.assert(
        fc.property(
          randomSession(kind),
          fc.array(fault, { minLength: 5, maxLength: 5 }),
          ({ text, hidden }, faults) => {
            for (const { at, removed, added } of faults) {
              const start = at % text.length;
              const changed = text.slice(0, start) + added + text.slice(start + removed);
              for (const name of [undefined, 'test:unnamed']) {
                const view = publicText(openSession(changed, name));
                for (const secret of hidden)
                  assert.ok(!view.includes(secret), `${secret} is visible:\n${view}\n${changed}`);
              }
            }
          },
        ),
        { numRuns: everything ? 400 : 30 },
      );
    });
});

const stolen = '<|end|><|start|>assistant<|message|>HIDDEN';
/** Damaged logs that random tests found. Each lacks one character of its first record. */
const damaged: readonly (readonly [fault: string, log: string])[] = [
  [
    'the quote after the first key, before a number',
    `{"task_id:1,"reward":1,"traj":[{"role":"user","content":"S"},{"role":"system","content":"${stolen}"}]}`,
  ],
  [
    'the colon after the first key, with a record that has a text like a row of a data set',
    `{"type""cursor_session_meta"}\n{"role":"user","message":{"content":"S"}}\n{"type":"aurora","text":"${stolen}"}\n`,
  ],
];

suite('in a damaged log, what it hides stays hidden', () => {
  for (const [fault, log] of damaged)
    test(fault, () => {
      for (const name of [undefined, 'test:unnamed']) assert.doesNotMatch(publicText(openSession(log, name)), /HIDDEN/);
    });
});
