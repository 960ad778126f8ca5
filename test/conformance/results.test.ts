/**
 * In ChatML, results of tools without a call are reported, whether written in tags, with tokens, or as messages of a tool.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Checker } from '../../server/src/checker/checker.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check, marked } from '../support/check.ts';

const dialect = 'openchatml-0.1';
const say = (role: string, body: string) => `<|im_start|>${role}\n${body}<|im_end|>\n`;
const user = say('user', 'And the tide?');
const called = '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>';
const call = say('assistant', called);
const result = '<tool_response>\n12\n</tool_response>';
const reply = say('tool', result);
const asUser = say('user', result);
const answer = say('assistant', 'At noon.');
const call01 = say('assistant', '<|function_call|>\n{"name": "f", "arguments": {}}');
const output01 = say('tool', '<|function_output|>\n{"name": "f", "content": 1}');

const reported = (text: string, training = false) =>
  check(text, { dialect, training })
    .filter(({ code }) => code === 'function-order')
    .map((problem) => `${problem.severity} ${marked(text, problem)}`);

suite('a result has a call', () => {
  const orphan = ['warning «<tool_response>»'];
  const again = ['information «<tool_response>»'];

  test('before it, in its turn', () => {
    assert.deepEqual(reported(user + reply + answer), orphan);
    assert.deepEqual(reported(user + asUser + answer), orphan);
    assert.deepEqual(reported(user + say('assistant', 'One moment, please.') + reply + answer), orphan);
    assert.deepEqual(reported(user + call + reply + answer + user + reply), orphan);
    assert.deepEqual(reported(user + output01 + answer), ['warning «{"name": "f", "content": 1}»']);
    assert.deepEqual(reported(user + call + user + reply + answer), []);
    for (const right of [call + reply, call + asUser, say('assistant', `On it.\n${called}`) + reply])
      assert.deepEqual(reported(user + right + answer), []);
  });

  test('of its own', () => {
    assert.deepEqual(reported(user + call + reply + reply + answer), again);
    assert.deepEqual(reported(user + call + say('tool', `${result}\n${result}`) + answer), again);
    assert.deepEqual(reported(user + call01 + output01 + output01), ['information «{"name": "f", "content": 1}»']);
    assert.deepEqual(reported(user + call + say('tool', '12') + say('tool', '12')), ['information «tool»']);
    const twice = say('assistant', `${called}\n${called}`);
    for (const right of [
      twice + reply + reply,
      twice + say('user', `${result}\n${result}`),
      call + reply + call + reply,
    ])
      assert.deepEqual(reported(user + right + answer), []);
  });

  test('unless there may be one in another form', () => {
    const forms = [
      'Action: search\nAction Input: tide',
      '[f(x=1)]',
      '{"name": "f", "parameters": {}}',
      '<function_call>f</function_call>',
      '<tool_call>\n{"name": "f", "arguments": {\n</tool_call>',
      `✿FUNCTION✿ f`,
    ];
    for (const form of forms) assert.deepEqual(reported(user + say('assistant', form) + reply + reply + answer), []);
    assert.deepEqual(reported(`${user}f()\n${reply}${answer}`), []);
    assert.deepEqual(reported(user + say('assitsant', 'One moment.') + reply + answer), []);
  });

  test('or it begins an excerpt, is a sketch, or is spoken of', () => {
    assert.deepEqual(reported(reply + answer), []);
    assert.deepEqual(reported(reply + answer, true), orphan);
    assert.deepEqual(reported(user + say('tool', '12')), []);
    assert.deepEqual(reported(user + say('tool', '12'), true), ['warning «tool»']);
    assert.deepEqual(reported(say('user', `What is ${result} in a prompt?`) + answer), []);
  });
});

test('an edit tells what a fresh check tells', () => {
  const text = user + call + user + reply + say('assistant', 'One moment.') + reply + answer + user + reply;
  const edits: readonly (readonly [from: string, to: string])[] = [
    ['One moment.', 'f()'],
    [called, 'Well.'],
    ['And the tide?', result],
    [call, ''],
    [reply, ''],
    ['<tool_response>', '<tool_respons>'],
    [user, ''],
    ['At noon.', called],
  ];
  for (const [from, to] of edits) {
    for (let at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + 1)) {
      const transcript = new Transcript('test:', 'ocml', 0, text, { dialect });
      const checker = new Checker(transcript, { strict: false, levels: {} });
      const told = () =>
        checker
          .problems(100)
          .problems.map((placed) => `${checker.offsetOf(placed)} ${placed.problem.code}`)
          .sort();
      const fresh = (of: string) => {
        const other = new Checker(new Transcript('test:', 'ocml', 0, of, { dialect }), { strict: false, levels: {} });
        return other
          .problems(100)
          .problems.map((placed) => `${other.offsetOf(placed)} ${placed.problem.code}`)
          .sort();
      };
      const before = told();
      transcript.replace(at, at + from.length, to);
      checker.update();
      assert.deepEqual(
        told(),
        fresh(text.slice(0, at) + to + text.slice(at + from.length)),
        `${from} at ${at} becomes ${to}`,
      );
      transcript.replace(at, at + to.length, from);
      checker.update();
      assert.deepEqual(told(), before, `${from} at ${at} was ${to}`);
    }
  }
});
