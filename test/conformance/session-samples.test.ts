/**
 * Agent logs in each format are recognized, contain every text of the conversation once, and have no problems.
 *
 * The logs are generated, and taken from `OCML_TRACES` (by default `../shared/training/trace-samples`) if it exists.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { foreignLogAdvice } from '../../server/src/model/json/shapes/foreign-logs.ts';
import { readUnit } from '../../server/src/syntax/json/json-unit.ts';
import { root } from '../support/root.ts';
import { parallel } from '../support/sessions/claude-code.ts';
import { old } from '../support/sessions/codex.ts';
import { cursors, droids, telemetry, traces, trajectories, uiMessages } from '../support/sessions/others.ts';
import { openSession, problemsIn, toldIn } from '../support/sessions/telling.ts';

const folder = process.env.OCML_TRACES ?? join(root, '../shared/training/trace-samples');
/** Whether the file contains rows or chat API requests, which other tests read. */
const isRow = (name: string) => /^(?:anthropic|openai|responses)/.test(name);
const names = existsSync(folder) ? readdirSync(folder).filter((name) => !isRow(name)) : [];
const samples = names.map((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  return [name, name.endsWith('.json') ? text.trim() : text] as const;
});

const own: readonly (readonly [name: string, text: string])[] = [
  ['Claude Code', parallel],
  ['Codex', old],
  ['session trace', traces.parallel],
  ['ATIF', trajectories.parallel],
  ['OpenTelemetry', telemetry.list],
  ['OpenTelemetry, spans', telemetry.spans],
  ['AI SDK', uiMessages.steps],
  ['Droid', droids.calls],
  ['Cursor', cursors.calls],
];

/** Fields that hold text of the conversation in some format. */
const telling = new Set([
  ...[
    'content',
    'text',
    'thinking',
    'reasoning',
    'reasoning_content',
    'reasoningContent',
    'message',
    'output',
    'response',
  ],
  ...['chatCompletionReasoningContent', 'errorText'],
]);

/**
 * Returns the texts of a conversation in a log. Text that is JSON is parsed. Events of Codex are skipped because they repeat items of the
 * log.
 */
function textsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') {
    if (/^\[\{.*\}\]$/s.test(value)) return textsIn(JSON.parse(value));
    return telling.has(key) && value.trim() !== '' ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const { type } = value as { type?: unknown };
  if (type === 'event_msg' || type === 'session_meta' || type === 'turn_context') return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, Array.isArray(value) ? key : name));
}

function valuesIn(text: string): unknown[] {
  if (!text.includes('\n')) return [JSON.parse(text)];
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

suite('logs of agents', () => {
  for (const [name, text] of [...own, ...samples])
    test(name, () => {
      const document = openSession(text);
      const [unit] = document.units;
      const { root: value } = unit ? readUnit(unit) : {};
      if (document.shape === 'unknown')
        return assert.match((value && foreignLogAdvice(value)) ?? '', /^This looks like an export from /);
      const told = toldIn(text);
      assert.ok(told.length > 1, text);
      assert.equal(new Set(told).size, told.length, told.join('\n'));
      const all = told.join('\n');
      const plain = (one: string) => JSON.stringify(one).slice(1, -1);
      for (const said of valuesIn(text).flatMap((value) => textsIn(value)))
        assert.ok(all.includes(said) || all.includes(plain(said)), `${said} is missing in\n${all}`);
      assert.deepEqual(
        problemsIn(text).filter((problem) => !/ information (?:call-unanswered|session-record)$/.test(problem)),
        [],
      );
    });
  test('samples', { skip: samples.length === 0 && 'no samples here' }, () => {
    assert.ok(samples.length > 5);
  });
});
