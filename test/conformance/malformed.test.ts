/** Malformed headers that models really write: the fault is reported at its place, and the messages after it are still read. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Block } from '../../server/src/syntax/block.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { summary } from '../support/check.ts';

const next = '<|start|>assistant<|channel|>final<|message|>Read.<|return|>';

/** A faulty beginning, its problem, and the problem in Harmony if it differs. `next` is added to each. */
const examples: [text: string, problem: string, inHarmony?: string][] = [
  ['<|channel|>commentary?commentary?<|message|>x<|end|>', 'E-PARSE-HEADER «commentary?commentary?»'],
  ['<|channel|>commentary to=assistant<|channel|>analysis<|message|>x<|end|>', 'E-PARSE-HEADER «<|channel|>»'],
  ['<|start|>', 'E-PARSE-HEADER «<|start|>»'],
  ['<|start|>assistantassistant<|message|>x<|end|>', 'E-PARSE-HEADER «assistantassistant»'],
  ['<|channel|><|message|>x<|end|>', 'E-PARSE-HEADER «<|channel|>»'],
  ['<|start|>assistant<|channel|>final {"answer": "hi"}<|end|>', 'E-PARSE-HEADER «<|end|>»'],
  ['<|channel|>finalx<|message|>x<|end|>', 'E-PARSE-HEADER «finalx»'],
  ['I must refuse<|end|>', 'stray-text «I must refuse»', 'E-PARSE-HEADER «I must refuse»'],
  ['<|start|>assistant<|channel|>analysis<|message|>It runs on', 'end-missing «<|start|>»'],
  ['<|start|>user assistant<|message|>x<|end|>', 'E-PARSE-HEADER «assistant»'],
  [
    '<|start|>assistant<|constrain|>json<|channel|>final<|message|>{}<|end|>',
    'E-PARSE-HEADER «<|channel|>»',
    'harmony-rejects «<|constrain|>»',
  ],
  ['<|start|>user<|message|>x<|end|>user<|message|>y<|end|>', 'start-missing «user»'],
  ['<|start|>user<|message|>x<|end|><|message|>y<|end|>', 'start-missing «<|message|>»'],
  ['<|start|>user<|message|>x<|end|>analysis<|channel|>analysis<|message|>y<|end|>', 'start-missing «analysis»'],
  ['<|start|>user<|message|>x<|end|>user<|end|>', 'stray-text «user»', 'stray-text «user»'],
  ['<|start|>assistant<|channel|>analysis code We need<|end|>', 'E-PARSE-HEADER «<|end|>»'],
  ['<|start|>assistant to=<|channel|>analysis<|message|>x<|end|>', 'E-PARSE-HEADER «to=»'],
];

/** Rules whose hints are turned off. In OpenChatML, they would also report headers that only Harmony writes this way. */
const levels = { 'start-implied': 'off', 'attribute-position': 'off', 'attribute-order': 'off' } as const;

for (const dialect of ['openchatml-2.2', 'harmony'] as const) {
  suite(dialect, () => {
    for (const [text, problem, inHarmony = problem] of examples) {
      test(text, () => {
        const whole = text + next;
        assert.deepEqual(summary(whole, { dialect, levels }), [dialect === 'harmony' ? inHarmony : problem]);
        const blocks: Block[] = [...new Transcript('test:', 'ocml', 0, whole, { dialect }).blocks];
        assert.equal(blocks[blocks.length - 1]?.text, next);
      });
    }

    test('a terminator with a letter wrong, before a message and at the end', () => {
      const typo = '<|start|>assistant<|channel|>final<|message|>Four.<|edn|>';
      assert.deepEqual(summary(typo + next, { dialect }), ['token-misspelled «<|edn|>»']);
      assert.deepEqual(summary(typo, { dialect }), ['token-misspelled «<|edn|>»']);
      assert.deepEqual(summary(`${typo}<|end|>`, { dialect }), []);
    });

    test('a partial token at the end', () => {
      assert.deepEqual(summary('<|start|>assistant<|channel|>final<|message|>Four.<|ret', { dialect }), [
        'E-STREAM-TRUNCATED «<|start|>»',
      ]);
    });
  });
}
