/** Calls and replies without ids, as in Harmony: a reply is reported if its tool was not called. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { check, marked } from '../support/check.ts';
import { applications, checked } from '../support/fix.ts';

const system = '<|start|>system<|message|>Be brief.<|end|>';
const user = '<|start|>user<|message|>Tram?<|end|>';
const thought = '<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>';
const call = (tool: string) => `<|start|>assistant to=${tool}<|channel|>commentary json<|message|>{}<|call|>`;
const reply = (tool: string) => `<|start|>${tool} to=assistant<|channel|>commentary<|message|>8<|end|>`;
const answer = '<|start|>assistant<|channel|>final<|message|>8<|return|>';
const [a, b] = ['functions.tram', 'functions.bus'];

const strays = (text: string) =>
  check(text, { dialect: 'harmony' })
    .filter(({ code }) => code === 'call-id-unmatched')
    .map((problem) => `${problem.severity} ${marked(text, problem)}`);

const examples: readonly [what: string, text: string, ...strays: string[]][] = [
  ['a misspelled tool', user + call(a) + reply('functions.tarm') + answer, 'warning «functions.tarm»'],
  ['another tool', user + call(a) + reply(b) + answer, 'warning «functions.bus»'],
  ['no call', user + reply(a) + answer, 'warning «functions.tram»'],
  ['no call, but a thought', user + thought + reply(a) + answer, 'warning «functions.tram»'],
  ['no call of the second', user + call(a) + reply(a) + reply(b) + answer, 'warning «functions.bus»'],
  ['no call in a later turn', user + call(a) + reply(a) + answer + user + reply(b) + answer, 'warning «functions.bus»'],
  ['a misspelled tool at the beginning', call(a) + reply('functions.tarm') + answer, 'warning «functions.tarm»'],
  ['a call that lost its recipient', user + call(a).replace(/ to=\S+(?=<)/, '') + reply(a) + answer],
  ['the call', user + call(a) + reply(a) + answer],
  ['a reply out of order', user + call(a) + call(b) + reply(b) + reply(a) + answer],
  ['two replies', user + call(a) + reply(a) + reply(a) + answer],
  ['a late reply', user + call(a) + answer.replace('return', 'end') + user + reply(a) + answer],
  ['a namespace and its function', user + call('browser.search') + reply('browser') + answer],
  ['a tool without namespace', user + call(a) + reply('tram') + answer],
  ['a beginning in the middle', reply(a) + answer],
  ['a beginning in the middle, after instructions', system + reply(a) + answer],
  ['a beginning in the middle of several calls', call(b) + reply(a) + reply(b) + answer],
  ['an end in the middle', user + call(a)],
];

suite('replies to tools that were not called', () => {
  for (const [what, text, ...expected] of examples) test(what, () => assert.deepEqual(strays(text), expected));
});

test('the tool that was called is suggested, and written', () => {
  const text = user + call(a) + reply('functions.tarm') + answer;
  const [problem] = check(text, { dialect: 'harmony' }).filter(({ code }) => code === 'call-id-unmatched');
  assert.match(
    problem?.message ?? '',
    /call to `functions.tram` has no reply; if this is that reply, write `functions.tram`/,
  );
  const fixes = applications(checked(text, 'harmony')).map(({ after }) => after);
  assert.ok(fixes.includes(user + call(a) + reply(a) + answer), fixes.join('\n'));
});

test('whatever is edited, the problems are those of a fresh check', () => {
  const texts = examples.map(([, text]) => text);
  const { transcript, checker } = checked('', 'harmony');
  for (const [i, from] of texts.entries()) {
    for (const to of [...texts.slice(i), ...texts.slice(0, i)].slice(0, 8)) {
      for (const now of [from, to]) {
        const old = transcript.getText();
        let start = 0;
        while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
        let tail = 0;
        while (tail < Math.min(old.length, now.length) - start && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
        transcript.replace(start, old.length - tail, now.slice(start, now.length - tail));
        checker.update();
        const told = (of: typeof checker) =>
          of.problems(1e9).problems.map(({ problem, block }) => [problem.code, problem.message, block.text]);
        assert.deepEqual(told(checker), told(checked(now, 'harmony').checker), `${old}\n${now}`);
      }
    }
  }
});
