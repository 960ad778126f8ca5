/**
 * JSON documents have the same problems after edits as in a new check. Plain documents have no problem, and names are the same everywhere.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonEndings, tellingKeys, veryBeginning } from '../../client/src/json-facts.ts';
import { JsonChecker } from '../../server/src/checker/json/checker.ts';
import { isPlainList, isPlainShareGpt, isTriviallyClean } from '../../server/src/checker/json/fast-path.ts';
import { isPlainTrainingRow } from '../../server/src/checker/json/plain-training-row.ts';
import { jsonRules } from '../../server/src/checker/json/rules.ts';
import {
  type JsonDialectId,
  jsonDialects,
  jsonFiles,
  messageProfiles,
  type ProfileFact,
} from '../../server/src/grammar/index.ts';
import * as ofGrammar from '../../server/src/grammar/json-shapes.ts';
import { dialectOf } from '../../server/src/model/json/shapes.ts';
import { rules } from '../../server/src/rules/index.ts';
import { jsonCodes } from '../../server/src/rules/json/codes.ts';
import type { Level, Problem, Report } from '../../server/src/rules/support/rule.ts';
import { JsonDocument } from '../../server/src/syntax/json/document.ts';
import { jsonUnit, readUnit } from '../../server/src/syntax/json/json-unit.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { chat, documents, edits, value } from './random-json.ts';

const numRuns = howMany(500);
const seed = seedOf(20_250_801);

/** The levels turn on every rule. */
const levels = Object.fromEntries(
  jsonRules.map(({ code, level }) => [code, level === 'off' ? 'hint' : level] as const),
);
const settings = { strict: false, levels: levels as Record<string, Level> };

function fail(code: string, cause: unknown): never {
  throw new Error(`${code} threw`, { cause });
}

function report(document: JsonDocument, checker: JsonChecker) {
  const { problems, total, complete } = checker.problems(1e9);
  assert.equal(total, problems.length);
  assert.ok(complete);
  return problems.map((placed) => {
    const unit = document.units[placed.index];
    assert.ok(placed.problem.start >= 0 && placed.problem.end <= (unit?.text.length ?? 0));
    return { ...placed.problem, offset: checker.offsetOf(placed), range: checker.rangeOf(placed) };
  });
}

for (const dialect of jsonDialects) {
  for (const lines of dialect === 'chatml-wire' ? [false] : [true, false]) {
    test(`${dialect}${lines ? ' in lines' : ''} under edit`, () => {
      fc.assert(
        fc.property(documents, fc.array(edits, { maxLength: 4 }), (text, all) => {
          const document = new JsonDocument('test:', 'json', 0, text, dialect, lines);
          const checker = new JsonChecker(document, settings, fail);
          for (const { from, length, insert } of all) {
            checker.problems(200);
            const start = Math.floor(from * document.length);
            document.replace(start, Math.min(start + length, document.length), insert);
            checker.update();
            const fresh = new JsonDocument('test:', 'json', 0, document.getText(), dialect, lines);
            assert.deepEqual(report(document, checker), report(fresh, new JsonChecker(fresh, settings, fail)));
          }
        }),
        { numRuns, seed },
      );
    });
  }

  test(`${dialect}: what is plain has no problem`, () => {
    let plain = 0;
    fc.assert(
      fc.property(value, (one) => {
        const text = JSON.stringify(one);
        if (!isTriviallyClean(dialect, text)) return;
        plain++;
        assert.deepEqual(problemsOf(dialect, text), []);
      }),
      { numRuns: numRuns * 10, seed },
    );
    if (dialect === 'messages' || dialect === 'stream-event') assert.ok(plain > 0);
  });
}

test('a row of ShareGPT that is plain has no problem', () => {
  const word = fc.constantFrom(
    'human',
    'gpt',
    'function_call',
    'tool',
    'humn',
    'Hi',
    '<|im_end|>',
    'Hi</s>',
    '<think>Hi</think>',
    '<think>Hi',
    '',
    'chatm',
    7,
    null,
  );
  const keys = ['from', 'value', 'role', 'content', 'tool_calls', 'tool_call_id', 'recipient', 'weight'];
  const turn = fc.oneof(
    { weight: 3, arbitrary: fc.record({ from: word, value: word }) },
    fc.dictionary(fc.constantFrom(...keys), word),
  );
  const beside = fc.dictionary(
    fc.constantFrom('name', 'chosen', 'rejected', 'event', 'custom_id', 'body', 'tools', 'id'),
    word,
  );
  const row = fc
    .tuple(beside, fc.array(turn, { maxLength: 3 }))
    .map(([rest, conversations]) => ({ ...rest, conversations }));
  assertMessages(row, isPlainShareGpt);
});

