// Runs the steps of the GitHub Action as GitHub's runner does, with the packed file in place of the published package.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { tarball } from '../../scripts/npm/package.mjs';
import { root } from '../../scripts/paths.mjs';

const skip = process.platform === 'win32';
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'openchatml-action-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const row = (role) =>
  `${JSON.stringify({
    messages: [
      { role: 'user', content: 'Hi' },
      { role, content: 'Hello' },
    ],
  })}\n`;
mkdirSync(join(folder, 'data'));
writeFileSync(join(folder, 'data/train.jsonl'), `${row('assistant')}{"messages": [}\n${row('tool')}`);
writeFileSync(join(folder, 'good.jsonl'), row('assistant'));

/** Runs the steps in order until one fails, with the inputs of a workflow. */
async function runAction(given) {
  const temp = mkdtempSync(join(folder, 'temp-'));
  const files = { GITHUB_OUTPUT: join(temp, 'output'), GITHUB_STEP_SUMMARY: join(temp, 'summary') };
  const usual = Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, String(value)]);
  const inputs = { ...Object.fromEntries(usual), ...given };
  const valueOf = (expression) => expression.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => inputs[name]);
  const result = { stdout: '', code: 0, steps: 0 };
  for (const { if: condition, shell, env = {}, run } of action.runs.steps) {
    if (condition === "${{ inputs.command == '' }}" && inputs.command !== '') continue;
    assert.equal(shell, 'bash');
    const own = Object.entries(env).map(([name, value]) => [name, valueOf(value)]);
    const runner = { RUNNER_TEMP: temp, GITHUB_ACTION_PATH: root, ...files, npm_config_offline: 'true' };
    const options = { cwd: folder, env: { ...process.env, ...runner, ...Object.fromEntries(own) } };
    const shellOptions = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run];
    const { stdout, code = 0 } = await promisify(execFile)('bash', shellOptions, options).catch((error) => error);
    result.stdout += stdout;
    result.code = code;
    result.steps++;
    if (code !== 0) break;
  }
  const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  return { ...result, summary: read(files.GITHUB_STEP_SUMMARY), output: read(files.GITHUB_OUTPUT) };
}

test('installs the package, annotates, fails, and sums up', { skip }, async () => {
  const given = { files: 'data\ngood.jsonl\n', package: tarball, sarif: 'found.sarif', report: 'data/train.jsonl' };
  const { stdout, code, steps, summary, output } = await runAction(given);
  assert.equal(steps, 2);
  assert.equal(code, 1);
  assert.match(stdout, /^::error file=data\/train\.jsonl,line=2,/m);
  assert.match(summary, /^\| `[\w-]+` \| error \| \d+ \|$/m);
  assert.match(summary, /3 rows|rows[^\n]*3/i);
  assert.equal(output, 'sarif=found.sarif\n');
  const { runs } = JSON.parse(readFileSync(join(folder, 'found.sarif'), 'utf8'));
  assert.ok(runs[0].results.length > 0);
});

test('passes where nothing is wrong, with a command in place of the package', { skip }, async () => {
  const command = `node ${join(root, 'server/bin/ocml.js')}`;
  const { code, steps, summary } = await runAction({ files: 'good.jsonl', training: 'true', command });
  assert.deepEqual([code, steps], [0, 1]);
  assert.match(summary, /No problems\./);
});

test('a file that is not there, and a name that looks like an option', { skip }, async () => {
  const command = `node ${join(root, 'server/bin/ocml.js')}`;
  for (const files of ['absent.jsonl', '--fix']) assert.equal((await runAction({ files, command })).code, 2, files);
});

test('the versions that pages and hooks name are that of the manifest', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const file of ['action.yml', '.pre-commit-hooks.yaml', 'ci/gitlab.yml']) {
    const named = Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(/openchatml@([\d.]+)/g),
      ([, found]) => found,
    );
    assert.ok(named.length > 0, file);
    assert.deepEqual([...new Set(named)], [version], file);
  }
});
