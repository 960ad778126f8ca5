/** VS Code offers once to read plain text as a transcript, if the text looks like one. */
// This must come before any module that imports `vscode`.
import '../support/fake-vscode.ts';

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsTranscript, registerOffer } from '../../client/src/detect-transcript.ts';
import { Uri, vscode, world } from '../support/fake-vscode.ts';

const transcripts = [
  '<|start|>user<|message|>Hi<|end|>',
  '2026-01-01 INFO output: <|start|>assistant<|channel|>analysis<|message|>x',
  '<|im_start|>user\nHi<|im_end|>',
  '<|start_header_id|>user<|end_header_id|>\n\nHi',
  '<|start|>assistant to=functions.f<|channel|>commentary json<|message|>{}',
  // Texts of models whose dialect is recognized by its tokens.
  '<bos><start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\n',
  '<|turn>user\nHi<turn|>\n<|turn>model\n',
  '<s>[INST] Hi [/INST] Hello</s>',
  '<｜begin▁of▁sentence｜>Be kind.<｜User｜>Hi<｜Assistant｜>',
  '[gMASK]<sop><|user|>\nHi<|assistant|>',
  '<|im_user|>user<|im_middle|>Hi<|im_end|>',
  '<|start_of_role|>user<|end_of_role|>Hi<|end_of_text|>',
  '<BOS_TOKEN><|START_OF_TURN_TOKEN|><|USER_TOKEN|>Hi<|END_OF_TURN_TOKEN|>',
  '<|user|>Hi<|end|><|assistant|>Hello<|end|>',
];
const others = [
  'Hello',
  '<|',
  'The token <|start|> begins a message.',
  '<|endoftext|>',
  'Mistral writes `<s>[INST] Hi [/INST]`.',
  'Gemma: <start_of_turn>user',
  '<｜User｜> is a token of DeepSeek.',
  '[INST] and [/INST]',
  `<|start|>${'x '.repeat(99)}<|message|>`,
];

test('a transcript is told by a frame, and not by a token in prose', () => {
  for (const text of transcripts) assert.ok(holdsTranscript(text), text);
  for (const text of others) assert.ok(!holdsTranscript(text), text);
});

test('it is offered once, whatever is opened afterwards, and done on request only', async () => {
  const state = new Map<string, unknown>();
  world.told.length = 0;
  const globalState = {
    get: (key: string, otherwise: unknown) => state.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void state.set(key, value),
  };
  const open = async (text: string, languageId = 'plaintext', scheme = 'file') => {
    const document = { uri: Uri.parse(`${scheme}:/a.txt`), languageId, isClosed: false, getText: () => text };
    Object.assign(vscode.window, { activeTextEditor: { document } });
    registerOffer({ globalState } as unknown as Parameters<typeof registerOffer>[0]);
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  for (const text of others) await open(text);
  await open(transcripts[0] as string, 'markdown');
  await open(transcripts[0] as string, 'plaintext', 'git');
  assert.deepEqual(world.told, []);
  world.answer = 'Read as Transcript';
  await open(transcripts[1] as string, 'log');
  assert.equal(world.told.length, 1);
  assert.deepEqual(world.languages, ['ocml']);
  // Notifications do not quote the text.
  assert.doesNotMatch(world.told[0] ?? '', /INFO|analysis/);
  for (const text of transcripts) await open(text);
  assert.equal(world.told.length, 1);
  Object.assign(vscode.window, { activeTextEditor: undefined });
});
