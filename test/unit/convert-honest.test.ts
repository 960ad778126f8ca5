/** A loss is reported only if the document has what is lost. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dialectOfForm, type From, likeness, type TargetName } from '../../server/src/convert/index.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { conversationTargets, lossesOf, ofJson, ofText, textOf, user, valueOf } from '../support/convert.ts';

const minimal = [{ role: 'system', content: 'S' }, user('q'), { role: 'assistant', content: 'A' }];

/** Forms that are the logs of agent sessions. */
const sessionForms: ReadonlySet<string> = new Set(['session-trace', 'atif']);

/**
 * Whether a note applies to every log: it mentions information that logs do not record, or records about the program, which are not
 * converted.
 */
const isSaidOfLogs = (note: string) => /this log does not record|concerns the program/.test(note);

suite('of a plain conversation, nothing is lost from any form to any other', () => {
  for (const from of conversationTargets)
    test(from, () => {
      const source = ofJson(minimal, { to: from });
      assert.deepEqual(lossesOf(source), []);
      for (const to of conversationTargets) {
        const text = textOf(source);
        const again =
          text === undefined
            ? ofJson(valueOf(source), { to, from: from as From })
            : ofText(text, { to }, dialectOfForm(from) as DialectId);
        const losses = lossesOf(again);
        assert.deepEqual(sessionForms.has(from) ? losses.filter((note) => !isSaidOfLogs(note)) : losses, [], to);
      }
    });
});

