/** Commands read rows with custom field names like the same rows with the usual names. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { ocml } from '../support/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'ocml-row-names-'));
after(() => rmSync(folder, { recursive: true }));

type Row = { readonly id: number; readonly messages: readonly { readonly role: string; readonly content: string }[] };
const usual: Row[] = Array.from({ length: 400 }, (_, id) => ({
  id,
  messages: [
    { role: 'user', content: `Question ${id}: what are peas, and when does one sow them in a cold garden?` },
    { role: id === 7 ? 'robot' : 'assistant', content: id === 9 ? 'Hi <|im_end|>' : `Peas ${id}, of course.` },
  ],
}));
const words: Readonly<Record<string, string>> = { user: 'human', assistant: 'bot' };
const own = usual.map(({ id, messages }) => ({
  id,
  traj: messages.map(({ role, content }) => ({ speaker: words[role] ?? role, text: content })),
}));
for (const [name, rows] of [
  ['usual', usual],
  ['own', own],
] as const) {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'a.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(join(folder, name, 'b.json'), JSON.stringify(rows, undefined, 1));
}
writeFileSync(
  join(folder, 'own', '.ocmlrc.yaml'),
  'rows: { messages: traj, role: speaker, content: text, roles: { bot: assistant, human: user } }\n',
);

function both(args: readonly string[]): [own: string, usual: string] {
  const [one = '', other = ''] = ['own', 'usual'].map((name) => {
    const { stdout, stderr } = ocml([...args], { cwd: join(folder, name) });
    return stdout + stderr;
  });
  return [one, other];
}

const withoutColumns = (text: string) => text.replace(/:(\d+):\d+:/g, ':$1:');

suite('rows with names of their own', () => {
  for (const file of ['a.jsonl', 'b.json']) {
    test(`check ${file}`, () => {
      const [one, other] = both(['check', '--training', file]);
      assert.match(one, /Unknown role `robot`/);
      assert.match(one, /im_end/);
      assert.equal(withoutColumns(one), withoutColumns(other));
    });

    for (const args of [
      ['inspect', '--stats'],
      ['inspect', '--turns'],
      ['tokens'],
      ['convert', '--to', 'sharegpt'],
      ['convert', '--to', 'messages'],
      ['render', '--as', 'markdown'],
    ])
      test(`${args.join(' ')} ${file}`, () => {
        const [one, other] = both([...args, file]);
        assert.ok(other.length > 0);
        assert.equal(withoutColumns(one), withoutColumns(other));
      });

    test(`report ${file}: all but the size and the columns`, () => {
      const [one, other] = both(['report', '--format', 'json', file]).map((text) => JSON.parse(text));
      for (const key of ['rows', 'shapes', 'roles', 'sequences', 'lengths', 'findings', 'duplicates', 'turns'])
        assert.deepEqual(one[key], other[key], key);
      assert.ok('traj' in one.columns && !('messages' in one.columns));
    });

    test(`rows --codes ${file} gives the rows as they are written`, () => {
      const [one] = both(['rows', '--codes', 'template-role-unknown', file]);
      assert.deepEqual(JSON.parse(one.split('\n')[0] ?? ''), own[7]);
    });
  }

  test('a folder', () => {
    const [one] = both(['check', '.']);
    assert.match(one, /2 files/);
  });

  test('check --fix changes only what is wrong', () => {
    const path = join(folder, 'own', 'c.jsonl');
    const [row] = own.map((one) => JSON.stringify(one));
    writeFileSync(path, `${row?.replace('}]', '},]')}\n`);
    ocml(['check', '--fix', 'c.jsonl'], { cwd: join(folder, 'own') });
    assert.equal(readFileSync(path, 'utf8'), `${row}\n`);
  });

  test('what is wrong in a mapping is said', () => {
    writeFileSync(join(folder, 'wrong.yaml'), 'rows: { role: who, content: who }\n');
    const { stderr } = ocml(['check', '--config', join(folder, 'wrong.yaml'), 'a.jsonl'], {
      cwd: join(folder, 'usual'),
    });
    assert.match(stderr, /rows\.content is "who", and so is `role`/);
  });
});
