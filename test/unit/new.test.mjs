// Files that `npm run new` creates fit into the project. The server builds with all of them, and knows the rule, the fix, the role and the
// family.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { suite, test } from 'node:test';
import { bundled } from '../../scripts/bundled.mjs';
import { family } from '../../scripts/new/family.mjs';
import { fix } from '../../scripts/new/fix.mjs';
import { role } from '../../scripts/new/role.mjs';
import { rule } from '../../scripts/new/rule.mjs';
import { root } from '../../scripts/paths.mjs';

/** The files created so far, by path. */
const files = {};
const read = (path) => files[path] ?? readFileSync(join(root, path), 'utf8');

function begin(kind, ...given) {
  const { files: begun, left } = kind(given[0], read, ...given.slice(1));
  Object.assign(files, begun);
  return left;
}

const left = [
  begin(rule, 'zeta-fault'),
  begin(fix, 'zeta-fault'),
  begin(fix, 'zeta-fault', 'plain-header-fixes.ts'),
  begin(fix, 'zeta-fault', 'chatml/thoughts'),
  begin(fix, 'zeta-fault', 'json/messages'),
  begin(rule, 'zeta-content', 'content'),
  begin(fix, 'zeta-content', 'all'),
  begin(role, 'quibbler'),
  begin(family, 'zeta-talk'),
  begin(family, 'zeta'),
  begin(family, 'zeta-roles', 'openers'),
];

const pathOf = (absolute) => relative(root, absolute).split(sep).join('/');

const withBegun = {
  name: 'begun',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const absolute = join(resolveDir, path);
      return Object.hasOwn(files, pathOf(absolute)) ? { path: absolute } : undefined;
    });
    build.onLoad({ filter: /\.ts$/ }, ({ path }) =>
      Object.hasOwn(files, pathOf(path))
        ? { contents: files[pathOf(path)], loader: 'ts', resolveDir: dirname(path) }
        : undefined,
    );
  },
};

const server = await bundled(
  'test/new',
  `
      export { roles, dialects, dialectNames } from './grammar/index.ts';
      export { rules } from './rules/index.ts';
      export { fixersOf } from './fixes/index.ts';
      export { jsonFixers } from './fixes/json/index.ts';
      export { families } from './syntax/families/index.ts';
      export { Transcript } from './syntax/transcript.ts';`,
  [withBegun],
);

suite('what is begun', () => {
  test('a rule', () => assert.equal(server.rules.filter(({ code }) => code === 'zeta-fault').length, 1));
  for (const family of ['openchatml-2.2', 'openchatml-0.1', 'llama3'])
    test(`a fix in ${family}`, () => assert.ok(server.fixersOf(server.families[family])['zeta-fault'].fix));
  test('a fix in JSON', () => assert.ok(server.jsonFixers['zeta-fault'].fix));
  test('a fix in every form', () => {
    for (const family of ['openchatml-2.2', 'openchatml-0.1', 'llama3'])
      assert.ok(server.fixersOf(server.families[family])['zeta-content'].fix);
    assert.ok(server.jsonFixers['zeta-content'].fix);
  });
  test('a rule of content, for text and lists', () => {
    const { projection, chats } = server.rules.find(({ code }) => code === 'zeta-content');
    assert.deepEqual([projection, chats], ['any', 'contents']);
  });
  test('a role', () => assert.equal(server.roles.at(-1).rank, server.roles.length));
  test('families', () => {
    assert.deepEqual(server.dialects.slice(-3).sort(), ['zeta', 'zetaroles', 'zetatalk']);
    assert.equal(server.dialectNames.zetatalk, 'Zeta Talk');
    const text = '<|zetatalk_start|>user<|zetatalk_content|>Hi<|zetatalk_end|>';
    assert.equal(new server.Transcript('test:', 'ocml', 0, text).dialect, 'zetatalk');
    const roles = '<|zetaroles_user|>Hi<|zetaroles_end|><|zetaroles_assistant|>Hello.<|zetaroles_end|>';
    assert.equal(new server.Transcript('test:', 'ocml', 0, roles).dialect, 'zetaroles');
  });
  test('words, each in the list of its kind', () => {
    const words = (text) => text.split('\n');
    const before = words(readFileSync(join(root, 'scripts/words.txt'), 'utf8'));
    const after = words(read('scripts/words.txt'));
    assert.deepEqual(
      after.filter((word) => !['zeta', 'zetatalk', 'zetaroles', 'talk', 'roles'].includes(word)),
      before,
    );
  });
  test('says what is left', () => assert.ok(left.flat().every((one) => one.length > 20)));
});

suite('what is refused', () => {
  const refused = [
    ['a code with capitals', rule, 'ZetaFault', /lower-case words/],
    ['a path', rule, '../zeta', /lower-case words/],
    ['a rule that there is', rule, 'thought-role', /already/],
    ['a rule that was begun', rule, 'zeta-fault', /already/],
    ['a fix of no rule', fix, 'zeta-other', /There is no rule/],
    ['a fix twice', fix, 'zeta-fault', /already/],
    ['a rule of something else', rule, 'zeta-else', /`content` or nothing/, 'contents'],
    ['a family of something else', family, 'zeta-else', /`openers` or nothing/, 'roles'],
    ['a role that there is', role, 'user', /already/],
    ['a family that there is', family, 'harmony', /already/],
  ];
  for (const [what, kind, name, reason, ...more] of refused)
    test(what, () => assert.throws(() => kind(name, read, ...more), reason));
});
