/** Every export must be imported by name in another file, which may be a test. Types may be exported for use in signatures. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { suite, test } from 'node:test';
import { root } from '../support/root.ts';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.mjs', '*.js'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');
const exported = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm;
const imported = /\b(?:import|export)(?: type)? \{([^}]*)\} from '(\.[^']+)'/g;
/**
 * Matches modules that are imported as a whole, statically or dynamically. Any word in the importing file may be the name of one of their
 * exports.
 */
const importedWhole = /(?:\bimport|\brequire)\('(\.[^']+)'\)|\bimport \* as \w+ from '(\.[^']+)'/g;
const exportedOn = /\bexport \* from '(\.[^']+)'/g;

/** Files that replace another file or a package in a bundle. Their exports are used where the original is imported. */
const replacing = /\/web\/|^server\/src\/(?:library\/browser\/|lsp\/called-types\.ts$)/;
/** Functions that VS Code calls, and functions of a bundle that the command line loads from a file. */
const calledFromOutside = new Set(['activate', 'deactivate', 'policyOf', 'pageHtml']);

/**
 * Returns the exports that no file uses. `sources` has the texts of all files by path. Only exports of the product's own files are checked.
 */
function unusedExports(sources: ReadonlyMap<string, string>): string[] {
  const users = new Set<string>();
  /** The files that re-export everything from a file, by the path of that file. */
  const gates = new Map<string, string[]>();
  for (const [file, text] of sources) {
    // Generators are bundled as if they were in `server/src`.
    const folder = file.startsWith('scripts/generate/') ? 'server/src' : posix.dirname(file);
    const pathOf = (specifier: string) => posix.join(folder, specifier);
    for (const [, names = '', specifier = ''] of text.matchAll(imported))
      for (const [, name] of names.matchAll(/(?:^|,)\s*(?:type )?(\w+)/g)) users.add(`${pathOf(specifier)}: ${name}`);
    // Generators may use any fact by its name, so all of their words count.
    if (file.startsWith('scripts/generate/'))
      for (const [, name] of text.matchAll(/(\w+)/g)) users.add(`server/src/grammar/index.ts: ${name}`);
    const words = [...text.matchAll(importedWhole)].length > 0 ? new Set(text.match(/\w+/g)) : [];
    for (const [, lazily, all] of text.matchAll(importedWhole))
      for (const word of words) users.add(`${pathOf(lazily ?? all ?? '')}: ${word}`);
    for (const [, specifier = ''] of text.matchAll(exportedOn))
      gates.set(pathOf(specifier), [...(gates.get(pathOf(specifier)) ?? []), file]);
  }
  return [...sources].flatMap(([file, text]) =>
    /^(?:(?:server|client)\/src|protocol)\//.test(file) && !replacing.test(file)
      ? [...text.matchAll(exported)].flatMap(([, name = '']) =>
          [file, ...(gates.get(file) ?? [])].some((gate) => users.has(`${gate}: ${name}`)) ||
          calledFromOutside.has(name)
            ? []
            : `${file}: ${name}`,
        )
      : [],
  );
}

suite('exports', () => {
  test('every export has a user', () => {
    const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
    assert.ok(sources.size > 1000);
    assert.deepEqual(unusedExports(sources), []);
  });

  test('a word elsewhere is not a user, and an import is', () => {
    const sources = new Map([
      ['server/src/a.ts', 'export function used() {}\nexport const held = 1;\nexport class Lazy {}\n'],
      ['server/src/b.ts', "import { used } from './a.ts';\n// Nobody held on to it.\n"],
      ['test/c.ts', "const { Lazy } = await import('../server/src/a.ts');\n"],
    ]);
    assert.deepEqual(unusedExports(sources), ['server/src/a.ts: held']);
  });
});
