/** Transcripts that are strings in JSON: each is checked as a separate document, and fixed within its string. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createFolder } from './ocml.ts';
import { problemsIn } from './problems.ts';

const folder = createFolder();
after(() => folder.remove());

test('a list of texts in one file: each is a document of its own, and its problems stand in the file', () => {
  const right = { text: '<|im_start|>user\nHi "Ann" \u00e9<|im_end|>\n' };
  const harmony = { text: '<|start|>assistant<|channel|>fnal<|message|>Hi<|return|>' };
  const lost = { id: 3, text: '<|im_start|>user\n"Hi"<|im_end|>\nlost\n' };
  const { shape, found } = problemsIn(
    folder,
    'texts.json',
    JSON.stringify([right, lost, harmony, right, { id: 4 }, 7], null, 1),
  );
  assert.equal(shape, 'text');
  assert.deepEqual(found, [
    '7 stray-text «lost»',
    '10 E-PARSE-HEADER «fnal»',
    '15 template-shape «{»',
    '18 template-shape «7»',
  ]);
});

test('prose among transcripts is not text between messages', () => {
  const rows = [{ text: '<|im_start|>user\nHi<|im_end|>\n' }, { text: 'Once upon a time.' }];
  assert.deepEqual(problemsIn(folder, 'mixed.jsonl', rows.map((row) => JSON.stringify(row)).join('\n')).found, []);
});

test('a list of objects with a text that is not a transcript is of no known shape', () => {
  const parts = [{ type: 'text', text: 'Hi' }, { text: 'a <|im_start|> in prose' }];
  const { shape, found } = problemsIn(folder, 'prose.json', JSON.stringify(parts));
  assert.equal(shape, 'unknown');
  assert.match(found.join(), /^1 json-shape-unknown/);
});

test('a slip of JSON beside a text is told with the problems of the text; what is not JSON, alone', () => {
  const text = '<|im_start|>user\\nHi<|im_end|>\\nlost\\n';
  assert.deepEqual(problemsIn(folder, 'slip.json', `{"text": "${text}",}`).found, [
    '1 stray-text «lost»',
    '1 wire-trailing-comma «,»',
  ]);
  assert.deepEqual(problemsIn(folder, 'broken.json', `{"id": 1 "text": "${text}"}`).found, ['1 wire-json «"»']);
});

test('--fix mends texts inside their strings, and changes nothing else', () => {
  const user = '<|im_start|>user \\nHi \\u00e9 \\/ \\ud83c\\udf31 \\"x\\"<|im_end|>\\n';
  const fixed = user.replace('user ', 'user');
  const odd = '<|im_start|>assistent\\nHi<|im_end|>\\n';
  const rows = (text: string) =>
    `{"n": 1.0, "text":"${text}" }\r\n\r\n{ "text": "${odd}"}\r\n{"text": "${text}${odd}"}`;
  const list = (text: string) => `[ {"text":\n"${text}", "n":1e3},\n {"text": "${odd}"} ]\n`;
  folder.write({
    'texts.jsonl': rows(user),
    'list.json': list(user),
    'one.json': `{"text": "${user}",}`,
    'chosen.jsonl': rows(user),
  });
  folder.ocml('check', '--fix', 'texts.jsonl', 'list.json', 'one.json');
  folder.ocml('check', '--fix', '--dialect', 'openchatml-0.1', 'chosen.jsonl');
  const now = (name: string) => readFileSync(join(folder.path, name), 'utf8');
  assert.equal(now('texts.jsonl'), rows(fixed));
  assert.equal(now('list.json'), list(fixed));
  assert.equal(now('one.json'), `{"text": "${fixed}"}`);
  assert.equal(now('chosen.jsonl'), rows(fixed));
});

test('a fix inside a string says where it is in the file', () => {
  const before = '{"text": "<|im_start|>system\\nIt is \\"Ann\\".<|im_end|>\\n<|im_start|>user';
  folder.write({ 'fixes.json': `[\n${before} \\nHi<|im_end|>\\n"}\n]` });
  const { stdout } = folder.ocml('check', '--format', 'sarif', 'fixes.json');
  const [{ results }] = JSON.parse(stdout).runs;
  assert.equal(results.length, 1);
  const column = before.length + 1;
  assert.deepEqual(results[0].fixes[0].artifactChanges[0].replacements, [
    {
      deletedRegion: { startLine: 2, startColumn: column, endLine: 2, endColumn: column + 1 },
    },
  ]);
});
