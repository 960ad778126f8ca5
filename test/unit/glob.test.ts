/**
 * Globs match the expected paths, and invalid globs are refused. Where a regular expression can express the same pattern, both match the
 * same paths.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import '../support/seeded.ts';
import { compileGlob, GlobError } from '../../server/src/project/glob.ts';

test('what fits', () => {
  const rows: [glob: string, fits: string[], not: string[]][] = [
    ['*.ocml', ['a.ocml', 'ab.ocml'], ['a/b.ocml', 'a.ocm', '.ocml', '.a.ocml']],
    ['.*', ['.ocml'], ['a.ocml']],
    ['a?c', ['abc', 'a😀c'], ['ac', 'a/c', 'abbc']],
    ['?a', ['ba'], ['.a']],
    ['[a-c]x', ['ax', 'cx'], ['dx', '-x']],
    ['[!a-c]x', ['dx', '-x'], ['ax', '/x', '.x']],
    ['[^a]', ['b'], ['a']],
    ['[]a-]', [']', 'a', '-'], ['b', '']],
    ['[\\]]', [']'], ['\\']],
    ['**', ['a', 'a/b'], ['.a', 'a/.b', '']],
    ['**/a', ['a', 'b/a', 'c/b/a'], ['ba', 'b/ba', '.b/a']],
    ['a/**', ['a/b', 'a/b/c'], ['a', 'b/a', 'a/.b']],
    ['a/**/b', ['a/b', 'a/c/b', 'a/c/d/b'], ['ab', 'a/cb', 'a/.c/b']],
    ['**/**/b', ['b', 'a/b', 'a/a/b'], ['ab']],
    ['a**b', ['ab', 'acb'], ['a/b']],
    ['**a', ['a', 'ba'], ['b/a']],
    ['{a,b}c', ['ac', 'bc'], ['c', 'abc', '{a,b}c']],
    ['{a,b{c,d}}', ['a', 'bc', 'bd'], ['b', 'ac']],
    ['{,a}b', ['b', 'ab'], ['a']],
    ['{a/b,*.c}', ['a/b', 'x.c'], ['x/y.c', 'a']],
    ['x/{**/a,b}', ['x/a', 'x/y/a', 'x/b'], ['x/y/b']],
    ['{**,a}', ['b/c', 'a'], ['.b']],
    ['a,b}', ['a,b}'], ['a']],
    ['\\*\\{a\\}', ['*{a}'], ['x{a}']],
    ['a (1).ocml', ['a (1).ocml'], ['a 1.ocml']],
    ['a\\+(b)', ['a+(b)'], ['ab']],
    ['$^.|', ['$^.|'], ['']],
  ];
  for (const [glob, fits, not] of rows) {
    const { matches } = compileGlob(glob, { dot: false });
    for (const path of fits) assert.ok(matches(path), `${glob} fits ${path}`);
    for (const path of not) assert.ok(!matches(path), `${glob} does not fit ${path}`);
  }
});

test('names that begin with a dot, where they are meant', () => {
  const { matches } = compileGlob('**/*.ocml', { dot: true });
  for (const path of ['.ocml', '.a.ocml', '.b/a.ocml', 'c/.b/.a.ocml']) assert.ok(matches(path), path);
});

test('which folders have to be looked into', () => {
  const rows: [glob: string, into: string[], not: string[]][] = [
    ['a/*/c', ['a', 'a/b'], ['b', 'a/b/c']],
    ['*.ocml', [], ['a']],
    ['**/x', ['a', 'a/b'], ['.a']],
    ['{a,b}/c', ['a', 'b'], ['c', 'a/b']],
  ];
  for (const [glob, into, not] of rows) {
    const { reaches } = compileGlob(glob, { dot: false });
    for (const folder of into) assert.ok(reaches(folder), `${glob} reaches ${folder}`);
    for (const folder of not) assert.ok(!reaches(folder), `${glob} does not reach ${folder}`);
  }
});

test('what is refused, and why', () => {
  const rows: [glob: string, why: RegExp][] = [
    ['!a', /begins with `!`/],
    ['*(a*)', /write `\{a,b\}`/],
    ['a!(b)', /write `\{a,b\}`/],
    ['+(a|b)', /write `\{a,b\}`/],
    ['{a,@(b)}', /write `\{a,b\}`/],
    ['[[:alpha:]]', /\[a-z\]/],
    ['[^x[:alpha:]]', /\[a-z\]/],
    ['{1..3}', /\{1,2,3\}/],
    ['{a..z..2}', /\{1,2,3\}/],
    ['[a-', /`\[` has no matching `\]`/],
    ['[', /`\[` has no matching `\]`/],
    ['{a,{b}', /`\{` has no matching `\}`/],
    ['*'.repeat(501), /longer than 500/],
  ];
  for (const [glob, why] of rows) {
    assert.throws(
      () => compileGlob(glob, { dot: false }),
      (error) => error instanceof GlobError && why.test(error.message),
      glob,
    );
  }
});

test('the same as a regular expression, and nothing else is thrown', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    '.',
    '?',
    '*',
    '[ab]',
    '[!a]',
    '{a,b}',
    '{a,}',
    '{*,b}',
    '/',
    '/**/',
    'a/**/',
  );
  const sources = new Map([
    ['.', '\\.'],
    ['?', '[^/]'],
    ['*', '[^/]*'],
    ['[!a]', '[^a/]'],
    ['{a,b}', '(?:a|b)'],
    ['{a,}', '(?:a|)'],
    ['{*,b}', '(?:[^/]*|b)'],
    ['/**/', '/(?:.*/)?'],
    ['a/**/', 'a/(?:.*/)?'],
  ]);
  const path = fc.array(fc.constantFrom('a', 'b', '.', '/'), { maxLength: 8 }).map((all) => all.join(''));
  const pieces = fc
    .array(piece, { maxLength: 6 })
    // Adjacent wildcards would form `**`, and no path contains `//`.
    .filter((all) => !/\*\*(?!\/)|(?<!\/)\*\*|\/\//.test(all.join('')));
  fc.assert(
    fc.property(pieces, path, (all, text) => {
      const expected = new RegExp(`^${all.map((one) => sources.get(one) ?? one).join('')}$`, 's').test(text);
      assert.equal(compileGlob(all.join(''), { dot: true }).matches(text), expected);
    }),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(fc.string(), path, (glob, text) => {
      try {
        compileGlob(glob, { dot: false }).matches(text);
      } catch (error) {
        assert.ok(error instanceof GlobError);
      }
    }),
  );
});
