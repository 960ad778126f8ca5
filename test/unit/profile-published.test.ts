/** A profile reports nothing that the documentation of its API declares valid, and no fields that the schema may add later. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageProfile } from '../../server/src/grammar/index.ts';
import { check } from '../support/check.ts';
import {
  anthropicExamples,
  openAiExamples,
  openAiRowExamples,
  trainerExamples,
  vllmExamples,
} from '../support/published-requests.ts';

type Examples = readonly (readonly [what: string, document: unknown])[];

const silent = (profile: MessageProfile, examples: Examples, training = false) => {
  for (const [what, document] of examples)
    test(`${profile}: ${what}`, () => {
      const found = check(JSON.stringify(document), { dialect: 'messages', profile, training });
      assert.deepEqual(
        found.map(({ code, message }) => `${code}: ${message}`),
        [],
      );
    });
};

silent('openai', openAiExamples);
silent('openai', openAiRowExamples, true);
silent('anthropic', anthropicExamples);
silent('vllm', vllmExamples);
for (const [profile, examples] of Object.entries(trainerExamples)) silent(profile as MessageProfile, examples, true);

test('types of blocks that are not known yet are neither errors nor warnings', () => {
  const types = [
    'mid_conv_system',
    'tool_addition',
    'tool_removal',
    'mcp_tool_listing',
    'fallback',
    'block_of_tomorrow',
  ];
  const content = [...types.map((type) => ({ type, x: 1 })), { type: 'text', text: '?', member_of_tomorrow: 1 }];
  const request = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] };
  const found = check(JSON.stringify(request), { dialect: 'messages', profile: 'anthropic' });
  assert.deepEqual(
    found.filter(({ severity }) => severity !== 'information'),
    [],
  );
});

test('a system message that comes first is an error for Anthropic, and one on the way is none', () => {
  const [system, user] = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
  ];
  const codes = (...messages: unknown[]) =>
    check(JSON.stringify({ model: 'm', max_tokens: 9, messages }), { dialect: 'messages', profile: 'anthropic' }).map(
      ({ code, severity }) => `${code} ${severity}`,
    );
  assert.deepEqual(codes(system, user), ['message-order error']);
  assert.deepEqual(codes(user, system), []);
});
