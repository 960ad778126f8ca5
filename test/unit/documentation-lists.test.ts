/** Pages that list roles, channels, attributes or dialects by hand must list all of them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { allDialects, attributes, channels, messageProfiles, roles } from '../../server/src/grammar/index.ts';
import { trainerNames } from '../../server/src/grammar/trainer-names.ts';
import { root } from '../support/root.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

const names = (facts: readonly { readonly name: string }[]) => facts.map(({ name }) => name);

const [{ extensions }] = JSON.parse(read('package.json')).contributes.languages as [{ extensions: string[] }];
const endings = extensions.map((extension) => extension.slice(1));

const asItIs = (name: string) => name;

/** A page, the pattern of the sections to search, the names that each section must contain, and how the names are written. */
const lists: readonly (readonly [
  page: string,
  part: RegExp,
  all: readonly string[],
  written: (name: string) => string,
])[] = [
  ['docs/how-to/write-by-hand.md', /^\| Role \|[^]*?\n\n/gm, names(roles), (name) => `| \`${name}\` |`],
  ['docs/how-to/write-by-hand.md', /^\| Attribute \|[^]*?\n\n/gm, names(attributes), (name) => `| \`${name}=`],
  ['docs/how-to/write-by-hand.md', /^\| Channel \|[^]*?\n\n/gm, names(channels), (name) => `| \`${name}\` |`],
  [
    'docs/language-notes.md',
    /^\| Dialect \|[^]*?\n\n/gm,
    allDialects.filter((dialect) => dialect !== 'json'),
    (name) => `| \`${name}\` |`,
  ],
  ['docs/interfaces.md', /^\| `dialect` \| the dialect that .*/gm, allDialects, (name) => `\`${name}\``],
  ['docs/profiles.md', /^\| Profile \| Reader \|[^]*?\n\n/gm, names(messageProfiles), (name) => `\`${name}\``],
  ['docs/mask.md', /^\| `--trainer` \|[^]*?\n\n/gm, trainerNames, (name) => `\`${name}\``],
  ['docs/how-to/other-editors.md', /^.*\bchatml\b.*$/gm, endings, asItIs],
  ['.pre-commit-hooks.yaml', /^.*\bchatml\b.*$/gm, endings, asItIs],
];

for (const [page, part, all, written] of lists) {
  test(`${page}: ${part.source}`, () => {
    const text = read(page);
    const found = [...text.matchAll(part)];
    assert.ok(found.length > 0 && all.length > 1, 'the list is not where this test looks for it');
    const incomplete = found.flatMap(({ 0: list, index }) => {
      const missing = all.map(written).filter((name) => !list.includes(name));
      const line = text.slice(0, index).split('\n').length;
      const [begin] = list.split('\n', 1);
      return missing.length === 0 ? [] : `${page}:${line}: add ${missing.join(', ')} to the list that begins\n${begin}`;
    });
    assert.equal(incomplete.length, 0, incomplete.join('\n\n'));
  });
}
