/** A fix that fails the proof is not offered, because no fix is better than one that causes another fault. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { proposalsOf } from '../../server/src/fixes/index.ts';
import { jsonProposalsOf } from '../../server/src/fixes/json/index.ts';
import { effort, fixesOf, validateFix } from '../../server/src/fixes/proof/prove.ts';
import { readUnit } from '../../server/src/syntax/json/json-unit.ts';
import { checked } from '../support/fix.ts';
import { checkedJson, jsonApplications } from '../support/json-fix.ts';

const forgotten = '<|start|>user<|message|>see <|literal|><|end|> <|sta\n';
const quoted = '<|start|>user<|message|>see <|literal|><|end|> <|start|>user<|endliteral|> Hi<|end|>';

const rejected: readonly (readonly [what: string, code: string, title: RegExp, text: string])[] = [
  [
    'closing a literal block would leave text between messages',
    'literal-unclosed',
    /^Close the literal block/,
    `version: 2.2\n${forgotten}${quoted}`,
  ],
  [
    'the body would not be what the type says',
    'content-type-unknown',
    /^Change to `json`/,
    'version: 2.2\n<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|constrain|>jso<|message|>{"a<|call|>',
  ],
  [
    'a `<` before the token would make it text',
    'E-STREAM-TRUNCATED',
    /^Insert/,
    'version: 2.2\n<|start|>user<|message|>a <',
  ],
];

suite('what fails is not offered', () => {
  for (const [what, code, title, text] of rejected)
    test(what, () => {
      const subject = checked(text, undefined);
      const of = subject.problems.filter(({ problem }) => problem.code === code);
      const proposed = of.flatMap(({ problem, block }) => proposalsOf(problem, block, subject.checker.context));
      assert.ok(
        proposed.some((fix) => title.test(fix.title)),
        JSON.stringify([subject.problems.map(({ problem }) => problem.code), proposed]),
      );
      const offered = of.flatMap((placed) => fixesOf(placed, subject));
      assert.deepEqual(
        offered.filter((fix) => title.test(fix.title)),
        [],
      );
    });

  test('an end for a call whose JSON breaks off', () => {
    const call = '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|constrain|>json<|message|>';
    const end = (body: string) => {
      const subject = checked(`version: 2.2\n${call}${body}`, undefined);
      const placed = subject.problems.find(({ problem }) => problem.code === 'E-STREAM-TRUNCATED');
      assert.ok(placed);
      const at = placed.block.text.length;
      const fix = { title: 'End it', edits: [{ start: at, end: at, text: '<|call|>' }] };
      return validateFix(fix, placed.block, subject, placed.problem)?.title;
    };
    assert.equal(end('{"a": 1}'), 'End it');
    assert.equal(end('{"a": 1'), undefined);
  });

  test('messages beyond number that share an id are not checked again for an answer', () => {
    const call = '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|message|>{}<|call|>';
    const tries = (calls: number) => {
      const subject = checked(`version: 2.2\n${call.repeat(calls)}`, undefined);
      const [placed] = subject.problems.filter(({ problem }) => problem.code === 'call-id-duplicate');
      assert.ok(placed);
      let tried = 0;
      const { checker } = subject;
      const attempt = checker.try.bind(checker);
      checker.try = (exchanges) => {
        tried++;
        return attempt(exchanges);
      };
      const [first] = fixesOf(placed, subject, effort());
      return [tried, / \(may show hidden text to users/.test(first?.title ?? '')];
    };
    assert.deepEqual(tries(3), [1, false]);
    assert.deepEqual(tries(6000), [0, true]);
  });

  test('a fix for the body of one message that takes in the next one', () => {
    const next = '<|start|>assistant<|channel|>final<|message|>Never <|endliteral|> mind.<|end|>';
    const subject = checked(`version: 2.2\n<|start|>user<|message|>Say it.<|end|>${next}`, undefined);
    const block = [...subject.transcript.blocks].find(({ text }) => text.startsWith('<|start|>user'));
    assert.ok(block);
    const at = block.text.indexOf('it.');
    const fix = (text: string) => ({ title: 'Write it', edits: [{ start: at, end: at, text }], changesBody: true });
    assert.ok(validateFix(fix('that '), block, subject));
    assert.equal(validateFix(fix('<|literal|>'), block, subject), undefined);
  });

  test('a number as a string is not a list of calls', () => {
    const before = checkedJson('[{"role":"assistant","tool_calls":7}]', 'messages');
    const [unit] = before.document.units;
    assert.ok(unit);
    const proposed = before.problems.flatMap(({ problem }) =>
      jsonProposalsOf({ problem, dialect: 'messages', text: unit.text, reading: readUnit(unit) }),
    );
    assert.deepEqual(
      proposed.map(({ title }) => title),
      ['Change to `"7"`, a string'],
    );
    assert.deepEqual(jsonApplications(before), []);
  });
});
