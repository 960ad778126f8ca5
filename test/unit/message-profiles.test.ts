/** Lists of messages that chat APIs and templates reject, and faults that spoil training rows. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { MessageProfile } from '../../server/src/grammar/index.ts';
import { check, summary } from '../support/check.ts';

const said = (role: string, content: unknown, more: object = {}) => ({ role, content, ...more });
const user = said('user', '3 + 4?');
const assistant = said('assistant', 'Seven.');
const system = said('system', 'Be brief.');
const calling = (args: unknown = '{}', id: object = { id: 'c1' }) =>
  said('assistant', null, { tool_calls: [{ ...id, type: 'function', function: { name: 'add', arguments: args } }] });
const replied = said('tool', '7', { tool_call_id: 'c1' });
const used = said('assistant', [{ type: 'tool_use', id: 't1', name: 'add', input: { a: 3 } }]);
const tagged = said('assistant', '<tool_call>\n{"name": "add", "arguments": {}}\n</tool_call>');
const result = said('user', [{ type: 'tool_result', tool_use_id: 't1', content: '7' }]);

type Row = readonly [what: string, document: unknown, problems: Partial<Record<MessageProfile, readonly string[]>>];

const rows: readonly Row[] = [
  ['a plain list', [system, user, assistant, user, assistant], { anthropic: ['message-order «"system"»'] }],
  ['users in a row', [user, user, assistant], { template: ['message-order «"user"»'] }],
  ['answers in a row', [user, assistant, assistant], { template: ['message-order «"assistant"»'] }],
  ['a system message in the middle', [user, system, assistant], { template: ['message-order «"system"»'] }],
  ['a call, its reply, the answer', [user, calling(), replied, assistant, user, assistant], {}],
  ['a call in the text of an answer', [user, tagged, said('tool', '7'), assistant], {}],
  ['its reply in a text, too', [user, tagged, said('user', '<tool_response>7</tool_response>'), assistant], {}],
  ['the assistant first', [assistant, user, assistant], { anthropic: ['message-order «"assistant"»'] }],
  ['an empty question', [said('user', ''), assistant], { anthropic: ['message-empty «""»'] }],
  ['a blank question', [said('user', ' \n'), assistant], { anthropic: ['message-empty «" \\n"»'] }],
  ['an empty part', [said('user', [{ type: 'text', text: '' }]), assistant], { anthropic: ['message-empty «""»'] }],
  ['no parts', [said('user', []), assistant], { anthropic: ['message-empty «[]»'] }],
  ['an empty last answer, to be continued', [user, said('assistant', '')], {}],
  ['an answer of null', [user, said('assistant', null)], { openai: ['message-empty «null»'] }],
  [
    'null with an empty list of calls',
    [user, said('assistant', null, { tool_calls: [] })],
    { openai: ['message-empty «null»'] },
  ],
  ['null with a refusal', [user, said('assistant', null, { refusal: 'No.' })], {}],
  ['arguments that are an object', [user, calling({ a: 3 }), replied], { openai: ['E-CALL-SCHEMA «{"a":3}»'] }],
  [
    'the older call',
    [
      user,
      said('assistant', null, { function_call: { name: 'add', arguments: '{}' } }),
      said('function', '7', { name: 'add' }),
    ],
    {},
  ],
  [
    'a call without id',
    [user, calling('{}', {}), said('tool', '7', { tool_call_id: 'c1' })].slice(0, 2),
    {
      openai: [
        'call-id-missing «{"type":"function","function":{"name":"add","arguments":"{}"}}»',
        'call-unanswered «{"type":"function","function":{"name":"add","arguments":"{}"}}»',
      ],
      anthropic: [
        'call-id-missing «{"type":"function","function":{"name":"add","arguments":"{}"}}»',
        'call-unanswered «{"type":"function","function":{"name":"add","arguments":"{}"}}»',
      ],
      template: ['call-unanswered «{"type":"function","function":{"name":"add","arguments":"{}"}}»'],
    },
  ],
];

const profiles = ['openai', 'anthropic', 'template'] as const;

/** Ignores problems that only the schema of an API reports (`profile-openai.property.test.ts`, `profile-anthropic.test.ts`). */
const ofAnyList = (found: readonly string[]) => found.filter((problem) => !problem.startsWith('profile-rejects'));

