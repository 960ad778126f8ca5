/** Each file gets the right configuration, and no configuration can do harm. */
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import '../support/seeded.ts';
import { readConfig } from '../../server/src/project/config.ts';
import { type Chosen, Projects } from '../../server/src/project/projects.ts';
import type { Level } from '../../server/src/rules/support/rule.ts';

const top = resolve('/top');
const base = {
  dialect: undefined,
  strict: false,
  sequencePair: undefined,
  levels: {},
  extraTokens: [],
  profile: undefined,
  training: false,
};

function projects(files: Readonly<Record<string, string>>) {
  const complaints: string[] = [];
  let reads = 0;
  const all = new Projects({
    read(path) {
      reads++;
      return Object.entries(files).find(([name]) => join(top, name) === path)?.[1];
    },
    complain: (message) => complaints.push(message),
  });
  const of = (file: string, from: typeof base & { levels: Record<string, Level> } = base) =>
    all.settingsFor(join(top, file), from);
  return { all, of, complaints, reads: () => reads };
}

test('what is not said is as the user has it; what is said goes before', () => {
  const { of } = projects({ '.ocmlrc.yaml': 'dialect: auto\nrules: {stray-text: error}\n' });
  const sequencePair = { begin: '<bos>', end: '<eos>' };
  const levels = { 'stray-text': 'off', 'end-missing': 'hint' } as const;
  const more = { extraTokens: ['<|image|>'], profile: 'template', training: true } as const;
  const user = { dialect: 'harmony', strict: true, sequencePair, levels, ...more };
  assert.deepEqual(of('a.ocml', user as never), {
    dialect: undefined,
    strict: true,
    sequencePair,
    levels: { 'stray-text': 'error', 'end-missing': 'hint' },
    ...more,
  });
});

test('a pair of sequence tokens; what is none is named', () => {
  const pair = { begin: '<bos>', end: '<eos>' };
  const { of, complaints } = projects({ '.ocmlrc.json': JSON.stringify({ sequenceTokens: pair }) });
  assert.deepEqual(of('a.ocml').sequencePair, pair);
  assert.deepEqual(complaints, []);
  const wrong = [
    null,
    [],
    '<bos>',
    {},
    { begin: '<bos>' },
    { begin: '', end: '<eos>' },
    { begin: 'a b', end: '<eos>' },
    { begin: 1, end: 2 },
    { ...pair, middle: '' },
    { begin: '<bos>', end: '<|im_end|>' },
  ];
  for (const sequenceTokens of wrong) {
    const project = projects({ '.ocmlrc.json': JSON.stringify({ sequenceTokens }) });
    assert.equal(project.of('a.ocml').sequencePair, undefined);
    assert.match(project.complaints.join(), /sequenceTokens is .*; write two tokens/);
  }
});

test('of two configurations in a folder, the first counts; folders are read once', () => {
  const { all, of, reads } = projects({ '.ocmlrc.json': '{"strict": true}', '.ocmlrc.yaml': 'strict: false' });
  assert.equal(of('a/b/c.ocml').strict, true);
  const before = reads();
  assert.equal(of('a/b/d.ocml').strict, true);
  assert.equal(reads(), before);
  all.forget();
  of('a/b/d.ocml');
  assert.equal(reads(), 2 * before);
});

test('globs of overrides', () => {
  const rows: [glob: string, file: string, fits: boolean][] = [
    ['*.ocml', 'a.ocml', true],
    ['*.ocml', 'deep/down/a.ocml', true],
    ['./*.ocml', 'a.ocml', true],
    ['./*.ocml', 'deep/a.ocml', false],
    ['logs/*', 'logs/a.ocml', true],
    ['logs/*', 'logs/deep/a.ocml', false],
    ['logs/**', 'logs/deep/.a.ocml', true],
    ['**/{x,y}/*.ocml', 'deep/y/a.ocml', true],
    ['[a-', 'a.ocml', false],
  ];
  for (const [glob, file, fits] of rows) {
    const { of } = projects({ '.ocmlrc.json': JSON.stringify({ overrides: [{ files: [glob], strict: true }] }) });
    assert.equal(of(file).strict, fits, `${glob} ${file}`);
  }
});

