/** Proposals that fail the proof are not offered: better no fix than one that makes another fault. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { proposalsOf } from '../../server/src/fixes/index.ts';
import { jsonProposalsOf } from '../../server/src/fixes/json/index.ts';
import { fixesOf, proven } from '../../server/src/fixes/proof/prove.ts';
import { readUnit } from '../../server/src/syntax/json/document.ts';
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
    /^Write `json`/,
    'version: 2.2\n<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|constrain|>jso<|message|>{"a<|call|>',
  ],
  [
    'the message would not be JSON, as its header says it is',
    'E-STREAM-TRUNCATED',
    /^Insert/,
    'version: 2.2\n<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|constrain|>json<|message|>{"a": 1',
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

  test('a fix for the body of one message that takes in the next one', () => {
    const next = '<|start|>assistant<|channel|>final<|message|>Never <|endliteral|> mind.<|end|>';
    const subject = checked(`version: 2.2\n<|start|>user<|message|>Say it.<|end|>${next}`, undefined);
    const block = [...subject.transcript.blocks].find(({ text }) => text.startsWith('<|start|>user'));
    assert.ok(block);
    const at = block.text.indexOf('it.');
    const fix = (text: string) => ({ title: 'Write it', edits: [{ start: at, end: at, text }], changesBody: true });
    assert.ok(proven(fix('that '), block, subject));
    assert.equal(proven(fix('<|literal|>'), block, subject), undefined);
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
      ['Write `"7"`, a string'],
    );
    assert.deepEqual(jsonApplications(before), []);
  });
});
