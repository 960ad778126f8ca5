/** Texts of models in a folder are read if they certainly begin like the text of a model. Prose is skipped. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

test('a folder with texts of models, and with others', () => {
  folder.write({ 'prompt.txt': '<bos><start_of_turn>user\nFrost?<start_of_turn>model\nNo.<end_of_turn>\n' });
  folder.write({ 'run.log': '<｜begin▁of▁sentence｜><｜User｜>Frost?<｜Assistant｜></think>No.<｜end▁of▁sentence｜>' });
  folder.write({ 'notes.txt': 'Mistral writes [INST] before a question, Gemma <start_of_turn>user.\n' });
  folder.write({ 'tokens.txt': '[INST] begins a question.\n[/INST] ends it.\n' });
  folder.write({ 'server.log': 'INFO 12:00 prompt: <bos><start_of_turn>user\\nFrost?<start_of_turn>model\n' });
  folder.write({ 'list.txt': '<s>\n</s>\n<unk>\n' });
  const { status, stdout } = folder.ocml('check', '.');
  assert.match(stdout, /prompt\.txt:1:6: error end-missing/);
  assert.match(stdout, /2 files: 1 error, 0 warnings/);
  assert.equal(status, 1);
});

test('in a folder without any, the message says what is read', () => {
  folder.write({ 'other/notes.txt': 'Mistral writes [INST] before a question.\n' });
  const { status, stderr } = folder.ocml('check', 'other');
  assert.match(stderr, /no transcript .*\*\.txt.* with messages\) was found/);
  assert.equal(status, 2);
});
