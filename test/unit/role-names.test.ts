/** Names of roles and channels are written only in `grammar/`. Other code uses the rows or named constants. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { test } from 'node:test';
import { channels, roles } from '../../server/src/grammar/index.ts';
import { root } from '../support/root.ts';

/** Files in which these names belong to another format, or in which the code has to name a certain role or channel. */
const allowed: readonly (readonly [file: RegExp, why: string])[] = [
  [/^grammar\//, 'the rows themselves'],
  [/^model\/reference\//, 'the names as the reference parser knows them'],
  [/^explain\//, 'the names as the parsers of servers know them'],
  [/^mask\/|^cli\/mask\//, 'the names as trainers and data sets know them'],
  [
    /^(?:model|rules|fixes|checker|features)\/json\/|^templates\/(?:findings|models)\/|^learn\/|^syntax\/families\/learned\/(?:transitions|message-parts)\.ts$|^convert\/read\/chats-of\.ts$/,
    'the names of chat APIs, templates and events',
  ],
  [/^rules\/tool-role\.ts$|^fixes\/tools\.ts$/, 'rules about the name `tool`'],
  [/^rules\/support\/rule\.ts$|^rules\/cot-retained\.ts$|^checker\/groups\.ts$/, 'names of groups of messages'],
  [
    /^features\/hover\/links\.ts$|^features\/support\/outline\.ts$|^model\/body-calls\.ts$|^(?:features|model)\/graph\/(?:hierarchy|pairing)\.ts$|^rules\/support\/call-words\.ts$/,
    'words, and not roles',
  ],
];

const names = [...roles, ...channels].map(({ name }) => name);
const literal = new RegExp(`(?<![\\w\`])'(?:${names.join('|')})'(?!:)`);
const comment = /^\s*(?:\*|\/\/|\/\*)/;

test('roles and channels are named in grammar/ alone', () => {
  const folder = join(root, 'server/src');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !allowed.some(([pattern]) => pattern.test(file)))
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => literal.test(line) && !comment.test(line) && !line.startsWith('import '))
        .map((line) => `${file}: ${line.trim()}`),
    );
  assert.deepEqual(found, []);
});