/** The pattern of a loss, and a pattern that a document must match to be able to have this loss. */
const has: readonly (readonly [loss: RegExp, source: RegExp])[] = [
  [/call_id/, /"(?:id|tool_call_id)":/],
  [/`name=/, /"name":"Ann"/],
  [/thought/i, /reasoning_content/],
  [/preamble/, /"wait"/],
  [/A call is|JSON, and/, /tool_calls/],
  [/reply|message with role `tool`|function output/i, /"role":"tool"/],
  [/declared|`strict`/, /"tools":/],
  [/role `developer`/, /"developer"/],
  [/response format/, /response_format/],
  [/This image/, /image_url/],
  [/text parts of this content/, /"type":"text".*"type":"text"/],
  [/joined with the preceding/, /"role":"(\w+)"[^{}]*}?,{"role":"\1"|"wait"/],
  [/channel|intent=/, /never/],
];

const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
const reply = { role: 'tool', tool_call_id: 'c', content: '5' };
const answer = { role: 'assistant', content: 'A' };
const documents: readonly object[] = [
  { messages: [{ ...user('q'), name: 'Ann' }, answer] },
  { messages: [user('q'), { ...answer, reasoning_content: 't' }] },
  { messages: [user('q'), { role: 'assistant', content: null, tool_calls: [call] }, reply, answer] },
  { messages: [user('q'), { role: 'assistant', content: 'wait', tool_calls: [call] }, reply, answer] },
  { messages: [user('q'), answer], tools: [{ type: 'function', function: { name: 'f' } }] },
  { messages: [{ role: 'developer', content: 'S' }, user('q'), answer] },
  { messages: [user('q'), user('r'), answer] },
  {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
          { type: 'image_url', image_url: { url: 'https://example.com' } },
        ],
      },
      answer,
    ],
  },
  {
    messages: [user('q'), answer],
    response_format: { type: 'json_schema', json_schema: { name: 'f', schema: { type: 'object' } } },
  },
];

suite('each kind of loss is told only where the document has what is lost', () => {
  for (const to of conversationTargets)
    test(to, () => {
      for (const document of documents) {
        const source = JSON.stringify(document);
        const losses = ofJson(document, { to }).notes.filter(({ kind }) => kind === 'loss');
        for (const { message } of losses) {
          const about = has.filter(([loss]) => loss.test(message));
          assert.ok(about.length > 0, `${to}: nothing here knows this loss: ${message}\n${source}`);
          for (const [, needed] of about) assert.match(source, needed, message);
        }
      }
    });
});

test('ids do not make kinds', () => {
  const turn = (id: string) => [
    user('q'),
    { role: 'assistant', content: null, tool_calls: [{ ...call, id }] },
    { ...reply, tool_call_id: id },
    answer,
  ];
  for (const to of conversationTargets) {
    const kinds = (ids: readonly string[]) => new Set(ofJson(ids.flatMap(turn), { to }).notes.map(likeness));
    assert.deepEqual(kinds(['a', 'b', 'c']), kinds(['a']), to);
  }
});

suite('what an API says of its answer, but not of the conversation, is not told', () => {
  const dropped = (value: unknown) =>
    lossesOf(ofJson(value, { to: 'hermes' })).map((message) => message.split(':', 1)[0]);
  const account = {
    id: 'a1',
    created: 1,
    model: 'm',
    system_fingerprint: 'f',
    service_tier: 'default',
    usage: { n: 1 },
  };
  const choices = (finish_reason: string) => [{ index: 0, message: answer, finish_reason }];

  test('an answer of chat completions', () => {
    const given = { ...account, object: 'chat.completion' };
    assert.deepEqual(dropped({ ...given, choices: choices('stop') }), ['`model` is dropped']);
    // The cut-off of the answer is part of the conversation, so the loss of `finish_reason` is reported.
    assert.deepEqual(dropped({ ...given, choices: choices('length') }), [
      '`model` is dropped',
      '`finish_reason` is dropped',
    ]);
    // `usage` is text here, where an object is expected.
    assert.deepEqual(dropped({ ...given, choices: choices('stop'), usage: 'much', model: '' }), ['`usage` is dropped']);
  });

  test('an answer of the Responses API', () => {
    const item = { id: 'm1', type: 'message', status: 'completed', ...answer };
    const given = { id: 'r1', object: 'response', created_at: 1, status: 'completed', usage: { n: 1 } };
    assert.deepEqual(dropped({ ...given, output: [item] }), []);
    assert.deepEqual(dropped({ ...given, status: 'incomplete', output: [item] }), ['`status` is dropped']);
  });

  test("an answer of Anthropic's Messages API", () => {
    const content = [{ type: 'text', text: 'A' }];
    const given = { id: 'm1', type: 'message', role: 'assistant', content, usage: { n: 1 } };
    assert.deepEqual(dropped({ ...given, stop_reason: 'end_turn' }), []);
    assert.deepEqual(dropped({ ...given, stop_reason: 'max_tokens' }), ['`stop_reason` is dropped']);
  });

  test('the row of a data set has an id of its own', () => {
    const row = { id: 'a1', created: 1, messages: [user('q'), answer] };
    assert.deepEqual(dropped(row), ['`id` is dropped', '`created` is dropped']);
  });
});

suite('what cannot be written is refused once, with the advice that fits', () => {
  const refused = (value: unknown, to: TargetName) =>
    ofJson(value, { to })
      .notes.filter(({ kind }) => kind === 'refused')
      .map(({ message }) => message);

  test('a reply in Phi-3', () => {
    assert.deepEqual(refused({ messages: [user('q'), reply, answer] }, 'phi3'), ['Phi-3 has no tool replies.']);
    assert.deepEqual(refused({ messages: [reply] }, 'phi3'), ['Phi-3 has no tool replies.']);
  });

  for (const to of ['hermes', 'openchatml-0.1', 'llama3'] as const)
    test(`broken arguments in ${to}`, () => {
      const broken = { ...call, function: { name: 'f', arguments: '{"a":' } };
      const [message = '', ...more] = refused(
        { messages: [user('q'), { role: 'assistant', content: null, tool_calls: [broken] }] },
        to,
      );
      assert.deepEqual(more, []);
      assert.match(message, /^The content is not JSON, .* Correct the arguments, or convert to /);
    });
});
