/** Reasoning, calls and replies of ChatML are separate entries in the preview, whether tokens or tags mark them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userView, type ViewMessage } from '../../server/src/features/user-view.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const messagesOf = (text: string, debug = true) =>
  userView.run(new Transcript('test:x', 'ocml', 1, text, { dialect: 'openchatml-0.1' }), {
    textDocument: { uri: 'test:x' },
    debug,
  });

/** Returns an entry as a line: its speaker, recipient or channel, and its text. Entries that users do not see begin with `-`. */
const line = ({ role, name, to, effectiveChannel, text, hidden }: ViewMessage) =>
  `${hidden ? '-' : '+'} ${[role, name, to ?? (effectiveChannel === 'analysis' ? 'analysis' : undefined)].filter(Boolean).join(' ')}: ${text}`;

const entries = (text: string) => messagesOf(text).messages.map(line);
const seen = (text: string) => messagesOf(text, false).messages.map(({ text }) => text);

const said = (role: string, body: string) => `<|im_start|>${role}\n${body}<|im_end|>\n`;

test('thought, call and reply of tags are entries of their own, and what is left is what is spoken', () => {
  const text =
    said('user', 'What time is it?') +
    said(
      'assistant',
      '<think>\nI need the time.\n</think>\n\nLet me look.\n<tool_call>\n{"name": "get_time", "arguments": {"zone": "CET"}}\n</tool_call>',
    ) +
    said('user', '<tool_response>\n12:00\n</tool_response>') +
    said('assistant', '<think>\n\n</think>\n\nNoon.');
  assert.deepEqual(entries(text), [
    '+ user: What time is it?',
    '- assistant analysis: I need the time.',
    '+ assistant: Let me look.',
    '- assistant functions.get_time: {"zone": "CET"}',
    '- tool get_time: 12:00',
    '- assistant analysis: ',
    '+ assistant: Noon.',
  ]);
  assert.deepEqual(seen(text), ['What time is it?', 'Let me look.', 'Noon.']);
});

test('a call that is shown in a code block is hidden, since servers run it, and users are told that something is', () => {
  const shown = 'For example:\n```\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>\n```\nThat is all.';
  const { messages, doubt } = messagesOf(said('assistant', shown), false);
  assert.doesNotMatch(messages[0]?.text ?? '', /tool_call|"f"/);
  assert.equal(doubt, 1);
  assert.equal(messagesOf(said('assistant', 'Write `<tool_call>` and `</tool_call>`.'), false).doubt, 0);
});

test('so are those of the tokens of 0.1', () => {
  const text =
    said(
      'assistant',
      '<|start_reason|>\nHm.\n<|end_reason|>\nSure.\n<|function_call|>\n{"arguments": {"a": 1}, "name": "f"}',
    ) + said('tool', '<|function_output|>\n{"name": "f", "content": {"b": 2}}');
  assert.deepEqual(entries(text), [
    '- assistant analysis: Hm.',
    '+ assistant: Sure.',
    '- assistant functions.f: {"a": 1}',
    '- tool f: {"b": 2}',
  ]);
  assert.deepEqual(seen(text), ['Sure.']);
});

test('several calls, in every form', () => {
  const call = (inner: string) => `<tool_call>\n${inner}\n</tool_call>`;
  const text = said(
    'assistant',
    [
      call('{"name": "f", "arguments": {"a": 1}}'),
      call("{'name': 'g', 'arguments': {'b': None}}"),
      call('<function=h>\n<parameter=c>\n2\n</parameter>\n<parameter=d>\nx y\n</parameter>\n</function>'),
    ].join('\n'),
  );
  assert.deepEqual(entries(text), [
    '- assistant functions.f: {"a": 1}',
    '- assistant functions.g: {"b": null}',
    '- assistant functions.h: {"c": 2, "d": "x y"}',
  ]);
  assert.deepEqual(seen(text), []);
});

