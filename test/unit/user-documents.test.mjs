// The README and the changelog of the package mention nothing that requires a clone, and have no broken links.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/paths.mjs';
import { userReadme, withoutRelativeLinks } from '../../scripts/user-documents.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const readme = userReadme(read('README.md'));

/** Returns the targets of links and images that are not on the web. */
const relative = (markdown) =>
  [...markdown.matchAll(/\]\(([^)]*)\)|(?:src|href)="([^"]*)"/g)]
    .map(([, link, attribute]) => link ?? attribute)
    .filter((link) => !link.startsWith('https:'));

test('the README of the package says what can be done in the editor', () => {
  assert.match(readme, /^# OpenChatML for VS Code\n/);
  const headings = [...readme.matchAll(/^## (.*)/gm)].map(([, heading]) => heading);
  assert.deepEqual(headings, [
    'A server said 500',
    'Check a training file',
    'What is in this data set?',
    'What does my template drop?',
    'Where did my agent go wrong?',
    'A raw log from Gemma, DeepSeek or Mistral',
    'Convert',
    'Write a transcript',
  ]);
  for (const command of ['Explain Model Output…', 'Convert To…', 'New Transcript…'])
    assert.ok(readme.includes(command));
});

test('the README of the package asks nobody to run npm, and shows no console', () => {
  assert.doesNotMatch(readme, /npm|clone|node server|^\$ |^`ocml /m);
});

test('no link of README and changelog leads out of the package', () => {
  assert.deepEqual(relative(readme), []);
  assert.deepEqual(relative(withoutRelativeLinks(read('CHANGELOG.md'))), []);
});

test('no picture: VS Code shows none that is in the package', () => assert.doesNotMatch(readme, /!\[|<img/));

test('links to the web stay', () => {
  assert.equal(withoutRelativeLinks('[a](b.md), [c](https://d.example)'), 'a, [c](https://d.example)');
});
