/** The options of the training view: how a user changes an option, and how a user resets it. */
// This must come before any module that imports `vscode`.
import '../support/fake-vscode.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeChoice } from '../../client/src/preview/training-choices.ts';
import type { TrainingChange } from '../../client/src/preview/training-shapes.ts';
import type { TrainingChoice } from '../../protocol/trainings.ts';
import { world } from '../support/fake-vscode.ts';

const options = [
  { name: 'train_on_eos', about: 'x', usual: 'turn', kinds: ['string'], words: ['turn', 'none'] },
  { name: 'eot_tokens', about: 'x', usual: null, kinds: ['strings', 'null'] },
];
const trainers = [
  { name: 'axolotl', about: '', options },
  { name: 'trl', about: '', options: [] },
];
const client = { sendRequest: async () => trainers } as unknown as Parameters<typeof changeChoice>[0];
const setting = {
  trainer: 'axolotl',
  tokenizer: 'model',
  template: 'x',
  options: [],
  limit: 512,
  over: 'drop',
} as const;

async function changed(
  choice: TrainingChoice,
  what: TrainingChange,
  { pick, typed, option }: { pick?: string; typed?: string; option?: string },
) {
  [world.pick, world.typed] = [pick, typed];
  return changeChoice(client, choice, setting, what, option);
}

test('an option is set, and taken back', async () => {
  const one = await changed({ trainer: 'axolotl' }, 'options', { option: 'train_on_eos', pick: 'none' });
  assert.deepEqual(one, { trainer: 'axolotl', options: { train_on_eos: 'none' } });
  const two = await changed(one ?? {}, 'options', { option: 'eot_tokens', typed: '["</s>"]' });
  assert.deepEqual(two?.options, { train_on_eos: 'none', eot_tokens: ['</s>'] });
  assert.equal(await changed(two ?? {}, 'options', { option: 'eot_tokens', typed: '7' }), undefined);
  const three = await changed(two ?? {}, 'options', { option: 'eot_tokens', typed: '' });
  assert.deepEqual(three, one);
  const four = await changed(three ?? {}, 'options', { option: 'train_on_eos', pick: 'Not chosen here' });
  assert.deepEqual(four, { trainer: 'axolotl' });
});

test('what happens to a row that is too long is set, and taken back', async () => {
  const one = await changed({ trainer: 'axolotl' }, 'over', { pick: 'Cut it at the beginning' });
  assert.deepEqual(one, { trainer: 'axolotl', over: 'left' });
  assert.deepEqual(await changed(one ?? {}, 'over', { pick: 'Not chosen here' }), { trainer: 'axolotl' });
  assert.equal(await changed(one ?? {}, 'over', {}), undefined);
});

test('the maximum length is set, and taken back', async () => {
  const one = await changed({ trainer: 'axolotl' }, 'limit', { typed: '64' });
  assert.deepEqual(one, { trainer: 'axolotl', maxLength: 64 });
  assert.deepEqual(await changed(one ?? {}, 'limit', { typed: '' }), { trainer: 'axolotl' });
  for (const wrong of ['0', '-1', 'x', '1.5']) assert.equal(await changed({}, 'limit', { typed: wrong }), undefined);
});

test('options are those of one trainer', async () => {
  const given = { trainer: 'axolotl', maxLength: 8, options: { train_on_eos: 'none' } };
  assert.deepEqual(await changed(given, 'trainer', { pick: 'axolotl' }), given);
  assert.deepEqual(await changed(given, 'trainer', { pick: 'trl' }), { trainer: 'trl', maxLength: 8 });
});
