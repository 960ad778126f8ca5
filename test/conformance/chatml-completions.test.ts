/** ChatML completions as servers return them: they begin after the opener of the prompt, and may lack a terminator. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { userView } from '../../server/src/features/user-view.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { message } from '../../server/src/model/message.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check, summary } from '../support/check.ts';

const call = '<tool_call>\n{"name": "get_time", "arguments": {"zone": "CET"}}\n</tool_call>';
const thought = '<think>\nI need the time.\n</think>\n\n';

const open = (text: string, dialect?: DialectId) =>
  new Transcript('test:x', 'ocml', 1, text, dialect === undefined ? {} : { dialect });
const roles = (text: string) =>
  [...open(text).blocks].flatMap((block) => (block.kind === 'message' ? message(block).role : `(${block.kind})`));
const seen = (text: string) =>
  userView.run(open(text), { textDocument: { uri: 'test:x' }, debug: false }).messages.map(({ text }) => text);
const severities = (text: string) => check(text).map(({ code, severity }) => `${code} ${severity}`);

/** Completions, and the messages that users see of each. */
const completions: readonly [text: string, seen: readonly string[]][] = [
  [`${thought}Noon.`, ['Noon.']],
  [`${thought}${call}`, []],
  [`${thought}Let me look.\n${call}`, ['Let me look.']],
  [call, []],
  [`${call}\n${call}`, []],
  [`\n\n${thought}Noon.`, ['Noon.']],
  [`Let me look.\n${call}`, ['Let me look.']],
  ['<tool_call>\n<function=get_time>\n<parameter=zone>\nCET\n</parameter>\n</function>\n</tool_call>', []],
  // The template has already written the opening tag.
  ['I need the time.\n</think>\n\nNoon.', ['Noon.']],
  [`I need the time.\n</think>\n\n${call}`, []],
];

suite('a completion is the answer that it is', () => {
  for (const [text, shown] of completions) {
    test(JSON.stringify(text), () => {
      for (const whole of [`${text}<|im_end|>`, `${text}<|im_end|>\n`]) {
        assert.equal(open(whole).dialect, 'openchatml-0.1');
        assert.deepEqual(roles(whole), ['assistant']);
        assert.deepEqual(summary(whole), []);
        assert.deepEqual(seen(whole), shown);
      }
      // The server has removed the token that ends the message.
      assert.equal(open(text).dialect, 'openchatml-0.1');
      assert.deepEqual(roles(text), ['assistant']);
      assert.deepEqual(severities(text), ['E-STREAM-TRUNCATED information']);
      assert.deepEqual(seen(text), shown);
    });
  }

  test('tokens of 0.1 begin one, too, where a terminator shows that it is a message', () => {
    const text = '<|start_reason|>Add them.<|end_reason|>Seven.<|im_end|>';
    assert.deepEqual(roles(text), ['assistant']);
    assert.deepEqual(seen(text), ['Seven.']);
    const function_ = '<|function_call|>\n{"name": "f", "arguments": {}}\n<|im_end|>';
    assert.deepEqual(roles(function_), ['assistant']);
    assert.deepEqual(summary(function_), []);
    assert.deepEqual(seen(function_), []);
  });

  test('other turns may follow it', () => {
    const text = `${thought}Noon.<|im_end|>\n<|im_start|>user\nThanks.<|im_end|>\n`;
    assert.deepEqual(roles(text), ['assistant', 'user']);
    assert.deepEqual(summary(text), []);
    assert.deepEqual(seen(text), ['Noon.', 'Thanks.']);
  });

  test('its faults are reported as those of any answer', () => {
    assert.deepEqual(summary('<tool_call>\n{"name": "f" "arguments": {}}\n</tool_call><|im_end|>'), [
      'function-json «"»',
    ]);
    assert.deepEqual(summary('<tool_call>\n{"name": "f", "arguments": {"zone": "CE'), ['E-STREAM-TRUNCATED «E»']);
    assert.deepEqual(severities('<think>\nI need'), ['E-STREAM-TRUNCATED warning']);
    assert.deepEqual(summary('<think>\nI need'), ['E-STREAM-TRUNCATED «<think>»']);
    assert.deepEqual(summary(`\n${thought}Noon.`), ['E-STREAM-TRUNCATED «<think>»']);
    assert.deepEqual(summary('<think>\nI need<|im_end|>'), ['thought-unclosed «<think>»']);
    assert.deepEqual(summary(`${thought}Noon.<|im_end|>\nnoise`), ['stray-text «noise»']);
  });
});

suite('what could be the rest of any other message is none', () => {
  const lost = [
    // A system message that Qwen's template writes, without its opener or with only part of it.
    'system\nReturn it within <tool_call></tool_call> XML tags:\n<tool_call>\n{"name": <name>}\n</tool_call><|im_end|>',
    '# Tools\n<tools>\n{"type": "function"}\n</tools>\n<tool_call>\n{"name": "f"}\n</tool_call><|im_end|>',
    'Return it within tags:\n<tool_call>\n{"name": "f"}\n</tool_call><|im_end|>\n<|im_start|>user\nHi<|im_end|>',
    'user\nWhat does </think> do?<|im_end|>',
    '<tool_response>\n12:00\n</tool_response><|im_end|>',
  ];
  for (const text of lost) {
    test(JSON.stringify(text), () => {
      assert.ok(severities(text).includes('start-missing error'));
      assert.equal(seen(text).join('').includes('tool_call'), false);
      assert.equal(roles(text)[0], '(prelude)');
    });
  }

  test('prose about tags, and a tag that is being typed, tell no dialect', () => {
    for (const text of ['<think>', 'What is <think> for?', 'Write <tool_call> first.', '<b>bold</b>'])
      assert.equal(open(text).dialect, 'openchatml-2.2', text);
  });

  test('what is before `<|im_end|>` may be the answer: the advice says how it begins', () => {
    const [problem] = check('Noon.<|im_end|>', { dialect: 'openchatml-0.1' }).filter(
      ({ code }) => code === 'start-missing',
    );
    assert.match(problem?.message ?? '', /insert `<\|im_start\|>assistant` and a line break before that text/);
    assert.doesNotMatch(problem?.message ?? '', /^[^.]*\. Remove/);
  });
});

test('edits leave a completion what a fresh look takes it for', () => {
  const whole = `${thought}Noon.<|im_end|>\n`;
  for (let at = 0; at <= whole.length; at++) {
    for (const [end, text] of [
      [Math.min(at + 1, whole.length), ''],
      [at, 'x'],
      [at, '<|im_start|>user\n'],
    ] as const) {
      const edited = open(whole);
      edited.replace(at, end, text);
      const fresh = open(edited.getText());
      assert.equal(edited.dialect, fresh.dialect);
      assert.deepEqual(
        [...edited.blocks].map(({ kind, traits, text }) => [kind, traits, text]),
        [...fresh.blocks].map(({ kind, traits, text }) => [kind, traits, text]),
        `${at} ${JSON.stringify(text)}`,
      );
    }
  }
});
