/** Examples for the profiles of trainers and of vLLM: rows with their problems, and rows without any. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { MessageProfile } from '../../server/src/grammar/index.ts';
import { check, marked } from '../support/check.ts';

const user = { role: 'user', content: '3 + 4?' };
const assistant = { role: 'assistant', content: 'Seven.' };
const call = (args: unknown) => ({ id: 'c1', type: 'function', function: { name: 'add', arguments: args } });
const calling = (args: unknown = '{}', content: unknown = null) => ({
  role: 'assistant',
  content,
  tool_calls: [call(args)],
});
const reply = { role: 'tool', tool_call_id: 'c1', content: '7' };
const human = { from: 'human', value: 'Hi' };
const gpt = { from: 'gpt', value: 'Hello' };
const row = (...messages: readonly unknown[]) => ({ messages });

/** A document, and its problems as `severity code «text»: part of the message`. */
type Example = readonly [document: unknown, ...said: readonly string[]];

/** The examples by profile. Three profiles have separate tests. */
const examples: Readonly<Record<Exclude<MessageProfile, 'openai' | 'anthropic' | 'template'>, readonly Example[]>> = {
  vllm: [
    [{ model: 'm', temperature: 3, messages: [user] }],
    [row(user, calling({ a: 3 }), reply, assistant)],
    [
      row({ role: 'narrator', content: 'x' }, user, assistant),
      'warning template-role-unknown «"narrator"»: Unknown role `narrator`',
    ],
    [
      { model: 'm', temperature: -1, messages: [user] },
      'error profile-rejects «-1»: temperature must be non-negative, got -1.',
    ],
    [{ model: 'm', top_p: 0, messages: [user] }, 'error profile-rejects «0»: top_p must be in (0, 1], got 0.'],
    [{ model: 'm', top_logprobs: 2, messages: [user] }, 'error profile-rejects «2»: `logprobs` must be set to true.'],
    [{ model: 'm', tool_choice: 'auto', messages: [user] }, 'error profile-rejects «"auto"»: `tools` must be set.'],
    [{ model: 'm', top_q: 2, messages: [user] }, 'warning profile-drops «"top_q"»: vLLM ignores the parameter'],
    [
      row(user, { ...assistant, reasoning_contents: 'x' }),
      'warning profile-drops «"reasoning_contents"»: Did you mean `reasoning_content`?',
    ],
    [row(user, { ...assistant, reasoning_content: 'x' })],
    [row(user, calling('{'), reply, assistant), 'error E-CALL-SCHEMA «{»: replaces arguments'],
    [
      row({ role: 'user', content: [{ type: 'image', url: 'x' }] }),
      'error profile-rejects «"image"»: Unsupported chat content part type',
    ],
  ],
  trl: [
    [row(user, assistant)],
    [row(user, calling({ a: 3 }), reply, assistant)],
    [{ prompt: [user], completion: [assistant] }],
    [
      { conversations: [human, gpt] },
      'warning profile-drops «"human"»: leaves `human`',
      'warning profile-drops «"gpt"»: leaves `gpt`',
    ],
    [{ conversations: [user, assistant] }, 'error profile-rejects «"conversations"»: KeyError: \'text\''],
    [{ instruction: 'Hi', output: 'Hello' }, 'error profile-rejects «"instruction"»: KeyError: \'text\''],
    [
      { prompt: [user], completion: 'Seven.' },
      'error profile-rejects «"completion"»: TypeError: can only concatenate list',
    ],
    [row(user, { ...assistant, weight: 0 }), 'warning profile-drops «"weight"»: TRL does not read `weight`'],
  ],
  axolotl: [
    [row(user, assistant)],
    [
      { conversations: [human, gpt] },
      'error profile-rejects «"conversations"»: axolotl raises “ValueError: Messages is null.',
    ],
    // Rows for a `type` other than `chat_template`.
    [{ instruction: 'Hi', input: '', output: 'Hello' }],
    [row(user), 'warning profile-drops «"user"»: axolotl drops this row'],
    [row(user, assistant, user), 'warning profile-drops «"user"»: Last turn is not trainable'],
    [
      row({ role: 'developer', content: 'x' }, user, assistant),
      'warning profile-drops «"developer"»: does not map the role',
    ],
    [row(user, { role: 'assistant', content: '' }), 'warning profile-drops «""»: not even on its stop token'],
    [
      row({ role: 'narrator', content: 'x' }, user, assistant),
      'warning template-role-unknown «"narrator"»: axolotl does not map the role `narrator`',
    ],
    [
      row(user, { ...assistant, train: false }),
      'warning profile-drops «"train"»: axolotl does not read `train`, so it trains on this message as on any other. Set `message_field_training: train`',
    ],
  ],
  'llama-factory': [
    [
      row(user, { role: 'narrator', content: 'x' }),
      'error template-role-unknown «"narrator"»: LLaMA-Factory raises “KeyError: \'narrator\'”',
    ],
    [row({ role: 'system', content: 'Be brief.' }, user, assistant)],
    [row(user, calling(), reply, assistant)],
    [
      row(
        user,
        { ...calling(), tool_calls: [call('{}'), { ...call('{}'), id: 'c2' }] },
        reply,
        { ...reply, tool_call_id: 'c2' },
        assistant,
      ),
    ],
    [{ conversations: [human, gpt] }],
    [{ instruction: 'Hi', input: '', output: 'Hello' }],
    [row(user), 'warning profile-drops «"user"»: Invalid message count'],
    [row(user, user, assistant), 'warning profile-drops «"user"»: Invalid role tag'],
    [row(assistant, user), 'warning profile-drops «"assistant"»: Invalid role tag'],
    [row(user, calling('{}', 'I add.'), reply, assistant), 'warning profile-drops «"I add."»: drops this text'],
    [row(user, calling(), reply), 'warning profile-drops «"tool"»: LLaMA-Factory drops this tool reply'],
    [
      row(user, { role: 'critic', content: 'x' }),
      'error template-role-unknown|profile-rejects «"critic"»: KeyError: \'critic\'',
    ],
    [row(user, { ...assistant, tool_calls: null }), 'error profile-rejects «null»: has no len()'],
    [
      { conversations: [human, { from: 'bot', value: 'x' }] },
      'warning template-role-unknown «"bot"»: LLaMA-Factory drops this row: `bot` is not one of its tags',
    ],
    [
      { conversations: [human], chosen: [gpt], rejected: gpt },
      'warning profile-drops «"chosen"»: only if it is one message',
    ],
  ],
  unsloth: [
    [row(user, assistant)],
    [row(user), 'warning profile-drops «"user"»: every label is -100'],
    [row(user, calling(), reply, assistant), 'warning profile-drops «"tool"»: trains on this message'],
    [
      row(user, { role: 'assistant', content: 'Write <|im_start|>user\nand so on' }),
      'warning profile-drops «<|im_start|>user»: for the beginning of a question',
    ],
    [row(user, { ...assistant, loss: false }), 'warning profile-drops «"loss"»: Unsloth does not read `loss`'],
  ],
};

