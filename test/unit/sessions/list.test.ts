/** The sessions that agents store on this machine: which sessions are listed, in which order, and how much of each is read. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { logFoldersOf } from '../../../server/src/files/agent-folders.ts';
import { headOf } from '../../../server/src/sessions/head.ts';
import { knownFolders, type LogFolder, listSessions } from '../../../server/src/sessions/list.ts';

const claudeUser = (text: string, more: object = {}) =>
  JSON.stringify({
    ...{ type: 'user', uuid: text, parentUuid: null, sessionId: 's', cwd: '/home/ada/garden' },
    ...{ timestamp: '2026-03-01T10:00:00.000Z', message: { role: 'user', content: text }, ...more },
  });
const codex = (text: string) =>
  [
    {
      type: 'session_meta',
      payload: { id: 'x', cwd: '/home/ada/greenhouse', base_instructions: { text: 'You are Codex.' } },
    },
    {
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: '<environment_context>' }] },
    },
    { type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } },
  ]
    .map((record) => JSON.stringify({ timestamp: '2026-03-02T10:00:00.000Z', ...record }))
    .join('\n');
const pi = (text: string) =>
  [
    { type: 'session', version: 3, id: 'p', timestamp: '2026-03-03T10:00:00.000Z', cwd: '/home/ada/shed' },
    { type: 'message', id: '1', parentId: null, message: { role: 'user', content: [{ type: 'text', text }] } },
  ]
    .map((record) => JSON.stringify(record))
    .join('\n');

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'ocml-agents-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const put = (path: string, text: string, day: number) => {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, day * 86400, day * 86400);
  return file;
};
const folders = (): LogFolder[] => [
  { agent: 'claude-code', path: join(home, 'claude') },
  { agent: 'codex', path: join(home, 'codex') },
  { agent: 'pi', path: join(home, 'pi') },
];
const ids = async (limit = 10) => (await listSessions(folders(), { limit })).sessions.map(({ id }) => id);

test('the newest come first, with their first words, their folders and their beginnings', async () => {
  const id = '10000000-0000-4000-8000-000000000000';
  put('claude/-home-ada-garden/a.jsonl', claudeUser('Sow\n  the beans'), 3);
  put(`codex/2026/03/02/rollout-2026-03-02T10-00-00-${id}.jsonl`, codex('Water them'), 5);
  put('pi/--home-ada-shed--/2026_p.jsonl', pi('Find the rake'), 4);
  const { sessions, older, subAgents, cut } = await listSessions(folders(), { limit: 10 });
  assert.deepEqual([older, subAgents, cut], [0, 0, false]);
  assert.deepEqual(
    sessions.map(({ agent, id: name, folder, words, started }) => [agent, name, folder, words, started]),
    [
      ['codex', id, '/home/ada/greenhouse', 'Water them', Date.parse('2026-03-02T10:00:00Z')],
      ['pi', '2026_p', '/home/ada/shed', 'Find the rake', Date.parse('2026-03-03T10:00:00Z')],
      ['claude-code', 'a', '/home/ada/garden', 'Sow the beans', Date.parse('2026-03-01T10:00:00Z')],
    ],
  );
});

test('what the program says in the place of the user is not the first words', () => {
  const head = headOf(
    [
      claudeUser('Caveat', { isMeta: true }),
      claudeUser('<command-name>/clear</command-name>', { parentUuid: 'Caveat' }),
      claudeUser('Prune the vine', { parentUuid: '<command-name>/clear</command-name>' }),
    ].join('\n'),
  );
  assert.equal(head?.words, 'Prune the vine');
});

test('links lead nowhere: neither to files nor to folders', async () => {
  put('elsewhere/secret.jsonl', claudeUser('secret'), 9);
  put('claude/p/a.jsonl', claudeUser('mine'), 1);
  symlinkSync(join(home, 'elsewhere'), join(home, 'claude/linked'));
  symlinkSync(join(home, 'elsewhere/secret.jsonl'), join(home, 'claude/p/link.jsonl'));
  assert.deepEqual(await ids(), ['a']);
});

test('other files, empty ones and those of sub-agents are not listed', async () => {
  put('claude/p/a.jsonl', claudeUser('mine'), 1);
  put('claude/p/agent-1.jsonl', claudeUser('sub', { isSidechain: true }), 2);
  put('claude/p/a/subagents/agent-2.jsonl', claudeUser('sub', { isSidechain: true }), 2);
  put('claude/p/rows.jsonl', '{"messages":[]}\n', 3);
  put('claude/p/empty.jsonl', '', 4);
  put('claude/p/notes.txt', claudeUser('notes'), 5);
  const { sessions, subAgents } = await listSessions(folders(), { limit: 10 });
  assert.deepEqual([sessions.map(({ id }) => id), subAgents], [['a'], 2]);
});

test('only the newest are read, and only the beginning of each', async () => {
  for (let day = 1; day <= 5; day++) put(`claude/p/s${day}.jsonl`, claudeUser(`day ${day}`), day);
  const { sessions, older } = await listSessions(folders(), { limit: 2 });
  assert.deepEqual([sessions.map(({ id }) => id), older], [['s5', 's4'], 3]);
  put('claude/p/long.jsonl', `${claudeUser('x'.repeat(1 << 20))}\n`, 9);
  const [long] = (await listSessions(folders(), { limit: 1 })).sessions;
  assert.deepEqual([long?.id, long?.words], ['long', undefined]);
});

test('a folder that is not there has no sessions, and a list that nobody waits for ends', async () => {
  assert.deepEqual(await ids(), []);
  put('claude/p/a.jsonl', claudeUser('mine'), 1);
  const { sessions } = await listSessions(folders(), { limit: 10, isCancelled: () => true });
  assert.deepEqual(sessions, []);
});

test('a folder that is there and cannot be read is named', async () => {
  put('claude', 'a file in the place of a folder', 1);
  put('codex/a.jsonl', codex('mine'), 1);
  const { sessions, unreadable } = await listSessions(folders(), { limit: 10 });
  assert.deepEqual([sessions.length, unreadable], [1, [join(home, 'claude')]]);
});

test('a variable names the folder of an agent; without it, it is in the home of the user', () => {
  const row = { variable: 'OCML_TEST_AGENT', usual: '.agent', logs: ['logs', 'old'] };
  assert.deepEqual(logFoldersOf(row, { OCML_TEST_AGENT: home }), [join(home, 'logs'), join(home, 'old')]);
  assert.match(logFoldersOf(row, {})[0] ?? '', /[\\/]\.agent[\\/]logs$/);
  assert.deepEqual([...new Set(knownFolders('codex').map(({ agent }) => agent))], ['codex']);
});

test('long first words are cut, but not within a character', () => {
  assert.equal(headOf(claudeUser(`a${'🌱'.repeat(500)}`))?.words?.endsWith('🌱'), true);
});
