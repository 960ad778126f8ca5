/** Names that every object inherits are handled like any unknown word on the command line, in configurations and in settings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadChecker } from '../../server/src/checker/load-checker.ts';
import { readOptions } from '../../server/src/cli/check/check-options.ts';
import { table } from '../../server/src/cli/table/index.ts';
import { parse } from '../../server/src/cli/table/parse.ts';
import { defaults, readSettings } from '../../server/src/lsp/settings.ts';
import { readConfig } from '../../server/src/project/config.ts';
import { levelsFor } from '../../server/src/rules/support/levels.ts';
import { headerValues } from '../../server/src/syntax/document-header/values.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { createFolder } from '../cli/ocml.ts';
import { check } from '../support/check.ts';
import { leaked, names } from './names/words.ts';

function optionsOf(args: readonly string[]) {
  const { values, operands } = parse(table.check, args);
  return readOptions(values, operands);
}

test('options', () => {
  for (const name of names) {
    const wrong = [
      [`--${name}`],
      [`--${name}=x`],
      ['--format', name],
      ['--max-warnings', name],
      ['--rule', name],
      ['--rule', `${name}=off`],
      ['--rule', `stray-text=${name}`],
    ];
    for (const args of wrong) {
      assert.throws(
        () => optionsOf(args),
        ({ message }: Error) => message.includes(name) && !leaked.test(message),
        args.join(' '),
      );
    }
    const { sequencePair, paths } = optionsOf(['--bos', name, '--eos', `${name}2`, name]);
    assert.deepEqual(sequencePair, { begin: name, end: `${name}2` });
    assert.deepEqual(paths, [name]);
  }
});

/** Reads a configuration as JSON and as YAML, which includes JSON. */
function configured(text: string) {
  const read = ['.ocmlrc.json', '.ocmlrc.yaml'].map((file) => {
    const complaints: string[] = [];
    const config = readConfig(file, text, (message) => complaints.push(message));
    assert.doesNotMatch(JSON.stringify([config, complaints]), leaked);
    return { config, complaints };
  });
  assert.deepEqual(read[0], read[1]);
  return read[0] as (typeof read)[number];
}

const { config: nothing } = configured('{}');

test('keys of configurations', () => {
  for (const name of names) {
    const texts = [
      `{"${name}": true}`,
      `{"${name}": {"root": true, "strict": true, "files": ["*"], "rules": {"stray-text": "off"}}}`,
      `{"rules": {"${name}": "off"}}`,
      `{"rules": {"stray-text": "${name}"}}`,
      `{"dialect": "${name}"}`,
      `{"root": "${name}"}`,
      `{"strict": {"${name}": true}}`,
      `{"sequenceTokens": {"${name}": "a", "begin": "a", "end": "b"}}`,
      `{"wire.extraTokens": {"${name}": []}}`,
      `{"overrides": {"${name}": []}}`,
    ];
    for (const text of texts) {
      const { config, complaints } = configured(text);
      assert.deepEqual(config, nothing, text);
      assert.equal(complaints.length, 1, text);
      assert.ok(complaints[0]?.includes(name), complaints[0]);
    }
    const { config, complaints } = configured(`{"overrides": [{"${name}": {"files": ["*"]}, "strict": true}]}`);
    assert.deepEqual(config, nothing);
    assert.equal(complaints.length, 2, 'the key, and that `files` is missing');
  }
});

test('settings', () => {
  for (const name of names) {
    const complaints: string[] = [];
    const read = (text: string) => readSettings(JSON.parse(text), defaults, (message) => complaints.push(message));
    assert.deepEqual(read(`{"${name}": {"strict": true}}`), defaults);
    assert.deepEqual(read(`{"ocml": {"${name}": {"strict": true}}}`), defaults);
    assert.deepEqual(read(`{"ocml.${name}": {"strict": true}}`), defaults);
    assert.deepEqual(complaints, []);
    assert.deepEqual(read(`{"dialect": "${name}"}`), defaults);
    assert.deepEqual(read(`{"rules": {"stray-text": "${name}"}}`), defaults);
    assert.equal(complaints.length, 2);
    assert.doesNotMatch(complaints.join('\n'), leaked);
    const { levels } = read(`{"rules": {"${name}": "off"}}`);
    assert.deepEqual(Object.entries(levels), [[name, 'off']]);
  }
});

test('`lint:` codes', () => {
  for (const name of names) {
    const text = `version: 2.2\nlint:\n  ${name}: off\n  stray-text: error\n<|start|>user<|message|>Hi<|end|>\nstray`;
    const [header] = new Transcript('test:', 'ocml', 1, text).blocks;
    assert.ok(header);
    const levels = levelsFor({ levels: {} }, headerValues(header));
    assert.deepEqual(Object.entries(levels), [
      [name, 'off'],
      ['stray-text', 'error'],
    ]);
    const problems = check(text);
    assert.ok(problems.some(({ code, severity }) => code === 'stray-text' && severity === 'error'));
    const unknown = problems.find(({ message }) => message.startsWith('There is no rule'));
    assert.ok(unknown?.message.includes(name), unknown?.message);
    assert.doesNotMatch(JSON.stringify(problems), leaked);
  }
  assert.ok(!loadChecker().codes.some((code) => names.includes(code)));
});

test('sub-commands and files', () => {
  const folder = createFolder({ '.ocmlrc.json': '{"__proto__": {"root": true}, "constructor": 1}' });
  try {
    for (const name of ['nosuch', 'constructor', 'valueOf', '__proto__', 'prototype']) {
      const stderr = `ocml: there is no command "${name}". ocml --help lists all commands.\n`;
      assert.deepEqual(folder.ocml(name), { status: 2, stdout: '', stderr }, name);
    }

    const missing = folder.ocml('check', ...names);
    assert.equal(missing.status, 2);
    for (const name of names) assert.match(missing.stderr, new RegExp(`${name}: no such file`));

    const text = names.map((name) => `<|start|>user ${name}=${name}<|message|>Hi<|end|>\n`).join('');
    folder.write(Object.fromEntries(names.map((name) => [`${name}.ocml`, text])));
    for (const format of ['text', 'json', 'sarif', 'github']) {
      const checked = folder.ocml('check', '--format', format, '.');
      // A wrong configuration counts as wrong usage.
      assert.equal(checked.status, 2, checked.stderr);
      assert.match(checked.stderr, /`?constructor`? is unknown/);
      assert.match(checked.stderr, /`?__proto__`? is unknown/);
      for (const name of names) assert.ok(checked.stdout.includes(`${name}.ocml`), name);
      assert.doesNotMatch(checked.stdout + checked.stderr, leaked);
    }
  } finally {
    folder.remove();
  }
});
