/** Correct, foreign and misspelled tags around reasoning. A stream never shows more of an answer than the view of the whole text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenWhole, streamed } from '../support/stream.ts';

const secret = 'SECRET';
const names = ['think', 'thinking', 'thought', 'thoughts', 'reason', 'reasoning', 'reflection', 'analysis', 'cot'];
const pairs: readonly (readonly [string, string])[] = [
  ...names.flatMap((name) => [
    [`<${name}>`, `</${name}>`] as const,
    [`<|${name}|>`, `<|/${name}|>`] as const,
    [`<|start_${name}|>`, `<|end_${name}|>`] as const,
    [`<|begin_${name}|>`, `<|end_${name}|>`] as const,
    [`<|begin_of_${name}|>`, `<|end_of_${name}|>`] as const,
    [`<|START_${name.toUpperCase()}|>`, `<|END_${name.toUpperCase()}|>`] as const,
    [`[${name.toUpperCase()}]`, `[/${name.toUpperCase()}]`] as const,
    [`◁${name}▷`, `◁/${name}▷`] as const,
  ]),
];
const frames: Readonly<Record<string, (body: string) => string>> = {
  '2.2': (body) => `version: 2.2\n<|start|>assistant<|channel|>final<|message|>${body}<|end|>`,
  harmony: (body) => `<|start|>assistant<|channel|>final<|message|>${body}<|return|>`,
  chatml: (body) => `<|im_start|>assistant\n${body}<|im_end|>\n`,
  llama: (body) => `<|start_header_id|>assistant<|end_header_id|>\n\n${body}<|eot_id|>`,
};

const isSeen = (text: string) => [...seenWhole(text, undefined).values()].some((one) => one.text.includes(secret));

/** Whether the stream shows the secret. With `withCancelled`, messages that were canceled later count as well. */
function isStreamed(text: string, length: number, withCancelled: boolean): boolean {
  const { shown, cancelled } = streamed(text, () => length);
  return [...shown].some(([id, words]) => (withCancelled || !cancelled.has(id)) && words.includes(secret));
}

for (const [name, frame] of Object.entries(frames))
  test(`a stream of ${name} shows no more than the whole`, () => {
    const more: string[] = [];
    for (const [open, close] of pairs)
      for (const body of [
        `${open}${secret}${close}ok`,
        `${open}\n${secret}\n${close}\n\nok`,
        `${open}${secret}`,
        `ok ${open}${secret}${close} ok`,
        `${secret}${close}ok`,
      ]) {
        const text = frame(body);
        if (isSeen(text)) continue;
        // If only the end of the reasoning is marked, the stream has already shown the text before it, and cancels the message.
        const isForetold = body.includes(open);
        if ([1, 7, 4096].some((length) => isStreamed(text, length, isForetold))) more.push(body);
      }
    assert.deepEqual(more, []);
  });

test('the edges of thoughts in the words of other models hide them in every dialect', () => {
  const shown = Object.values(frames).flatMap((frame) =>
    pairs
      .filter(([open]) => /^<\|(?:start|begin)_/i.test(open) && !/analysis|cot/i.test(open))
      .map(([open, close]) => frame(`${open}${secret}${close}ok`))
      .filter(isSeen),
  );
  assert.deepEqual(shown, []);
});

test('what follows a thought in the words of another model is shown, where these are not misspelled words of the dialect', () => {
  for (const name of ['2.2', 'harmony'] as const)
    for (const [open, close] of [
      ['<|begin_of_thought|>', '<|end_of_thought|>'],
      ['<|START_THINKING|>', '<|END_THINKING|>'],
      ['<|start_reasoning|>', '<|end_reasoning|>'],
    ])
      assert.ok(isSeen((frames[name] as (body: string) => string)(`So: ${open}x${close}${secret}`)), `${name} ${open}`);
});

test('they are prose in quotes, unless they are a misspelled token of ours', () => {
  const hidden = Object.values(frames).flatMap((frame) =>
    pairs
      .filter(([open]) => open.startsWith('<|') && !/analysis|cot|start_reason\|/i.test(open))
      .map(([open, close]) => frame(`Between \`${open}\` and "${close}" is ${secret}.`))
      .filter((text) => !isSeen(text)),
  );
  assert.deepEqual(hidden, []);
});
