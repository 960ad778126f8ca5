/**
 * A list of rows is checked while it arrives. The first problem is printed before the list ends. With several threads, positions are those
 * in the whole list.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../support/root.ts';
import { createFolder } from './ocml.ts';
import { problemsIn } from './problems.ts';

const folder = createFolder();
after(() => folder.remove());

const row = (question: string, role = 'user') =>
  JSON.stringify({
    messages: [
      { role, content: question },
      { role: 'assistant', content: 'Im März. 🌱' },
    ],
  });

test('the first problem of standard input is printed before the end is there', async (t) => {
  const child = spawn(process.execPath, [join(root, 'server/bin/ocml.js'), 'check', '-'], { stdio: 'pipe' });
  t.after(() => child.kill());
  const rows = Array.from({ length: 8 }, (_, i) => row(`Frage ${i}`, i === 2 ? 'usr' : 'user'));
  child.stdin.write(`[\n${rows.join(',\n')}`);
  const first = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
  assert.match(first, /4:22.*`usr`/s);
  child.stdin.end(`,\n${row('Noch eine', 'usr')}\n]\n`);
  let rest = '';
  child.stdout.on('data', (data) => (rest += data));
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.match(first + rest, /10:22.*`usr`/s);
  assert.equal(code, 0);
});

test('in several threads, places are those of the whole, and what breaks the list is found', () => {
  const rows = Array.from({ length: 70_000 }, (_, i) => row(`${i} ${'so weiter ä '.repeat(12)}`));
  rows[100] = row('falsch', 'usr');
  rows[69_000] = row('falsch', 'usr');
  const text = `[${rows.join(',')}\n${row('ohne Komma', 'usr')}]\n`;
  assert.ok(text.length > 12_000_000);
  const { found, shape } = problemsIn(folder, 'large.json', text);
  assert.equal(shape, 'messages');
  assert.deepEqual(found, ['1 template-role-unknown «"usr"»', '1 template-role-unknown «"usr"»', '2 wire-json «{»']);
  const { found: pretty } = problemsIn(folder, 'pretty.json', `[\n${rows.join(',\n')}\n]\n`, '--training');
  assert.deepEqual(
    pretty,
    [
      '102 template-role-unknown «"usr"»',
      '69002 template-role-unknown «"usr"»',
      `69002 row-duplicate «${rows[100]}»`,
    ].sort(),
  );
});
