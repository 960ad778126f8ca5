/** What the documentation points at exists, and what the source cites is documented. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/root.ts';

const list = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.includes('node_modules'))
    .map((file) => join(folder, file));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const pages = [...readdirSync(root).filter((file) => file.endsWith('.md')), ...list('docs', '.md')];

for (const page of pages) {
  test(page, () => {
    const text = read(page).replace(/^```[^]*?^```$/gm, '');
    for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (!/^\w+:/.test(target)) assert.ok(existsSync(join(root, dirname(page), target)), `a link to ${target}`);
    }
    // Names such as `rules/CODE.ts` stand for many.
    for (const [, path = ''] of text.matchAll(/`((?:client|server|test|scripts|bench|docs|examples)\/[\w./-]+)`/g)) {
      if (!/[A-Z]{4}|\/(?:dist|out)\b/.test(path)) assert.ok(existsSync(join(root, path)), `\`${path}\``);
    }
    // Files of the server go by their room.
    for (const [, path = ''] of text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.ts)`/g)) {
      const places = ['', 'server/src'].map((folder) => join(root, folder, path));
      if (!/[A-Z]{4}/.test(path)) assert.ok(places.some(existsSync), `\`${path}\``);
    }
  });
}

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
