/** Configures `ocml check` with `.ocmlrc.json` and `.ocmlrc.yaml`, and with levels in the document itself. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createFolder, type Folder, warned } from './ocml.ts';

const folders: Folder[] = [];
after(() => {
  for (const folder of folders) folder.remove();
});

function folderWith(files: Readonly<Record<string, string>>): Folder {
  const folder = createFolder(files);
  folders.push(folder);
  return folder;
}

/** Returns the problems, each as `file severity code`. */
function found(folder: Folder, ...args: readonly string[]): string[] {
  const { stdout, stderr } = folder.ocml('check', '--format', 'json', ...args);
  assert.equal(stderr, '');
  return JSON.parse(stdout).flatMap(({ file, diagnostics }: { file: string; diagnostics: Record<string, string>[] }) =>
    diagnostics.map(({ severity, code }) => `${file} ${severity} ${code}`),
  );
}

test('the nearest configuration goes first, up to the root', () => {
  const folder = folderWith({
    '.ocmlrc.json': '{ "rules": { "stray-text": "error" }, } // comments are fine',
    'a.ocml': warned,
    'sub/.ocmlrc.yaml': 'rules:\n  stray-text: hint\n',
    'sub/b.ocml': warned,
    'other/.ocmlrc.yaml': 'root: true\n',
    'other/deep/c.ocml': warned,
  });
  assert.deepEqual(found(folder, '.'), [
    'a.ocml error stray-text',
    'other/deep/c.ocml warning stray-text',
    'sub/b.ocml hint stray-text',
  ]);
});

test('overrides by glob, relative to the configuration; the last counts', () => {
  const folder = folderWith({
    '.ocmlrc.yaml': [
      'overrides:',
      '  - files: [logs/**]',
      '    rules: {stray-text: "off"}',
      '  - files: ["*.log"]',
      '    dialect: harmony',
      '    strict: true',
      '  - files: [logs/keep/*]',
      '    rules: {stray-text: error}',
    ].join('\n'),
    'a.ocml': warned,
    'logs/b.ocml': warned,
    'logs/keep/c.ocml': warned,
    'x/y.log': '<|start|>functions.f to=assistant<|message|>1<|end|>',
  });
  assert.deepEqual(found(folder, '.'), ['a.ocml warning stray-text', 'logs/keep/c.ocml error stray-text']);
  const [{ dialect }] = JSON.parse(folder.ocml('check', '--format', 'json', 'x/y.log').stdout);
  assert.equal(dialect, 'harmony');
});

test('--config in place of what is found, --no-config for none, flags before both', () => {
  const folder = folderWith({
    '.ocmlrc.json': '{ "rules": { "stray-text": "error" }, "strict": true }',
    'else/other.json': '{ "rules": { "stray-text": "hint" } }',
    'a.ocml': warned,
  });
  assert.deepEqual(found(folder, 'a.ocml'), ['a.ocml error stray-text']);
  assert.deepEqual(found(folder, '--no-config', 'a.ocml'), ['a.ocml warning stray-text']);
  assert.deepEqual(found(folder, '--config', 'else/other.json', 'a.ocml'), ['a.ocml hint stray-text']);
  assert.deepEqual(found(folder, '--rule', 'stray-text=off', 'a.ocml'), []);
  for (const args of [
    ['--config', 'none.json'],
    ['--config', 'else/other.json', '--no-config'],
  ]) {
    const { status, stderr } = folder.ocml('check', ...args, 'a.ocml');
    assert.equal(status, 2);
    assert.match(stderr, /^ocml check: --config[^\n]+\n$/);
  }
});

test('what is wrong in a configuration is named, and the rest of it holds: 2', () => {
  const folder = folderWith({
    '.ocmlrc.json': '{ "rules": { "stray-text": "error", "stray-txt": "off", "end-missing": "loud" }, "strikt": true }',
    'broken/.ocmlrc.yaml': 'rules: [\n',
    'broken/b.ocml': warned,
    'a.ocml': warned,
  });
  const { status, stdout, stderr } = folder.ocml('check', '.');
  assert.equal(status, 2);
  assert.match(stdout, /a\.ocml:3:1: error stray-text/);
  const file = join(folder.path, '.ocmlrc.json');
  const lines = stderr.trimEnd().split('\n');
  assert.deepEqual(lines.slice(0, 3), [
    `ocml check: ${file}: strikt is unknown, so it has no effect. Did you mean \`strict\`?`,
    `ocml check: ${file}: rules.stray-txt is not a rule code. Did you mean \`stray-text\`?`,
    `ocml check: ${file}: rules.end-missing is "loud"; write \`error\`, \`warning\`, \`information\`, \`hint\` or \`off\`.`,
  ]);
  assert.match(lines[3] ?? '', /broken.\.ocmlrc\.yaml: is not YAML: /);
  assert.equal(lines.length, 4);
});

test('lint in the document header: before the project, after flags', () => {
  const lint = (text: string) => warned.replace('\n', `\nlint: {${text}}\n`);
  const folder = folderWith({
    '.ocmlrc.json': '{ "rules": { "stray-text": "error", "document-key-unknown": "error" } }',
    'a.ocml': lint('stray-text: hint'),
    'b.ocml': lint('stray-text: off'),
    'c.ocml': lint('stray-txt: off, end-missing: loud, call-unanswered: '),
  });
  assert.deepEqual(found(folder, '.'), [
    'a.ocml hint stray-text',
    'c.ocml warning document-key-type',
    'c.ocml warning document-key-type',
    'c.ocml error stray-text',
  ]);
  assert.deepEqual(found(folder, '--rule', 'stray-text=warning', 'b.ocml'), ['b.ocml warning stray-text']);
});

test('tokens of ChatML on the wire besides its own', () => {
  const image =
    '[{"token":"<|start|>"},"user",{"token":"<|message|>"},"a",{"token":"<|image|>"},{"token":"<|end_message|>"}]';
  const folder = folderWith({
    '.ocmlrc.yaml': 'overrides: [{files: [sub/**], wire.extraTokens: ["<|image|>"]}]',
    'a.chatml.json': image,
    'sub/a.chatml.json': image,
    'sub/b.chatml.json': image.replace('image', 'img'),
  });
  assert.deepEqual(found(folder, '.'), [
    'a.chatml.json error wire-token-unknown',
    'sub/b.chatml.json error wire-token-unknown',
  ]);
  folder.write({ '.ocmlrc.yaml': 'wire.extraTokens: image' });
  assert.match(folder.ocml('check', 'a.chatml.json').stderr, /wire\.extraTokens is "image"; write a list of tokens/);
});

test('a JSON dialect is chosen for files that are JSON by their names, and for no others', () => {
  const line = '{"messages": [{"role": "usr", "content": "Hi"}]}\n';
  const folder = folderWith({
    '.ocmlrc.yaml': 'overrides:\n  - {files: ["data/*"], dialect: messages}\n',
    'data/train.jsonl': line,
    'data/a.ocml': warned,
    'train.messages.jsonl': line,
  });
  assert.deepEqual(found(folder, 'data/train.jsonl', 'data', 'train.messages.jsonl'), [
    'data/train.jsonl warning template-role-unknown',
    'data/a.ocml warning stray-text',
    'train.messages.jsonl warning template-role-unknown',
  ]);
});
