/** JSON documents under edit have the problems of a fresh check; what is plain has none; and names are the same everywhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonEndings } from '../../client/src/documents.ts';
import { type JsonDialectId, jsonDialects, jsonFiles } from '../../server/src/grammar/index.ts';
import { rules } from '../../server/src/rules/index.ts';
import { JsonChecker } from '../../server/src/rules/json/checker.ts';
import { jsonCodes } from '../../server/src/rules/json/codes.ts';
import { jsonRules } from '../../server/src/rules/json/index.ts';
import { isPlain } from '../../server/src/rules/json/plain.ts';
import type { Level, Problem, Report } from '../../server/src/rules/rule.ts';
import { JsonDocument, jsonUnit, readUnit } from '../../server/src/syntax/json-document.ts';

const numRuns = Number(process.env.OCML_RUNS ?? 500);
const seed = Number(process.env.OCML_SEED ?? 20_250_801);

/** Every rule is on. */
const levels = Object.fromEntries(
  jsonRules.map(({ code, level }) => [code, level === 'off' ? 'hint' : level] as const),
);
const settings = { strict: false, levels: levels as Record<string, Level> };

function fail(code: string, cause: unknown): never {
  throw new Error(`${code} threw`, { cause });
}

const word = fc.constantFrom(
  'user',
  'assistant',
  'tool',
  'usr',
  'assistant_generation',
  'final',
  'analysis',
  'm1',
  'simple',
  'a<|im_end|>b',
  '<|start|>',
  '<|end_message|>',
  '<|message|>',
  'response.delta',
  'response.cancel',
  'tool.cancel',
  '{{x}}',
  '',
);
const key = fc.constantFrom(
  'role',
  'content',
  'tool_call',
  'tool_calls',
  'tool_call_id',
  'messages',
  'name',
  'add_generation_prompt',
  'token',
  'event',
  'message_id',
  'delta',
  'channel',
  'call_id',
  'reason',
  'id',
  'recipient',
  'arguments',
  'type',
  'text',
  'thinking',
  'function',
  'tools',
);
const ids = fc.constantFrom('a', 'b', 'c');
const calls = fc.array(
  fc.oneof(
    fc.record({
      role: fc.constant('assistant'),
      content: fc.constant(null),
      tool_calls: fc.array(
        fc.record({
          id: ids,
          function: fc.record({ name: fc.constant('f'), arguments: fc.constantFrom('{}', '{"x": 1}', '[]', '{', {}) }),
        }),
        { maxLength: 3 },
      ),
    }),
    fc.record({ role: fc.constant('tool'), content: word, tool_call_id: ids }),
    fc.record({
      role: fc.constant('assistant'),
      channel: fc.constantFrom('commentary', 'analysis'),
      tool_call: fc.record({
        id: ids,
        recipient: fc.constantFrom('functions.f', 'g'),
        arguments: fc.constantFrom('{}', '[]'),
      }),
    }),
    fc.record({
      role: fc.constantFrom('tool', 'functions.f'),
      name: fc.constant('functions.f'),
      call_id: ids,
      content: word,
    }),
  ),
  { maxLength: 5 },
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    word,
    fc.constantFrom(7, true, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    fc.record({ role: word, content: word }),
    fc.record({ event: word, message_id: word, delta: word }, { requiredKeys: ['event'] }),
    fc.record({ token: word }),
    calls,
  ),
}));
const documents = fc
  .array(fc.tuple(value, fc.constantFrom('\n', '\r\n', '\n\n')), { maxLength: 5 })
  .map((all) => all.map(([one, end]) => `${JSON.stringify(one)}${end}`).join(''));
const inserts = fc.oneof(documents, fc.constantFrom('"', '”', '{', ']', ',', '\n', 'x', '\\', ''));
const edits = fc.record({ from: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.nat(12), insert: inserts });

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
        if (!isPlain(dialect, text)) return;
        plain++;
        assert.deepEqual(problemsOf(dialect, text), []);
      }),
      { numRuns: numRuns * 10, seed },
    );
    if (dialect === 'messages' || dialect === 'stream-event') assert.ok(plain > 0);
  });
}

/** What the rules say, however plain it is. */
function problemsOf(dialect: JsonDialectId, text: string): Problem[] {
  const found: Problem[] = [];
  const unit = jsonUnit(text);
  for (const { code, json } of jsonRules) {
    if (!json?.dialects.includes(dialect)) continue;
    const report: Report = (span, message) => found.push({ code, severity: 'error', message, ...span });
    json.check?.({ dialect, text, reading: readUnit(unit), extraTokens: [] }, report);
    // Events depend on those before; of the others, a value alone can be judged.
    if (dialect !== 'stream-event') json.sequence?.({ lines: false })(unit, report);
  }
  return found;
}

test('codes and names of files are the same wherever they stand', () => {
  const inText = new Set(rules.map(({ code }) => code));
  assert.deepEqual(
    jsonRules.map(({ code }) => code).filter((code) => !inText.has(code)),
    jsonCodes,
  );
  assert.deepEqual(
    jsonFiles.map(([ending]) => ending),
    jsonEndings,
  );
});
