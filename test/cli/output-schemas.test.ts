/** Each kind of output conforms to its own JSON schema. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { checkOutput, faultsOf } from '../support/output-schemas.ts';
import { root } from '../support/root.ts';
import { tokenizer } from '../support/tokenizer.ts';
import { createFolder, faulty } from './ocml.ts';

const chat =
  'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n' +
  '<|start|>assistant<|channel|>analysis<|message|>Ask.<|end|>\n' +
  '<|start|>assistant to=functions.f<|channel|>commentary<|message|>{}<|call|>\n' +
  '<|start|>functions.f to=assistant<|channel|>commentary<|message|>1<|end|>\n' +
  '<|start|>assistant<|channel|>final<|message|>Hello.<|end|>\n';
const rows = `${JSON.stringify({
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello.' },
  ],
})}\n{"messages": [}\n`;
const folder = createFolder({
  'a.ocml': chat,
  'b.ocml': faulty,
  'rows.jsonl': rows,
  'error.log': 'openai_harmony.HarmonyError: Unknown role: usr\n',
  'output.txt': '<|channel|>finl<|message|>Hello.<|return|>',
  'tokenizer.json': JSON.stringify(tokenizer),
  'chat.jinja': '{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}',
});
after(() => folder.remove());

const mask = ['--tokenizer', 'tokenizer.json', '--template', 'chatml', '--trainer', 'trl'];
/** The arguments for each kind of output. */
const runs: readonly (readonly string[])[] = [
  ['check', '--format', 'json', 'a.ocml', 'b.ocml', 'rows.jsonl'],
  ['check', '--format', 'jsonl', 'rows.jsonl'],
  ['check', '--counts', 'counts.json', 'rows.jsonl'],
  ['explain', '--format', 'json', 'output.txt'],
  ['explain', '--format', 'json', 'error.log'],
  ['explain', '--format', 'json', 'output.txt', 'error.log'],
  ...[[], ['--stats'], ['--turns'], ['--calls'], ['--call', '1']].map((what) => [
    'inspect',
    '--format',
    'json',
    ...what,
    'a.ocml',
  ]),
  ['inspect', '--format', 'json', 'a.ocml', 'b.ocml'],
  ['report', '--format', 'json', 'rows.jsonl'],
  ['mask', '--format', 'json', ...mask, 'rows.jsonl'],
  ['mask', '--format', 'jsonl', ...mask, 'rows.jsonl'],
  ['convert', '--to', 'chatml', '--report', 'report.json', 'a.ocml'],
  ['render', '--template', 'chatml', '--spans', 'spans.json', 'a.ocml'],
  ['sessions', '--format', 'json'],
  ['tokens', '--format', 'json', 'a.ocml'],
  ['tokens', '--format', 'json', '--tokenizer', 'tokenizer.json', 'a.ocml'],
  ['rules', '--format', 'json'],
  ['rules', '--format', 'json', 'end-missing'],
  ['templates', '--check', 'chat.jinja', '--format', 'json'],
];

suite('each kind of output is as its schema says', () => {
  for (const args of runs)
    test(args.join(' '), () => {
      const { status, stdout, stderr } = folder.ocml(...args);
      assert.notEqual(status, 2, stderr);
      checkOutput(args, stdout, status, folder.path);
    });
});

test('what is missing, of another type or unknown is found', () => {
  const entry = JSON.parse(folder.ocml('check', '--format', 'json', 'b.ocml').stdout)[0];
  assert.deepEqual(faultsOf('check', [entry]), []);
  const { mode: _, ...without } = entry;
  const [diagnostic] = entry.diagnostics;
  for (const wrong of [
    without,
    { ...entry, unknown: 1 },
    { ...entry, file: 1 },
    { ...entry, diagnostics: [{ ...diagnostic, severity: 'bad' }] },
    { ...entry, diagnostics: [{ ...diagnostic, offset: [1] }] },
    { ...entry, diagnostics: [{ ...diagnostic, range: { start: { line: 0 } } }] },
  ])
    assert.notDeepEqual(faultsOf('check', [wrong]), [], JSON.stringify(wrong));
  for (const name of readdirSync(join(root, 'schemas/output')))
    assert.notDeepEqual(faultsOf(name.replace('.schema.json', ''), { unknown: 1 }), [], name);
});
