/** Each decision to differ from the reference parser still applies to its example, so no decision is obsolete. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decided, decisions } from './decisions.ts';
import { compared } from './findings.ts';
import { generated } from './generate.ts';

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

test('on texts that nobody recorded they agree, but for what is decided', () => {
  const agreement = { accepted: { all: 0, agreed: 0 }, rejected: { all: 0, agreed: 0 } };
  for (const text of generated(500, 7)) {
    const { accepted, findings } = compared(text);
    const open = findings.filter((finding) => decided(finding) === undefined);
    if (findings.length > 0 && open.length === 0) continue;
    const counted = accepted ? agreement.accepted : agreement.rejected;
    counted.all++;
    if (open.length === 0) counted.agreed++;
  }
  const { accepted, rejected } = agreement;
  assert.ok(accepted.all > 200 && rejected.all > 100);
  assert.ok(
    accepted.agreed >= 0.99 * accepted.all && rejected.agreed >= 0.98 * rejected.all,
    JSON.stringify(agreement),
  );
});
