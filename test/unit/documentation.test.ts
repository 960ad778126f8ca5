/** The targets of links in the documentation exist, and everything that the source cites is documented. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { headerKeys } from '../../server/src/grammar/index.ts';
import { root } from '../support/root.ts';

const list = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.includes('node_modules'))
    .map((file) => join(folder, file));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const pages = [...readdirSync(root).filter((file) => file.endsWith('.md')), ...list('docs', '.md')];

/** Returns the anchors that GitHub derives from the headings of a page. */
const anchorsOf = (text: string) =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replace(/ /g, '-'),
    ),
  );

test('the index names every page, and the question that it answers', () => {
  const index = read('docs/README.md');
  const rows = [...index.matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \| (.+) \|$/gm)];
  for (const [, file, question] of rows) assert.match(question ?? '', /\?$/, file);
  const named = rows.map(([, file = '']) => join('docs', file));
  const own = list('docs', '.md').filter((file) => !/^docs\/(?:README\.md|(?:rules|walkthrough)\/)/.test(file));
  assert.deepEqual(
    own.filter((file) => !named.includes(file)),
    [],
  );
});

test('nothing that a generator leaves to be filled in is left', () => {
  const files = [...list('server/src', '.ts'), ...list('docs', '.md'), 'package.nls.json'];
  const left = files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, i) => (/\bTODO\b/.test(line) ? `${file}:${i + 1}: ${line.trim()}` : [])),
  );
  assert.deepEqual(left, []);
});

for (const page of pages) {
  test(page, () => {
    const text = read(page).replace(/^```[^]*?^```$/gm, '');
    for (const [, target = '', anchor] of text.matchAll(/\]\(([^)#\s]*)(?:#([^)]*))?\)/g)) {
      if (/^\w+:/.test(target)) continue;
      const file = target === '' ? page : join(dirname(page), target);
      assert.ok(existsSync(join(root, file)), `a link to ${target}`);
      if (anchor !== undefined) assert.ok(anchorsOf(read(file)).has(anchor), `a link to ${target}#${anchor}`);
    }
    // A path with a word in capitals, such as `rules/CODE.ts`, stands for many files.
    for (const [, path = ''] of text.matchAll(/`((?:client|server|test|scripts|bench|docs|examples)\/[\w./-]+)`/g)) {
      if (!/[A-Z]{4}|\/(?:dist|out)\b/.test(path)) assert.ok(existsSync(join(root, path)), `\`${path}\``);
    }
    // Paths of files of the server may be relative to `server/src`.
    for (const [, path = ''] of text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.ts)`/g)) {
      const places = ['', 'server/src'].map((folder) => join(root, folder, path));
      if (!/[A-Z]{4}/.test(path)) assert.ok(places.some(existsSync), `\`${path}\``);
    }
  });
}

test('the keys of the document header that a page explains are where it says', () => {
  const table = /^## The document header\n([^]*?)^## /m.exec(read('docs/how-to/write-by-hand.md'))?.[1] ?? '';
  const keys = [...table.matchAll(/^\| `([\w.]+)/gm)].map(([, key = '']) => key);
  assert.ok(keys.length > 5);
  assert.deepEqual(
    keys.filter((key) => !headerKeys.some(({ path }) => path === key)),
    [],
  );
});

test('the rooms of ARCHITECTURE.md are those of the code', () => {
  const text = read('ARCHITECTURE.md');
  const folders = ['client/src', 'server/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
  const exists = (name: string) =>
    existsSync(join(root, name)) || folders.some((folder) => `/${folder}/`.endsWith(`/${name}`));
  const named = [...text.matchAll(/`((?:[\w-]+\/)+)`/g)].map(([, name = '']) => name);
  assert.ok(named.length > 50);
  assert.deepEqual(
    named.filter((name) => !exists(name)),
    [],
  );
  const rooms = readdirSync(join(root, 'server/src'));
  const inTable = [...text.matchAll(/^\| `server\/src\/([\w-]+)\/`/gm)].map(([, room = '']) => room);
  assert.deepEqual(
    rooms.filter((room) => !inTable.includes(room)),
    [],
  );
});

test('each file of a walk is near another one of it, by imports', () => {
  const walks = /^## Five walkthroughs\n([^]*?)^## /m.exec(read('ARCHITECTURE.md'))?.[1] ?? '';
  const paragraphs = walks.split(/\n\n(?=\*\*)/).slice(1);
  assert.equal(paragraphs.length, 5);
  for (const walk of paragraphs) {
    const named = [...walk.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.ts)`/g)].map(([, path = '']) => join('server/src', path));
    const files = [...new Set(named)].filter((file) => existsSync(join(root, file)));
    const near = new Map(files.map((file) => [file, within(file, 3)]));
    const far = files.filter(
      (file) => !files.some((other) => other !== file && (near.get(other)?.has(file) || near.get(file)?.has(other))),
    );
    assert.deepEqual(far, [], walk.slice(0, 40));
  }
});

