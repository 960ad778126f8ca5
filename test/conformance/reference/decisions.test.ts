/** Each decision against the reference parser holds for its example: none outlives what it excuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decided, decisions } from './decisions.ts';
import { compared } from './findings.ts';

for (const decision of decisions) {
  test(`${decision.number} ${decision.what}`, () => {
    const rows = compared(decision.example).findings.map(decided);
    assert.ok(rows.includes(decision), `decided by: ${rows.map((row) => row?.what ?? 'none')}`);
  });
}

test('where they agree, nothing is found', () => {
  const plain =
    '<|start|>system<|message|>Be brief.<|end|><|start|>user<|message|>1 + 1?<|end|>' +
    '<|start|>assistant to=functions.add<|channel|>commentary <|constrain|>json<|message|>{"a": 1}<|call|>' +
    '<|start|>functions.add to=assistant<|channel|>commentary<|message|>2<|end|>' +
    '<|start|>assistant<|channel|>final<|message|>2<|return|>';
  assert.deepEqual(compared(plain), { accepted: true, findings: [] });
});

test('a decision is about its own message: what nobody decided remains', () => {
  const { findings } = compared(
    '<|start|>user<|message|>Hi<|call|><|start|>role=assistant to=user<|message|>Hi<|end|>',
  );
  const open = findings.filter((finding) => decided(finding) === undefined);
  assert.ok(open.length > 0 && open.length < findings.length);
  assert.ok(open.every(({ message }) => message?.name === 'role=assistant'));
});
