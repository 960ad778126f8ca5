/** The quick check for plain JSON values skips a rule only if the rule declares that it reports nothing for plain values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inChats } from '../../server/src/checker/json/chats.ts';
import { JsonChecker } from '../../server/src/checker/json/checker.ts';
import { jsonRules } from '../../server/src/checker/json/rules.ts';
import type { JsonDialectId, ShapeName } from '../../server/src/grammar/index.ts';
import type { JsonScope } from '../../server/src/rules/support/json-scope.ts';
import { Aspect, type JsonRule, type Level } from '../../server/src/rules/support/rule.ts';
import { JsonDocument } from '../../server/src/syntax/json/document.ts';

const facts = { code: 'made-up', title: '', section: '', level: 'warning' } as const;

/** A rule that reports every value of two dialects. */
const everywhere: JsonScope = {
  dialects: ['messages', 'stream-event'],
  check: ({ text }, report) => report({ start: 0, end: text.length }, 'seen'),
};

const plain: readonly (readonly [name: string, JsonDialectId, ShapeName, text: string])[] = [
  ['a list of messages', 'messages', 'unknown', '{"messages": [{"role": "user", "content": "Hi"}]}'],
  ['a list that nobody chose', 'json', 'messages', '{"messages": [{"role": "user", "content": "Hi"}]}'],
  ['a row of ShareGPT', 'json', 'sharegpt', '{"conversations": [{"from": "human", "value": "Hi"}]}'],
  ['an event', 'stream-event', 'unknown', '{"event": "response.delta", "delta": "Hi"}'],
];

/** Returns the number of problems that the made-up rule reports in a document of two lines. */
function reports(
  rule: JsonRule,
  [, dialect, shape, text]: (typeof plain)[number],
  settings: { training?: boolean; levels?: Readonly<Record<string, Level>> } = {},
): number {
  const all = jsonRules as JsonRule[];
  all.push(rule);
  try {
    const document = new JsonDocument('test:', 'json', 0, `${text}\n${text}`, dialect, true, shape);
    const checker = new JsonChecker(document, { strict: false, levels: {}, ...settings }, (code, cause) => {
      throw new Error(`${code} threw`, { cause });
    });
    return checker.problems(100).problems.filter(({ problem }) => problem.code === rule.code).length;
  } finally {
    all.splice(all.indexOf(rule), 1);
  }
}

for (const one of plain) {
  test(`a new rule is run on ${one[0]}, and in training rows`, () => {
    const rule: JsonRule = { ...facts, json: everywhere };
    assert.equal(reports(rule, one), 2);
    assert.equal(reports(rule, one, { training: true }), 2);
  });

  test(`so is one that is off, once it is on, on ${one[0]}`, () => {
    const rule: JsonRule = { ...facts, level: 'off', json: everywhere };
    assert.equal(reports(rule, one), 0);
    assert.equal(reports(rule, one, { levels: { 'made-up': 'hint' } }), 2);
  });

  test(`one that says that it has nothing to say of ${one[0]} is not run on it`, () => {
    const rule: JsonRule = { ...facts, json: { ...everywhere, silentOnPlainValues: true } };
    assert.equal(reports(rule, one), 0);
    assert.equal(reports(rule, one, { training: true }), 2);
  });
}

test('a rule for all content gets only messages with the aspects that it asks for', () => {
  const seen: string[] = [];
  const [rule] = inChats({
    ...facts,
    needs: [],
    chats: 'contents',
    message: {
      when: Aspect.Assistant,
      check({ content }) {
        seen.push(content.text);
      },
    },
  });
  assert.ok(rule);
  const text = '{"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]}';
  reports(rule, ['a list', 'messages', 'unknown', text]);
  assert.deepEqual(seen, ['Hello', 'Hello']);
});

test('by default, every rule that looks at single values says so: else each line of a data set is read with its places', () => {
  const reading = jsonRules.filter(
    ({ level, json: { dialects, check, silentOnPlainValues } }) =>
      level !== 'off' && check && !silentOnPlainValues && everywhere.dialects.some((one) => dialects.includes(one)),
  );
  const codes = reading.map(({ code }) => code);
  assert.deepEqual(
    codes,
    [],
    `set \`silentOnPlainValues\` in ${codes.join(', ')}, once \`checker/json/fast-path.ts\` finds every row with a fault`,
  );
});
