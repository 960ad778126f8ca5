/** Fixes in a document that breaks off or lacks one character: text that a fix does not edit is read as before. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { FixEdit } from '../../server/src/fixes/fix.ts';
import type { JsonDialectId } from '../../server/src/grammar/index.ts';
import { readUnit } from '../../server/src/syntax/json/json-unit.ts';
import type { JsonNode } from '../../server/src/syntax/json/nodes.ts';
import { someOf } from '../support/effort.ts';
import { checkedJson, type JsonChecked, jsonApplications } from '../support/json-fix.ts';

const documents: readonly (readonly [JsonDialectId, string])[] = [
  ['messages', '[{"role": "usr", "content": "Hi"}, {"role": "assistant", "name": "a"}]'],
  ['messages', '{"messages": [{"rol": "user", "contents": "Hi, \\"you\\""}, {"role": "Tool", "content": 5}]}'],
  ['messages', '{"role": "user", "content": "Hi"}'],
  [
    'messages',
    '[{"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]},\n{"role": "tool", "tool_call_id": "b", "content": "x"}]',
  ],
  ['messages', '{"name": "chatm", "messages": [{"role": "assistant", "content": "x"}], "add_generation_prompt": true}'],
  [
    'openchatml-json',
    '[{"role": "assistant", "channel": "final", "tool_call": {"id": "a", "arguments": "{}"}},\n{"role": "tool", "name": "functions.f", "call_id": "a", "content": "x"}]',
  ],
  ['openchatml-json', '[{"role": "Assistant", "chanel": "analysis", "content": "", "thinking": "x", "content": "a"}]'],
  ['openchatml-json', '[{"role": "usr", "name": "functions.f", "content": {"a": [1, null]}, "conten": "x"}]'],
  [
    'chatml-wire',
    '[{"token": "<|start|>"}, "usr", {"token": "<|mesage|>"}, "Hi", "you", {"token": "<|start|>"}, "assistant", {"token": "<|end_message|>"}]',
  ],
  ['stream-event', '{"event": "response.delt", "message_id": 5, "delta": "a"}\n'],
];

/** Returns the keys and the values without children, except for edited ones, with their offsets after the edits. */
function leaves({ document }: JsonChecked, edits: readonly FixEdit[] = []): string[] {
  const found: string[] = [];
  const note = (node: JsonNode, base: number) => {
    const [start, end] = [base + node.start, base + node.end];
    if (edits.some((edit) => edit.start < end && edit.end > start)) return;
    const before = edits.filter((edit) => edit.end <= start);
    const moved = before.reduce((by, { start, end, text }) => by + text.length - (end - start), start);
    found.push(`${moved} ${node.kind} ${'value' in node ? JSON.stringify(node.value) : ''}`);
  };
  document.units.forEach((unit, index) => {
    const base = document.startOf(index);
    const { root } = readUnit(unit);
    const open = root ? [root] : [];
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.kind === 'array') open.push(...node.items);
      else if (node.kind === 'object') {
        for (const { key, value } of node.members) {
          note(key, base);
          if (value) open.push(value);
        }
      } else note(node, base);
    }
  });
  return found;
}

function checkFixes(dialect: JsonDialectId, text: string): number {
  const before = checkedJson(text, dialect);
  const applications = jsonApplications(before);
  for (const { fix, after, problem, base } of applications) {
    const edits = fix.edits.map((edit) => ({ ...edit, start: base + edit.start, end: base + edit.end }));
    const result = checkedJson(after, dialect, {}, before.document.lines);
    const told = `${problem.code}: ${fix.title}\n${text}\n${after}`;
    const faults = ({ document }: JsonChecked) => document.units.flatMap((unit) => readUnit(unit).faults).length;
    assert.ok(faults(result) <= faults(before), `more is wrong after ${told}`);
    const now = new Set(leaves(result));
    for (const leaf of leaves(before, edits)) assert.ok(now.has(leaf), `${leaf} is lost by ${told}`);
  }
  return applications.length;
}

for (const [dialect, text] of documents) {
  suite(`${dialect}: ${text.slice(0, 60)}`, () => {
    const places = Array.from({ length: text.length + 1 }, (_, at) => at);

    test('as it is', () => {
      assert.ok(checkFixes(dialect, text) > 0);
    });

    test('broken off anywhere', () => {
      for (const end of someOf(places)) checkFixes(dialect, text.slice(0, end));
    });

    test('without any one character', () => {
      for (const at of someOf(places)) checkFixes(dialect, text.slice(0, at) + text.slice(at + 1));
    });

    test('with a quote, a brace, a bracket or a line break anywhere', () => {
      for (const extra of ['"', '{', '}', '[', ']', '\n', ',', ':', '\\']) {
        for (const at of someOf(places)) checkFixes(dialect, text.slice(0, at) + extra + text.slice(at));
      }
    });
  });
}
