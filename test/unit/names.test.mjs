// Names of modules and exports are understandable without their folder (CONTRIBUTING.md, Names).
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite, test } from 'node:test';
import { root } from '../../scripts/paths.mjs';

const sources = ['server/src', 'client/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

/** Participles and other words that mean nothing on their own. */
const empty = new Set([
  ...['said', 'found', 'told', 'kept', 'placed', 'given', 'written', 'made', 'taken', 'asked', 'wanted', 'known'],
  ...['held', 'passed', 'drawn', 'tried', 'judged', 'proven', 'announced', 'called', 'named', 'meant', 'paired'],
  ...['answered', 'done', 'seen', 'shown', 'off', 'put', 'own', 'rest', 'broken', 'divided'],
]);
/** Modules in a folder of features all implement answers to requests, so these names would say nothing. */
const emptyModules = new Set([...empty, 'answer', 'answers', 'offer']);
/** Matches names that begin with a superlative. A limit should be a constant whose name has a subject, such as `MAX_QUOTE_LENGTH`. */
const superlative = /^(?:most|longest|largest|deepest|widest|least)(?:[A-Z]\w*)?$/;
const constant = /^(?:export )?const (\w+) = [\d(]/gm;
const exported = /^export (?:declare |async |abstract )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** Returns the names in a source file that do not help a reader. */
function wrongIn(file, text) {
  const names = [...text.matchAll(exported)].map(([, name]) => name);
  const limits = [...text.matchAll(constant)].map(([, name]) => name);
  return [
    ...names.filter((name) => empty.has(name.toLowerCase()) || superlative.test(name)),
    ...limits.filter((name) => superlative.test(name)),
    ...[basename(file, '.ts')].filter((name) => emptyModules.has(name)),
  ];
}

suite('names', () => {
  test('no module and no export has one that says nothing', () => {
    const wrong = sources.flatMap((file) =>
      wrongIn(file, readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
    );
    assert.deepEqual(wrong, []);
  });

  test('such names are found', () => {
    assert.deepEqual(
      wrongIn('server/src/write/said.ts', 'export interface Said {\nconst longest = 100;\nconst max = 1;'),
      ['Said', 'longest', 'said'],
    );
  });
});
