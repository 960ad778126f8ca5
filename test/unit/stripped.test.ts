/** Texts that lost their control tokens: how they are recognized, and how they are repaired. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripped } from '../../server/src/model/stripped.ts';
import { check } from '../support/check.ts';
import { applications, checked } from '../support/fix.ts';

/** Returns the text of the headers whose tokens were lost. */
const headers = (text: string) => stripped(text)?.headers.map(({ start, end }) => text.slice(start, end));

test('a name glued to a sentence, and a header after it', () => {
  assert.deepEqual(headers('analysisThe user asks.assistantfinalHello'), ['analysis', 'assistantfinal']);
  assert.deepEqual(headers('analysiswe need …assistantfinalhello'), ['analysis', 'assistantfinal']);
  assert.deepEqual(headers('analysis用户想。assistantfinal你好'), ['analysis', 'assistantfinal']);
  assert.deepEqual(headers('analysisSay simplyassistantfinal**Hi**'), ['analysis', 'assistantfinal']);
  assert.deepEqual(headers('analysisSay "Hi"assistantfinalHi'), ['analysis', 'assistantfinal']);
  assert.deepEqual(headers('assistantfinalHello'), ['assistantfinal']);
  assert.deepEqual(headers('analysisLook.assistantcommentary to=functions.f json{"a": 1}'), [
    'analysis',
    'assistantcommentary to=functions.f json',
  ]);
});

test('a prompt before it', () => {
  assert.deepEqual(headers('systemYou are…\nuserHi\nassistantanalysisThe…assistantfinalHello'), [
    'assistantanalysis',
    'assistantfinal',
  ]);
  assert.deepEqual(headers('userHiassistantfinalHello'), ['assistantfinal']);
});

test('prose is none', () => {
  for (const text of [
    'analysis of the data.assistantfinalHello',
    'analysisThe end.',
    'analysisThe assistantfinal thing is',
    'analysisThe assistantfinalHello',
    'analysisThey write "assistantfinalHello" or (assistantfinalHello) or `assistantfinalHello`',
    'analysiswe saw myassistantfinalizer',
    'analysisIt is assistantfinal_text, and x.assistantfinalize() and x.assistantfinally',
    'finally we did it.assistantfinalHello',
    'finals.assistantfinalHello',
    'assistantfinalize it',
    'userName = systemName',
    'The analysisThe.assistantfinalHello',
  ])
    assert.equal(stripped(text), undefined, text);
});

/** Returns the text after the fix, or undefined if no fix is offered. */
function rebuilt(text: string): string | undefined {
  const all = applications(checked(text, 'harmony'));
  return all.find(({ placed }) => placed.problem.code === 'tokens-stripped')?.after;
}

test('no reasoning is rebuilt as an answer', () => {
  assert.equal(
    rebuilt('analysisThe assistantfinal thing is.assistantfinalHello **x**'),
    '<|start|>assistant<|channel|>analysis<|message|>The assistantfinal thing is.<|end|><|start|>assistant<|channel|>final<|message|>Hello **x**<|end|>',
  );
  // Only the last message of a turn is an answer to the user.
  assert.equal(
    rebuilt('analysisThey write x.assistantfinalY there.assistantfinalHello'),
    '<|start|>assistant<|channel|>analysis<|message|>They write x.assistantfinalY there.<|end|><|start|>assistant<|channel|>final<|message|>Hello<|end|>',
  );
  for (const text of [
    'analysisSay simplyassistantfinalHello',
    'finalA.assistantanalysisB',
    'systemYou are…\nuserHi\nassistantanalysisThe…assistantfinalHello',
    'analysisA.assistantcommentary to=functions.f json{}functions.f to=assistantcommentary{}assistantfinalB',
  ]) {
    assert.ok(stripped(text), text);
    assert.equal(rebuilt(text), undefined, text);
  }
});

test('what is outside messages for that reason is said once, and not told to go', () => {
  const found = check('analysisThe user asks.assistantfinalHello', { dialect: 'harmony' });
  assert.deepEqual(
    found.map(({ code }) => code),
    ['tokens-stripped'],
  );
  assert.doesNotMatch(found[0]?.message ?? '', /[Rr]emove it/);
});
