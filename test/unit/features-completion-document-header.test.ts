/** Completion of keys, codes and values in the document header. */
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepted, assertNothingOffered, assertOffered, offered } from './features-check.ts';

const head = 'version: 2.2\n';

test('keys of the document header by indentation', () => {
  assertOffered('ver$0', ['version', 'model', 'generation_settings', 'capabilities', 'profiles', 'lint']);
  assertOffered('version: 2.2\nm$0\n', ['model', 'generation_settings', 'capabilities', 'profiles', 'lint']);
  assertOffered('version: 2.2\ngeneration_settings:\n  $0\n', ['temperature', 'reasoning_effort', 'builtin_tools']);
  assertOffered('version: 2.2\nprofiles:\n  harmony:\n    enabled: true\n    to$0', [
    'encoding',
    'require_channels',
    'tool_calls_in',
    'builtins_in',
  ]);
  assertOffered('---\nversion: 2.2\n$0\n---\n', ['model', 'generation_settings', 'capabilities', 'profiles', 'lint']);
  assertNothingOffered('version: 2.2\n# m$0\n');
  assertNothingOffered('version: 2.2\nother:\n  $0\n');
  assert.equal(accepted('version: 2.2\nmo$0\n', 'model'), 'version: 2.2\nmodel: \n');
  assert.equal(accepted('version: 2.2\ncap$0\n', 'capabilities'), 'version: 2.2\ncapabilities:\n  \n');
});

test('codes and severities under lint', () => {
  assertOffered('version: 2.2\nlint:\n  stray-text: $0\n', ['error', 'warning', 'information', 'hint', 'off']);
  const codes = offered('version: 2.2\nlint:\n  stray-text: off\n  $0\n').map((item) => item.label);
  assert.ok(codes.includes('E-PARSE-HEADER') && !codes.includes('stray-text'));
  assert.equal(accepted('version: 2.2\nlint:\n  st$0\n', 'stray-text'), 'version: 2.2\nlint:\n  stray-text: \n');
});

test('flow mappings: codes, severities, and the other keys', () => {
  const levels = ['error', 'warning', 'information', 'hint', 'off'];
  const codes = (text: string) => offered(text).map((item) => item.label);
  for (const text of [
    '{$0',
    '{$0}',
    '{ $0 }',
    '{end-missing: error, $0}',
    '{\n  end-missing: off,\n  $0\n}',
    '{st$0: off}',
  ]) {
    const found = codes(`version: 2.2\nlint: ${text}\n`);
    assert.ok(found.includes('stray-text') && !found.includes('version') && !found.includes('error'), text);
    assert.equal(found.includes('end-missing'), !text.includes('end-missing'), text);
  }
  assert.ok(!codes('lint: {$0, stray-text: off}\n').includes('stray-text'));
  assertOffered('version: 2.2\nlint: {stray-text: $0}\n', levels, { typed: true });
  assertOffered('version: 2.2\nlint: {stray-text:$0}\n', levels, { typed: true });
  assertOffered('version: 2.2\nlint: {"stray-text": o$0\n', levels);
  assertOffered('version: 2.2\nlint: {\n  end-missing: error,\n  stray-text: $0\n}\n', levels);
  assert.equal(accepted('version: 2.2\nlint: {st$0}\n', 'stray-text'), 'version: 2.2\nlint: {stray-text: }\n');
  assert.equal(accepted('version: 2.2\nlint: {stray-text:$0}\n', 'off'), 'version: 2.2\nlint: {stray-text: off}\n');
  assert.equal(accepted('version: 2.2\nlint: {stray-text: er$0r}\n', 'off'), 'version: 2.2\nlint: {stray-text: off}\n');
  assertOffered('version: 2.2\nprofiles: {harmony: {enabled: $0}}\n', ['true', 'false']);
  assertOffered('version: 2.2\nprofiles: {$0}\n', ['harmony']);
  assert.equal(accepted('version: 2.2\nprofiles: {$0}\n', 'harmony'), 'version: 2.2\nprofiles: {harmony: }\n');
  assertOffered('version: 2.2\ngeneration_settings: {builtin_tools: [browser, $0], temperature: 1}\n', ['python']);
  assertOffered('version: 2.2\nprofiles:\n  harmony: {enabled: $0}\n', ['true', 'false']);
  assertOffered('version: 2.2\nlint: {stray-text: off$0}\n', ['error', 'warning', 'information', 'hint']);
  for (const text of ['{stray-text $0', '{stray-text: off $0}', '{}$0', '{a: "b$0"}', '{"$0', '{other: $0}']) {
    assertNothingOffered(`version: 2.2\nlint: ${text}\n`);
  }
  assertOffered('version: 2.2\nlint: {a: b}\ngeneration_settings:\n  reasoning_effort: $0\n', [
    'low',
    'medium',
    'high',
  ]);
});

test('values of the document header', () => {
  assertOffered('version: $0\n', ['2.2'], { typed: true });
  assertOffered('version:$0\n', ['2.2'], { typed: true });
  assert.equal(accepted('version:$0\n', '2.2'), 'version: 2.2\n');
  assertNothingOffered('version: 2.2\nmodel: $0\n');
  const settings = 'version: 2.2\ngeneration_settings:\n  ';
  assertOffered(`${settings}reasoning_effort: $0\n`, ['low', 'medium', 'high'], { typed: true });
  assertOffered(`${settings}reasoning_effort: me$0\n`, ['low', 'medium', 'high']);
  assertOffered(`${settings}builtin_tools: [$0]\n`, ['browser', 'python']);
  assertOffered(`${settings}builtin_tools: ["browser", $0]\n`, ['python'], { typed: true });
  assertOffered(`${settings}builtin_tools: $0\n`, ['[browser, python]'], { typed: true });
  assertOffered(`${settings}builtin_tools:\n    - $0\n`, ['browser', 'python'], { typed: true });
  assertOffered('version: 2.2\nprofiles:\n  harmony:\n    enabled: $0\n', ['true', 'false']);
  const tokens = 'version: 2.2\ncapabilities:\n  tokens: [';
  assert.equal(accepted(`${tokens}"<|st$0"]\n`, '<|start|>'), `${tokens}"<|start|>"]\n`);
  assert.equal(accepted(`${tokens}$0]\n`, '<|end|>'), `${tokens}"<|end|>"]\n`);
});

test('keys of the document header with their indentation', () => {
  const settings = `${head}generation_settings:\n`;
  const within = ['temperature', 'reasoning_effort', 'builtin_tools'];
  assertOffered(`${settings}te$0`, [...within, 'model', 'capabilities', 'profiles', 'lint']);
  assert.equal(accepted(`${settings}te$0`, 'temperature'), `${settings}  temperature: `);
  assert.equal(accepted(`${settings}ca$0`, 'capabilities'), `${settings}capabilities:\n  `);
  assertOffered(`${settings}  te$0`, within);
  assertOffered(`${settings}  temperature: 1\n  re$0`, ['reasoning_effort', 'builtin_tools']);
  assert.equal(accepted(`${head}profiles:\n  har$0`, 'harmony'), `${head}profiles:\n  harmony:\n    `);
  const filters = offered(`${settings}te$0`).map(({ filterText }) => filterText);
  assert.ok(filters.includes('temperature'), 'the indentation is not a part of what is typed');
});
