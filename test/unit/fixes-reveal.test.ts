/** A fix that shows hidden text to users says so in its title, and is never marked as safe. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { LocatedProblem } from '../../server/src/checker/checker.ts';
import type { Fix } from '../../server/src/fixes/fix.ts';
import { applyEdits, fixAll } from '../../server/src/fixes/fix-all.ts';
import { fixDocument } from '../../server/src/fixes/json/fix-all.ts';
import { fixesOf, prove } from '../../server/src/fixes/proof/prove.ts';
import type { DialectId, JsonDialectId } from '../../server/src/grammar/index.ts';
import { applications, checked } from '../support/fix.ts';
import { checkedJson, jsonApplications } from '../support/json-fix.ts';
import { newlyShown, opened, revealFaults, viewOf } from '../support/reveal.ts';

/** The code of a problem whose fixes are tried, and a document in which `SECRET` is hidden from users. */
const texts: readonly (readonly [string, string, DialectId?])[] = [
  ['start-missing', '<|im_start|>user\nHi<|im_end|>\n<im_start|>system\nSECRET<|im_end|>\n'],
  ['start-missing', '<im_start|>system\nSECRET<|im_end|>\n', 'openchatml-0.1'],
  ['E-PARSE-HEADER', 'version: 2.2\n<|start|>assistantanalysisSECRET<|end|>'],
  ['E-PARSE-HEADER', '<|start|>user<|message|>Hi<|end|><|start|>assistantanalysisSECRET<|end|>', 'harmony'],
  ['token-in-body', 'version: 2.2\n<|start|>assistant<|message|>analysis<|channel|>SECRET<|end|>'],
  ['literal-unclosed', 'version: 2.2\n<|start|>assistant<|message|>See <|literal|> <|start|>SECRET<|end|>'],
  [
    'literal-unclosed',
    'version: 2.2\n<|start|>user<|message|>See <|literal|> here<|end|><|start|>system<|message|>SECRET',
  ],
  ['E-PERM-VISIBILITY', 'version: 2.2\n<|start|>assistant<|channel|>final<|message|>4<|start_reason|>SECRET<|end|>'],
  ['E-PARSE-HEADER', 'version: 2.2\n<|start|>usr<|message|>SECRET<|end|>'],
];

const lists: readonly (readonly [string, string, JsonDialectId])[] = [
  ['E-PARSE-HEADER', '[{"role": "assistant", "channel": "Final", "content": "SECRET"}]', 'openchatml-json'],
  ['E-PARSE-HEADER', '[{"role": "ASSISTANT", "content": "SECRET"}]', 'openchatml-json'],
  [
    'intent-unknown',
    '[{"role": "assistant", "channel": "commentary", "intent": "PREAMBLE", "content": "SECRET"}]',
    'openchatml-json',
  ],
  ['template-role-unknown', '[{"role": "ASSISTANT", "content": "SECRET"}]', 'messages'],
  ['template-role-unknown', '[{"role": "User", "content": "SECRET"}]', 'messages'],
  [
    'wire-role-unknown',
    '[{"token": "<|start|>"}, "Assistant", {"token": "<|message|>"}, "SECRET", {"token": "<|end|>"}]',
    'chatml-wire',
  ],
];

suite('what a fix shows is in its title', () => {
  for (const [code, text, dialect] of texts) {
    test(`${code}: ${text}`, () => {
      const before = checked(text, dialect);
      const offered = applications(before).filter(({ placed }) => placed.problem.code === code);
      assert.ok(offered.length > 0, 'no fix is offered');
      assert.deepEqual(
        offered.flatMap(({ fix, after }) => revealFaults(fix, before.transcript, after)),
        [],
      );
    });
  }

  for (const [code, text, dialect] of lists) {
    test(`${code}: ${text}`, () => {
      const before = checkedJson(text, dialect);
      const offered = jsonApplications(before).filter(({ problem }) => problem.code === code);
      assert.ok(offered.length > 0, 'no fix is offered');
      assert.deepEqual(
        offered.flatMap(({ fix, after }) => revealFaults(fix, before.document, after)),
        [],
      );
    });
  }
});

