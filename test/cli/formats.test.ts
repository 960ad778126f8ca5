/** The output of `ocml check` with `--format sarif` and `--format github`. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Validator } from '@cfworker/json-schema';
import { clean, createFolder, faulty, warned } from './ocml.ts';
import { sarifSchema } from './sarif-schema.ts';

const folder = createFolder({ 'clean.ocml': clean, 'a b/faulty.ocml': faulty, 'warned.ocml': warned });
after(folder.remove);

function sarif(...args: readonly string[]) {
  const { stdout, status } = folder.ocml('check', '--format', 'sarif', ...args);
  const log = JSON.parse(stdout);
  const { valid, errors } = new Validator(sarifSchema).validate(log);
  assert.ok(valid, JSON.stringify(errors, null, 2));
  return { status, run: log.runs[0] };
}

test('sarif: valid by its schema, each rule that occurs described once, and no other', () => {
  const { run, status } = sarif('.');
  assert.equal(status, 1);
  const { driver } = run.tool;
  assert.equal(driver.name, 'ocml');
  assert.match(driver.version, /^\d+\.\d+\.\d+/);
  assert.match(driver.informationUri, /^https:/);
  for (const { id, helpUri } of driver.rules) assert.match(helpUri, new RegExp(`^https://.*/docs/rules/${id}\\.md$`));
  const ids = driver.rules.map(({ id }: { id: string }) => id);
  const results = run.results as readonly { ruleId: string; ruleIndex: number }[];
  assert.deepEqual(ids, [...new Set(results.map(({ ruleId }) => ruleId))]);
  for (const { ruleId, ruleIndex } of results) assert.equal(ids[ruleIndex], ruleId);
  const [strayText] = sarif('warned.ocml').run.tool.driver.rules;
  assert.equal(strayText.shortDescription.text, 'Text between messages.');
  assert.match(strayText.fullDescription.text, /^Text, or a control token, is outside any message/);
  assert.match(strayText.help.markdown, /^## What\n[^]*## Use instead/);
  assert.deepEqual(strayText.defaultConfiguration, { level: 'warning' });
  assert.equal(strayText.properties.page, 'docs/rules/stray-text.md');
  assert.deepEqual(sarif('clean.ocml').run.tool.driver.rules, []);
});

test('sarif: results with places from 1, artifacts relative to the working folder', () => {
  const { run } = sarif('.');
  assert.equal(run.columnKind, 'utf16CodeUnits');
  assert.equal(run.originalUriBaseIds['%SRCROOT%'].uri, `${pathToFileURL(folder.path).href}/`);
  assert.deepEqual(
    run.artifacts.map(({ location }: { location: { uri: string } }) => location.uri),
    ['a%20b/faulty.ocml', 'clean.ocml', 'warned.ocml'],
  );
  const [first, second] = run.results;
  assert.deepEqual(first.locations, [
    {
      physicalLocation: {
        artifactLocation: { uri: 'a%20b/faulty.ocml', uriBaseId: '%SRCROOT%', index: 0 },
        region: { startLine: 2, startColumn: 10, endLine: 2, endColumn: 13 },
      },
    },
  ]);
  assert.deepEqual(
    [first, second].map(({ ruleId, ruleIndex, level }) => [ruleId, run.tool.driver.rules[ruleIndex].id, level]),
    [
      ['E-PARSE-HEADER', 'E-PARSE-HEADER', 'error'],
      ['stray-text', 'stray-text', 'warning'],
    ],
  );
  assert.deepEqual(run.invocations, [{ executionSuccessful: true }]);
});

test('sarif: other places, hints as notes, files outside, failures', () => {
  const call = '<|start|>assistant to=functions.f call_id=a<|channel|>commentary<|message|>{}<|call|>\n';
  const outside = createFolder({ 'twice.ocml': `version: 2.2\n${call}${call}` });
  const { run, status } = sarif(join(outside.path, 'twice.ocml'), 'none.ocml');
  outside.remove();
  assert.equal(status, 2);
  const twice = run.results.find(({ ruleId }: { ruleId: string }) => ruleId === 'call-id-duplicate');
  assert.equal(twice.relatedLocations[0].physicalLocation.region.startLine, 2);
  assert.match(twice.locations[0].physicalLocation.artifactLocation.uri, /^file:\/\/\/.*twice\.ocml$/);
  const hint = run.results.find(({ ruleId }: { ruleId: string }) => ruleId === 'call-unanswered');
  assert.deepEqual([hint.level, hint.properties.severity], ['note', 'hint']);
  assert.equal(run.invocations[0].executionSuccessful, false);
  assert.match(run.invocations[0].toolExecutionNotifications[0].message.text, /no such file/);
});

/** Applies the fixes of some results to a text, from the last to the first. */
function mended(text: string, results: readonly any[]): string {
  const lines = text.split(/(?<=\n)/);
  const starts = lines.map((_, i) => lines.slice(0, i).join('').length);
  const at = (line: number, column: number) => (starts[line - 1] ?? text.length) + column - 1;
  const replacements = results.flatMap((one) => one.fixes?.[0].artifactChanges[0].replacements ?? []);
  return replacements
    .map(({ deletedRegion: { startLine, startColumn, endLine, endColumn }, insertedContent }) => ({
      start: at(startLine, startColumn),
      end: at(endLine, endColumn),
      text: insertedContent?.text ?? '',
    }))
    .sort((a, b) => b.start - a.start)
    .reduce((all, { start, end, text: put }) => all.slice(0, start) + put + all.slice(end), text);
}

test('sarif: fixes, in text and JSON, with places from 1', () => {
  const files = {
    'fix.ocml': 'version: 2.2\r\n<|start|>Assistant<|message|>Hi<|end|>\r\n<|start|>usr<|message|>Oh<|end|>\r\n',
    'fix.messages.json': '[\n {"role": "usr", "content": "a"},\n {"role": "user", "content": "b"},\n]\n',
    'fix.messages.jsonl': '[{"role":"user","content":"a"}]\n[{"role":"usr","content":"b"}]\n',
  };
  folder.write(files);
  for (const [name, text] of Object.entries(files)) {
    const { run } = sarif(name);
    const [result] = run.results;
    assert.deepEqual(result.fixes[0].artifactChanges[0].artifactLocation, {
      uri: name,
      uriBaseId: '%SRCROOT%',
      index: 0,
    });
    assert.match(result.fixes[0].description.text, /^(Change|Replace) .*\.$/);
    folder.write({ [name]: mended(text, run.results) });
    assert.deepEqual(sarif(name).run.results, [], name);
  }
});

test('sarif: fixes of the first problems alone where there are very many', () => {
  const line = '<|start|>assistant to=functions.f<|channel|>commentary<|message|>{}<|call|>\n';
  folder.write({ 'many.ocml': `version: 2.2\n${line.repeat(2000)}` });
  const { run } = sarif('many.ocml');
  const withFixes = run.results.filter(({ fixes }: { fixes?: unknown }) => fixes !== undefined).length;
  assert.ok(withFixes > 100 && withFixes <= 500, String(withFixes));
});

test('sarif: fingerprints stay when lines move, and tell equal problems apart', () => {
  const prints = (text: string) => {
    folder.write({ 'moved.ocml': text });
    const { run } = sarif('moved.ocml');
    return run.results.map(
      (one: Record<string, Record<string, string>>) => one.partialFingerprints?.primaryLocationLineHash,
    );
  };
  const message = '<|start|>usr<|message|>Hi<|end|>\n';
  const before = prints(`version: 2.2\n${message}${message}`);
  assert.equal(new Set(before).size, 2);
  assert.deepEqual(prints(`version: 2.2\nmodel: m\n\n<|start|>user<|message|>Yo<|end|>\n${message}${message}`), before);
});

test('github: a command a problem, what would end it escaped', () => {
  folder.write({ 'odd,100%: name.ocml': 'version: 2.2\n<|start|>user to=a,b:50%<|message|>Hi<|end|>\n' });
  const { stdout, status } = folder.ocml('check', '--format', 'github', 'a b/faulty.ocml', 'warned.ocml');
  assert.equal(status, 1);
  const [error, warning, sum] = stdout.split('\n');
  assert.match(
    error ?? '',
    /^::error file=a b\/faulty\.ocml,line=2,col=10,endLine=2,endColumn=13,title=E-PARSE-HEADER::`usr`/,
  );
  assert.match(warning ?? '', /^::warning file=warned\.ocml,line=3,col=1,endLine=3,endColumn=6,title=stray-text::/);
  assert.equal(sum, '2 files: 1 error, 1 warning, 0 information, 0 hints');
  const odd = folder.ocml('check', '--strict', '--format', 'github', 'odd,100%: name.ocml').stdout;
  for (const line of odd.split('\n').filter((one) => one.startsWith('::'))) {
    assert.match(line, /^::\w+ file=odd%2C100%25%3A name\.ocml,line=/);
    assert.doesNotMatch(line.replace(/%(?:25|2C|3A|0D|0A)/g, ''), /%/);
  }
});