test('a list of messages that is plain where nobody chose a dialect is one, and has no problem', () => {
  assertMessages(chat, isPlainList);
});

test('a training row that is plain has no problem', () => {
  const odd = fc.constantFrom(
    '',
    ' \n',
    'Ã©',
    'a\ufffdb',
    'a\0b',
    'Hi [INST] there',
    'a</s>b',
    '[/INST] Hi',
    'a<|im_end|>b',
    '<tool_call>{"name": "f"}</tool_call>',
    'Hi.\nUser: more\nAssistant: yes',
    'analysisHi.assistantfinalHello',
    'name',
    'None',
    '<think>a</think>b',
    '<think>a</think>',
  );
  const beside = fc.dictionary(
    fc.constantFrom('id', 'tool', 'tols', 'Tools', 'mesages', 'source', 'weight', 'prompt', 'label'),
    odd,
  );
  const row = fc
    .tuple(chat, beside, fc.nat(3), odd, fc.constantFrom('assistant', 'user', 'system'))
    .map(([one, rest, change, content, role]) => {
      const messages = Array.isArray(one) ? one : (one as { messages: object[] }).messages;
      const tools = Array.isArray(one) ? undefined : (one as { tools?: unknown }).tools;
      const last = { role, content: change === 0 ? content : 'Hello.' };
      return { ...(change === 1 && rest), ...(tools !== undefined && { tools }), messages: [...messages, last] };
    });
  const isPlain = (text: string) => isPlainList(text) && isPlainTrainingRow(text, JSON.parse(text));
  assertMessages(row, isPlain, true);
});

/** Asserts that every generated text that `isPlain` accepts is recognized as messages and has no problem. */
function assertMessages(arbitrary: fc.Arbitrary<unknown>, isPlain: (text: string) => boolean, training = false): void {
  let plain = 0;
  fc.assert(
    fc.property(arbitrary, (one) => {
      const text = JSON.stringify(one);
      if (!isPlain(text)) return;
      plain++;
      const unit = jsonUnit(text);
      assert.equal(dialectOf(readUnit(unit), 'json'), 'messages', text);
      const problems = problemsOf('messages', text, training);
      const codes = problems.map(({ code }) => code).join(', ');
      assert.deepEqual(
        problems,
        [],
        `${codes}: reported although the rule has \`silentOnPlainValues\`, and the fast path accepts this text:\n${text}`,
      );
    }),
    { numRuns: numRuns * 20, seed },
  );
  assert.ok(plain > 0);
}

/** Returns the problems that all rules find, even if the quick check accepts the text as plain. */
function problemsOf(dialect: JsonDialectId, text: string, training = false): Problem[] {
  const found: Problem[] = [];
  const unit = jsonUnit(text);
  for (const { code, json } of jsonRules) {
    // The quick check for plain values does not run while a rule without this declaration is on, so such rules are skipped.
    if (!json.silentOnPlainValues || !json.dialects.includes(dialect)) continue;
    if (json.silentOnPlainValues === 'rows' && !training) continue;
    const report: Report = (span, message) => found.push({ code, severity: 'error', message, ...span });
    const reading = readUnit(unit);
    const [profile] = messageProfiles as [ProfileFact];
    json.check?.(
      {
        dialect,
        alone: false,
        misnamed: false,
        text,
        reading,
        shape: 'unknown',
        extraTokens: [],
        customTemplates: {},
        profile,
        training,
        chosenProfile: undefined,
        lines: false,
      },
      report,
    );
    // Events depend on the events before them. In the other dialects, a single value can be checked.
    if (dialect !== 'stream-event') json.sequence?.({ lines: false, shape: 'unknown' })?.(unit, report);
  }
  return found;
}

test('codes and names of files are the same wherever they stand', () => {
  const inText = new Set(rules.map(({ code }) => code));
  const codes = jsonRules.map(({ code }) => code).filter((code) => !inText.has(code));
  assert.deepEqual(
    codes,
    jsonCodes,
    `server/src/rules/json/codes.ts must list exactly these codes, in this order:\n${codes.join('\n')}`,
  );
  assert.deepEqual(
    jsonFiles.map(([ending]) => ending),
    jsonEndings,
  );
  assert.deepEqual([tellingKeys, veryBeginning], [ofGrammar.tellingKeys, ofGrammar.veryBeginning]);
});
