/** Profiles on the command line and in a project. With a profile, plain lines are checked as well. Without a profile, nothing changes. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { messageProfiles } from '../../server/src/grammar/index.ts';
import { createFolder } from './ocml.ts';

/** Rows in which the rules that apply to all lists find no fault. Without a profile, a quick check is enough for them. */
const rows = [
  {
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello', weight: 2 },
    ],
  },
  {
    messages: [
      { role: 'user', content: 'Hi', name: 'Ada L' },
      { role: 'assistant', content: 'Hello' },
    ],
  },
  {
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'user', content: 'And?' },
      { role: 'assistant', content: 'Hello' },
    ],
  },
];
const path = 'rows.jsonl';
const folder = createFolder({ [path]: rows.map((row) => `${JSON.stringify(row)}\n`).join('') });
after(() => folder.remove());

const found = (...args: string[]): string[] =>
  JSON.parse(folder.ocml('check', '--format', 'json', ...args).stdout)[0].diagnostics.map(
    ({ code, severity, range }: { code: string; severity: string; range: { start: { line: number } } }) =>
      `${range.start.line + 1} ${severity} ${code}`,
  );

test('without a profile, nothing is reported', () => assert.deepEqual(found(path), []));

test('with one, every line is read', () => {
  assert.deepEqual(found('--profile', 'openai', path), ['1 error profile-rejects', '2 error profile-rejects']);
  assert.deepEqual(found('--profile', 'llama-factory', path), ['3 warning profile-drops']);
  assert.deepEqual(found('--profile', 'trl', path), []);
});

test('severities can be set, and so can the profile of a project', () => {
  assert.deepEqual(found('--profile', 'openai', '--rule', 'profile-rejects=off', path), []);
  folder.write({
    'there/.ocmlrc.json': '{"messages.profile": "llama-factory"}',
    'there/rows.jsonl': JSON.stringify(rows[2]),
  });
  assert.deepEqual(found('there/rows.jsonl'), ['1 warning profile-drops']);
});

test('the help names every profile', () => {
  const help = folder.ocml('check', '--help').stdout;
  for (const { name } of messageProfiles) assert.ok(help.includes(name), name);
});