test('what a user says himself may be preferred, and is never safe', () => {
  const [text] = applications(checked('version: 2.2\n<|start|>usr<|message|>Hi<|end|>', undefined));
  assert.equal(text?.fix.title, 'Replace `usr` with `user` (shows hidden text to users)');
  assert.deepEqual([text?.fix.preferred, text?.fix.safe], [true, false]);
  const [json] = jsonApplications(checkedJson('[{"role": "usr", "content": "Hi"}]', 'messages'));
  assert.equal(json?.fix.title, 'Change to `user` (shows hidden text to users)');
  assert.deepEqual([json?.fix.preferred, json?.fix.safe], [true, false]);
});

test('what becomes part of a user message need not be his own', () => {
  const text = 'version: 2.2\n<|start|>user<|message|>Say <|end|> now<|end|>';
  const found = applications(checked(text, undefined)).find(({ fix }) =>
    fix.title.startsWith('Escape the preceding `<|end|>`'),
  );
  assert.equal(
    found?.fix.title,
    'Escape the preceding `<|end|>`, so that the body continues (shows hidden text to users)',
  );
  assert.equal(found?.fix.preferred, false);
});

test('where a title goes on after a comma, so does what it shows', () => {
  const text = 'version: 2.2\n<|start|>userHello there<|end|>';
  const titles = applications(checked(text, undefined)).map(({ fix }) => fix.title);
  assert.ok(
    titles.includes('Insert `<|message|>` after `user`, where the body begins (shows hidden text to users)'),
    titles.join('\n'),
  );
});

test('what shows nothing is as it was', () => {
  const text = 'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|message|>Ho<|return|><|end|>';
  const first = applications(checked(text, undefined)).find(({ placed }) => placed.problem.code === 'end-redundant');
  assert.equal(first?.fix.title, 'Remove `<|end|>`');
  assert.deepEqual([first?.fix.preferred, first?.fix.safe], [true, true]);
});

test('what takes too long to find out may show something', () => {
  const hi = '<|start|>user<|message|>Hi<|end|>\n';
  // Without the version, this document would be Harmony.
  const recipient = '<|start|>assistant to=functions.f<|message|>{}<|call|>\n';
  const edits = [{ start: 0, end: 'version: 2.2\n'.length, text: '' }];
  const outcome = (times: number) =>
    prove(checked(`version: 2.2\n${recipient}${hi.repeat(times)}`, undefined), edits)?.reveals;
  assert.deepEqual(outcome(10), []);
  assert.equal(outcome(40_000), undefined);

  const subject = checked('version: 2.2\n<|start|>usr<|message|>Hi<|end|>', undefined);
  const [placed] = subject.problems as [LocatedProblem];
  const offered = (left: number) => fixesOf(placed, subject, { left })[0];
  assert.equal(offered(1)?.title, 'Replace `usr` with `user` (shows hidden text to users)');
  const { title, preferred, safe } = offered(0) as Fix;
  assert.equal(title, 'Replace `usr` with `user` (may show hidden text to users)');
  assert.deepEqual([preferred, safe], [false, false]);
});

suite('all safe fixes at once show nothing', () => {
  for (const [, text, dialect] of texts) {
    test(text, () => {
      const { transcript } = checked(text, dialect);
      const fixed = fixAll(transcript, { strict: false, levels: {} });
      assert.deepEqual(newlyShown(transcript, fixed.text), []);
    });
  }

  for (const [, text, dialect] of lists) {
    test(text, () => {
      const { document, inspector } = checkedJson(text, dialect);
      const after = applyEdits(text, fixDocument(document, inspector));
      assert.doesNotMatch(JSON.stringify(viewOf(opened(document, after))), /SECRET/);
    });
  }
});

test('what reveals keeps back no other fix', () => {
  const system = '{"role": "System", "content": "Be kind."}';
  const secret = '{"role": "ASSISTANT", "content": "SECRET"}';
  const list = (...messages: string[]) => `[${messages.join(', ')}]`;
  const { document, inspector, text } = checkedJson(list(system, secret, system, secret, system), 'messages');
  const fixed = system.replace('System', 'system');
  assert.equal(applyEdits(text, fixDocument(document, inspector)), list(fixed, secret, fixed, secret, fixed));
});