/** Returns the files of the server that a file imports, directly or through other files, in at most `steps` steps. */
function within(file: string, steps: number): Set<string> {
  const found = new Set([file]);
  for (let left = steps; left > 0; left--)
    for (const one of [...found])
      for (const [, target = ''] of read(one).matchAll(/'(\.{1,2}\/[^'\n]+\.ts)'/g))
        if (existsSync(join(root, dirname(one), target))) found.add(join(dirname(one), target));
  return found;
}

test('files and names of code that the documents for developers mention exist', () => {
  const all = ['client', 'server/src', 'scripts', 'test', 'bench', 'docs', 'examples', 'schemas']
    .flatMap((folder) => list(folder, ''))
    .filter((file) => /\.\w+$/.test(file) && !/(?:^|\/)(?:dist|out)\//.test(file));
  const names = new Set([...all.map((file) => basename(file)), ...readdirSync(root)]);
  const source = all.filter((file) => /\.(?:ts|mjs)$/.test(file)).map(read);
  const words = new Set(source.flatMap((text) => text.match(/\w+/g) ?? []));
  let looked = 0;
  for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/adding-a-dialect.md']) {
    const text = read(page).replace(/^```[^]*?^```$/gm, '');
    for (const [, said = ''] of text.matchAll(/`([^`\n]+)`/g)) {
      // A name with a word in capitals, such as `CODE.ts`, stands for many names.
      if (/[A-Z]{4}/.test(said)) continue;
      if (/^[\w.-]+\.(?:ts|mjs|md|json|txt)$/.test(said)) assert.ok(names.has(said), `${page}: ${said}`);
      else if (/^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+\w*)(?:\.\w+)?$/.test(said))
        for (const word of said.split('.')) assert.ok(words.has(word), `${page}: ${said}`);
      else continue;
      looked++;
    }
  }
  assert.ok(looked > 100, String(looked));
});

test('every decision that the source cites is in the notes on the language', () => {
  const notes = read('docs/language-notes.md');
  const sources = [...list('server/src', '.ts'), ...list('client/src', '.ts'), ...list('test', '.ts')];
  const cited = new Set(sources.flatMap((file) => read(file).match(/\b(?:A-\d{3}|HARM-\d{2})\b/g) ?? []));
  assert.ok(cited.size > 0);
  assert.deepEqual(
    [...cited].filter((id) => !notes.includes(`**${id}**`)),
    [],
  );
});

test('no decision is left out of the notes on the language', () => {
  const noted = [...read('docs/language-notes.md').matchAll(/\*\*A-(\d{3})\*\*/g)].map(([, number]) => Number(number));
  const last = Math.max(...noted);
  const missing = Array.from({ length: last }, (_, i) => i + 1).filter((number) => !noted.includes(number));
  assert.deepEqual(missing, []);
});
