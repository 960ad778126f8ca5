/** Constrained answers are checked against the formats that a developer message requests (HARM-37). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Checker } from '../../server/src/checker/checker.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { summary } from '../support/check.ts';

const developer = (formats: string) => `<|start|>developer<|message|># Response Formats\n\n${formats}<|end|>`;
const number = '## n\n\n{"type": "object", "properties": {"n": {"type": "number"}}, "required": ["n"]}\n';
const answer = (body: string) => `<|start|>assistant<|channel|>final<|constrain|>json<|message|>${body}<|return|>`;
const found = (text: string) => summary(`version: 2.2\n${text}`);

test('an answer that lacks a key, has a wrong value, or is right', () => {
  assert.deepEqual(found(developer(number) + answer('{"n": "1"}')), ['response-format «"1"»']);
  assert.deepEqual(found(developer(number) + answer('{}')), ['response-format «{}»']);
  assert.deepEqual(found(developer(number) + answer('{"n": 1}')), []);
});

test('any of several formats will do; what cannot be read asks for nothing', () => {
  const text = '## t\n// Or a text.\n{"type": "object", "properties": {"t": {"type": "string"}}, "required": ["t"]}\n';
  assert.deepEqual(found(developer(number + text) + answer('{"t": "x"}')), []);
  assert.equal(found(developer(number + text) + answer('{"t": 1}')).length, 1);
  assert.deepEqual(found(developer(`${number}## t\n{broken\n`) + answer('{"t": 1}')), []);
  assert.deepEqual(found(`${developer(number)}<|start|>assistant<|channel|>final<|message|>{}<|return|>`), []);
});

test('a format that comes or goes has answers checked again', () => {
  const text = `version: 2.2\n${developer(number)}${answer('{}')}`;
  const transcript = new Transcript('test:', 'ocml', 0, text);
  const checker = new Checker(transcript, { strict: false, levels: {} });
  const codes = () => checker.problems(10).problems.map(({ problem }) => problem.code);
  assert.deepEqual(codes(), ['response-format']);
  const at = text.indexOf('# Response');
  const range = { start: transcript.positionAt(at), end: transcript.positionAt(at + 1) };
  transcript.update([{ range, text: '' }], 1);
  checker.update();
  assert.deepEqual(codes(), []);
});