for (const [what, document, problems] of rows) {
  for (const profile of profiles) {
    test(`${profile}: ${what}`, () => {
      const found = ofAnyList(summary(JSON.stringify(document), { dialect: 'messages', profile }));
      assert.deepEqual(found, problems[profile] ?? []);
    });
  }
}

test('without a profile a list is for OpenAI, and Anthropic’s blocks are for Anthropic', () => {
  const blocks = JSON.stringify({ messages: [assistant, user, used, result] });
  assert.deepEqual(summary(blocks, { dialect: 'messages' }), ['message-order «"assistant"»']);
  assert.deepEqual(ofAnyList(summary(blocks, { dialect: 'messages', profile: 'openai' })), []);
  const beside = JSON.stringify({ system: '', messages: [user, used, result, assistant] });
  assert.deepEqual(summary(beside, { dialect: 'messages' }), []);
  assert.deepEqual(summary(beside, { dialect: 'messages', profile: 'template' }), []);
  const answer = JSON.stringify({ type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi' }] });
  assert.deepEqual(summary(answer, { dialect: 'messages' }), []);
});

test('both answers of a pair are looked at, and what they share once', () => {
  const pair = { prompt: [user, user], chosen: [assistant], rejected: [said('assistant', null)] };
  const text = JSON.stringify(pair);
  assert.deepEqual(summary(text, { profile: 'template' }), ['message-order «"user"»']);
  assert.deepEqual(summary(text), ['message-empty «null»']);
});

suite('replies astray', () => {
  const told = (...messages: readonly unknown[]) =>
    check(JSON.stringify({ messages })).map(({ code, message }) => `${code}: ${message}`);
  const nameless = { role: 'tool', content: '7' };

  test('a reply that names no call is told once', () => {
    const [first, ...others] = told(user, calling(), nameless, assistant);
    assert.match(first ?? '', /^template-role-unknown: .*Add `tool_call_id`/);
    assert.deepEqual(others, []);
    // If the id is null, the problem is reported at the call.
    const [call, ...more] = told(user, calling(), { ...nameless, tool_call_id: null }, assistant);
    assert.match(call ?? '', /^call-unanswered: /);
    assert.deepEqual(more, []);
  });

  test('without any call, that is what is told', () => {
    const [first, ...others] = told(user, nameless, assistant);
    assert.match(first ?? '', /^template-role-unknown: This reply has no call before it/);
    assert.deepEqual(others, []);
  });

  test('a second reply to one call', () => {
    const [first, ...others] = told(user, calling(), replied, replied, assistant);
    assert.match(first ?? '', /^reply-duplicate: The call `c1` already has a reply/);
    assert.deepEqual(others, []);
    assert.deepEqual(told(user, calling(), replied, assistant), []);
    assert.deepEqual(told(user, calling(), replied, calling(), replied, assistant), []);
  });

  test('a reply before its call is told once, and says so', () => {
    const [first, ...others] = told(user, replied, calling(), assistant);
    assert.match(first ?? '', /^call-id-unmatched: The call with the id `c1` comes after this reply.* Move the reply/);
    assert.deepEqual(others, []);
    const text =
      'version: 2.2\n<|start|>tool name=f call_id=a<|message|>1<|end|><|start|>assistant to=functions.f call_id=a<|channel|>commentary<|constrain|>json<|message|>{}<|call|>';
    const [reply, ...more] = check(text).map(({ code, message }) => `${code}: ${message}`);
    assert.match(reply ?? '', /^call-id-unmatched: The call with the id `a` comes after this reply/);
    assert.deepEqual(more, []);
  });
});

suite('rows to train on', () => {
  const levelsOf = (text: string, training: boolean, profile?: MessageProfile) =>
    check(text, { training, ...(profile && { profile }) })
      .filter(({ code }) => code !== 'document-header-missing')
      .map(({ code, severity }) => `${code} ${severity}`);
  const both = (text: string, without: readonly string[], within: readonly string[], profile?: MessageProfile) =>
    test(text, () =>
      assert.deepEqual([levelsOf(text, false, profile), levelsOf(text, true, profile)], [without, within]),
    );

  const noId = JSON.stringify({ messages: [user, calling('{}', {}), said('tool', '7', { tool_call_id: 'c1' })] });
  // A lost id is reported at the call, because only the reply has the id.
  both(noId, ['call-id-missing warning'], ['call-id-missing error', 'answer-missing warning']);
  both(noId, ['call-id-unmatched error'], ['answer-missing warning', 'call-id-unmatched error'], 'template');
  // The documentation of transformers and TRL has such rows. The template is not known, so no order is required.
  const named = said('tool', '7', { name: 'add' });
  const noIds = [user, user, calling({ a: 3 }, {}), named, assistant];
  const remarks = ['call-id-missing information', 'E-CALL-SCHEMA information'];
  both(JSON.stringify({ messages: noIds }), remarks, []);
  both(
    JSON.stringify({ messages: [user, calling({ a: 3 }), named, assistant] }),
    [...remarks.slice(1), 'template-role-unknown warning'],
    [],
  );
  // A request that OpenAI rejects has an error. This includes a reply that has only the name of its tool.
  const rejected = ['call-id-missing error', 'E-CALL-SCHEMA error', 'profile-rejects error'];
  both(JSON.stringify({ messages: noIds }), rejected, rejected, 'openai');
  both(JSON.stringify({ messages: noIds }), ['message-order warning'], ['message-order warning'], 'template');
  both(
    JSON.stringify({ messages: [...noIds, calling('{}', {}), named, assistant] }),
    [...remarks, 'call-id-missing warning'],
    ['call-id-missing error', 'E-CALL-SCHEMA information', 'call-id-missing error'],
  );
  const two = [user, calling('{}', {}), replied, said('tool', '8', { tool_call_id: 'c2' })];
  const unmatched = 'call-id-unmatched error';
  both(
    JSON.stringify({ messages: two }),
    ['call-id-missing warning', unmatched],
    ['call-id-missing error', 'answer-missing warning', unmatched],
  );
  // In Harmony mode, calls have no ids, so training rows do not need ids either.
  const inHarmonyMode =
    'version: 2.2\nprofiles: { harmony: { enabled: true } }\n---\n<|start|>user<|message|>Hi<|end|>';
  const noIdThere = '<|start|>assistant to=functions.f<|channel|>commentary<|constrain|>json<|message|>{}<|call|>';
  both(`${inHarmonyMode}${noIdThere}`, ['call-unanswered hint'], ['call-unanswered hint']);
  both(JSON.stringify({ messages: [user, said('assistant', '')] }), [], ['message-empty warning']);
  both(JSON.stringify({ messages: [user, calling(), said('tool', '', { tool_call_id: 'c1' }), assistant] }), [], []);
  both(JSON.stringify({ prompt: 'Hi', completion: '' }), [], ['message-empty warning']);
  const harmony = '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>';
  both(`${harmony}Hello<|end|>`, [], ['return-missing warning']);
  both(`${harmony}Hello<|return|>`, [], []);
  both(`${harmony}<|return|>`, [], ['message-empty warning']);
  both('<|im_start|>user\n<|im_end|>\n', [], ['message-empty warning', 'answer-missing warning']);
  both('<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n', [], ['answer-missing warning']);
  const ended =
    '<|start|>user<|message|>Time?<|end|><|start|>assistant to=functions.now<|channel|>commentary <|constrain|>json<|message|>{}<|end|>';
  both(ended, ['call-unanswered hint', 'call-terminator warning'], ['call-unanswered hint', 'call-terminator error']);
});