test('wrong values are named with their place, and what to write', () => {
  const { of, complaints } = projects({
    '.ocmlrc.yaml': [
      'dialect: klingon',
      'strict: yes please',
      'root: 1',
      'rules: {call-unanswerd: error, stray-text: 3}',
      'overrides: [{rules: {}}, {files: logs}, 7, {files: ["*"], root: true, strict: true}]',
    ].join('\n'),
  });
  assert.equal(of('a.ocml').strict, true);
  const short = complaints.map((one) => one.slice(join(top, '.ocmlrc.yaml: ').length).replace(/[;,.] .*|\.$/, ''));
  assert.deepEqual(short, [
    'dialect is "klingon"',
    'strict is "yes please"',
    'root is 1',
    'overrides[0] needs `files`',
    'overrides[1].files is "logs"',
    'overrides[2] must be an object with `files`',
    'overrides[3].root is unknown',
    'rules.call-unanswerd is not a rule code',
    'rules.stray-text is 3',
  ]);
  assert.match(complaints.join('\n'), /Did you mean `call-unanswered`\?/);
});

test('no text makes reading throw', () => {
  const deep = `${'['.repeat(20_000)}`;
  const bomb = `a: &a [x, x]\n${[...'bcdefghijklm'].map((c, i) => `${c}: &${c} [${`*${'abcdefghijklm'[i]},`.repeat(9)}]`).join('\n')}`;
  for (const name of ['.ocmlrc.json', '.ocmlrc.yaml']) {
    for (const text of [deep, bomb, 'null', '7', '"x"', '[]', '{"__proto__": {"strict": true}}', '\uFEFF{}', 'x: *y'])
      readConfig(name, text, () => {});
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        readConfig(name, text, () => {});
      }),
    );
  }
});

test('a tokenizer and a trainer, each with the folder of its configuration', () => {
  const { of, complaints } = projects({
    '.ocmlrc.json':
      '{"tokenizer": "./model", "trainer": "trl", "overrides": [{"files": ["b.jsonl"], "trainer": "flags"}]}',
    'sub/.ocmlrc.yaml':
      'trainer: {name: axolotl, options: {train_on_eos: all}, config: a.yaml, maxLength: 9, over: right}',
  });
  assert.deepEqual(of('a.jsonl'), {
    ...base,
    projectTokenizer: { name: './model', folder: top },
    trainer: { choice: { name: 'trl' }, folder: top },
  });
  const { trainer, projectTokenizer } = of('sub/a.jsonl') as Chosen;
  assert.deepEqual(trainer, {
    choice: { name: 'axolotl', options: { train_on_eos: 'all' }, config: 'a.yaml', maxLength: 9, over: 'right' },
    folder: join(top, 'sub'),
  });
  assert.equal(projectTokenizer?.folder, top);
  assert.equal((of('b.jsonl') as Chosen).trainer?.choice.name, 'flags');
  assert.deepEqual(complaints, []);
});

test('what is not a trainer or a tokenizer is named', () => {
  const wrong: readonly unknown[] = [
    ...['nothing', '', 7, [], {}, { options: {} }, { name: 'trl', more: 1 }, { name: 'trl', options: [] }],
    ...[
      { name: 'trl', maxLength: 0 },
      { name: 'trl', over: 'up' },
      { name: 'axolotl', config: '' },
    ],
    ...['constructor', { name: 'constructor' }, { name: 'trl', constructor: {} }],
  ];
  for (const trainer of wrong) {
    const { of, complaints } = projects({ '.ocmlrc.json': JSON.stringify({ trainer }) });
    assert.deepEqual(of('a.jsonl'), base);
    assert.match(complaints.join(), /trainer is .*; write `trl`, `trl-dpo`, .* or an object, as in/);
  }
  const { of, complaints } = projects({ '.ocmlrc.json': '{"tokenizer": ["x"]}' });
  of('a.jsonl');
  assert.match(complaints.join(), /tokenizer is \["x"\]; write the path to a tokenizer\.json, or to its folder/);
});