test('faults in the syntax of JSON are errors with a profile, unless a severity is set', () => {
  const text = `${JSON.stringify(row(user, assistant)).slice(0, -2)},]}`;
  const severities = (options: Parameters<typeof check>[1]) => check(text, options).map(({ severity }) => severity);
  assert.deepEqual(severities({}), ['warning']);
  assert.deepEqual(severities({ profile: 'trl' }), ['error']);
  assert.deepEqual(severities({ profile: 'trl', levels: { 'wire-trailing-comma': 'warning' } }), ['warning']);
});

for (const [profile, rows] of Object.entries(examples) as [MessageProfile, readonly Example[]][]) {
  suite(profile, () => {
    for (const [document, ...said] of rows) {
      const text = JSON.stringify(document);
      test(`${text.slice(0, 90)} → ${said.length}`, () => {
        const found = check(text, { profile }).map(
          (problem) => `${problem.severity} ${problem.code} ${marked(text, problem)}: ${problem.message}`,
        );
        for (const expected of said) {
          const [head = '', words = ''] = [
            expected.slice(0, expected.indexOf('»')),
            expected.slice(expected.indexOf('»') + 3),
          ];
          const [severity = '', codes = ''] = head.split(' ');
          const place = head.slice(head.indexOf('«'));
          assert.ok(
            found.some(
              (one) =>
                codes.split('|').some((code) => one.startsWith(`${severity} ${code} ${place}»`)) && one.includes(words),
            ),
            `${expected}\n\nnot in\n\n${found.join('\n') || 'nothing'}`,
          );
        }
        if (said.length === 0) assert.deepEqual(found, []);
        const plain = check(text).filter(({ code }) => code.startsWith('profile-'));
        assert.deepEqual(plain, []);
      });
    }
  });
}