test('replies that name no function are those of the calls before them, in order', () => {
  const call = (name: string) => `<tool_call>\n{"name": "${name}", "arguments": {}}\n</tool_call>`;
  const reply = (text: string) => `<tool_response>\n${text}\n</tool_response>`;
  const calls = said('assistant', `${call('f')}\n${call('g')}`);
  const names = (text: string) => entries(text).filter((one) => one.startsWith('- tool'));
  assert.deepEqual(names(calls + said('user', `${reply('1')}\n${reply('2')}`)), ['- tool f: 1', '- tool g: 2']);
  assert.deepEqual(names(calls + said('tool', reply('1')) + said('tool', reply('2'))), ['- tool f: 1', '- tool g: 2']);
  assert.deepEqual(names(calls + said('user', 'Hi') + said('user', reply('1'))), ['- tool: 1']);
  assert.deepEqual(names(calls + said('user', reply('{"name": "g", "content": "x"}'))), ['- tool g: x']);
});

test('line breaks beside an entry go, and those between two stretches of speech stay', () => {
  const answer = (body: string) => seen(said('assistant', body));
  assert.deepEqual(answer('<think>R</think>\n\n Hi'), [' Hi']);
  assert.deepEqual(answer('R\n</think>\n\nHi'), ['Hi']);
  assert.deepEqual(answer('Hi\n\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>\n'), ['Hi']);
  assert.deepEqual(answer('A <think>R</think>B'), ['A B']);
  assert.deepEqual(answer('A\n<think>R</think>\n\nB'), ['A\n\nB']);
  assert.deepEqual(answer('A\n<think>R</think>\n<think>R</think>\nB'), ['A\nB']);
  assert.deepEqual(answer('\nA\n'), ['\nA']);
});

test('what is in doubt is hidden with debug, too, and is not lost', () => {
  assert.deepEqual(entries(said('assistant', 'Hi\n<think>\nR')), ['+ assistant: Hi', '- assistant analysis: R']);
  assert.deepEqual(entries(said('assistant', 'Hi <think >R</think>there')), ['+ assistant: Hi <think >R</think>there']);
  assert.deepEqual(seen(said('assistant', 'Hi <think >R</think>there')), ['Hi there']);
  assert.deepEqual(entries(said('assistant', 'Hi\n<tool_call>\nno call\n</tool_call>')), [
    '+ assistant: Hi\n<tool_call>\nno call\n</tool_call>',
  ]);
  assert.deepEqual(seen(said('assistant', 'Hi\n<tool_call>\nno call\n</tool_call>')), ['Hi']);
});

test('entries have places of their own, and count as messages of a window', () => {
  const { messages, total, before, after, hidden } = messagesOf(
    `${said('assistant', '<think>\nR\n</think>\n\nHi')}<|im_start|>assistant\n<think>\nS`,
  );
  assert.deepEqual(
    messages.map(({ index, range, complete }) => [index, range.start.line, range.end.line, complete]),
    [
      [0, 1, 3, true],
      [0, 0, 5, true],
      [1, 7, 8, false],
    ],
  );
  assert.deepEqual({ total, before, after, hidden }, { total: 3, before: 0, after: 0, hidden: 1 });
});

test('a word that is nearly the end of a thought, and begins as another word does, opens one', () => {
  for (const tag of [
    'antThinking',
    'ant_thinking',
    'inner_thought',
    'innerthought',
    'model_thought',
    'longcat_think',
    'scratchpad',
  ]) {
    assert.deepEqual(seen(said('assistant', `<${tag}>SECRET</${tag}>Noon.`)), ['Noon.'], tag);
    assert.deepEqual(seen(said('assistant', `<${tag}>SECRET`)), [], tag);
  }
});

test('what prompts ask for instead of `<think>` hides as well, and words like it do not', () => {
  assert.deepEqual(seen(said('assistant', '<analysis>Hm.</analysis>Yes.')), ['Yes.']);
  assert.deepEqual(seen(said('assistant', '[THOUGHT]Hm.[/THOUGHT]Yes.')), ['Yes.']);
  const like = '<cost>5</cost> <analyst>Ann</analyst> [THOUGHTS] ok';
  assert.deepEqual(seen(said('assistant', like)), [like]);
});
