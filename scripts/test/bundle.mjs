// Bundles tests into out/test/, as CommonJS files with source maps.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { ofServer } from '../of-server.mjs';
import { out, root } from '../paths.mjs';

/**
 * Replaces `import.meta`, which CommonJS does not have, in tests and their imports. Its values refer to the source file, as if the source
 * file were running.
 */
const importMeta = {
  name: 'import-meta',
  setup(build) {
    build.onLoad({ filter: /\.ts$/, namespace: 'file' }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};

/** Returns the paths of the test files in a folder of `test/`, sorted. */
export function testsOf(part) {
  const folder = join(root, 'test', part);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((file) => /\.test\.(ts|mjs)$/.test(file))
    .sort()
    .map((file) => join(folder, file));
}

/**
 * The slow test files, which run only in `.ci/run`, or if `--grep` selects them. In `packaged`, these are all files except for those about the
 * start and the first steps, since the suite of `vscode` covers the same features. In the other parts, faster tests of the same code
 * remain.
 */
const slow = {
  packaged:
    'data-set|day|explain|frictions|graph|preview|prompt|quiet|sessions|together|tokens|training|tutorial|typing|walkthrough|web-keys',
  attack:
    'command-line|commands-files|deep-nesting|fix-files|hostile-files|leaks-convert|leaks-events|leaks-fixes|learned-dialects|learned-exports|mask|names|output|preview|repairs|tokenizers',
  cli: 'convert-list|inspect-rows|json|printed-problems|recipes|row-tokens|table|terminal',
  lsp: 'data-sets-export|data-sets-hostile|data-sets-whole',
  page: 'long',
  unit: 'call-pairs.property|convert-clean.property|convert-words-text.property|convert-words.property|deep-json|graph-hostile|learned-call-ends|learned-scaling|nasty|scaling|sessions/branches|sessions/call-to-reply|sessions/growing|sessions/hidden.property|sessions/hostile|sessions/scaling|sessions/too-many-records|stream-steps|test-runner',
};
export const takesLong = new RegExp(
  `^test/(?:${Object.entries(slow)
    .map(([part, files]) => `${part}/(?:${files})`)
    .join('|')})\\.`,
);

/** Whether a file has hooks. They would also run for the tests of all other files in the same process. */
const hasHooks = (file) => /^(?:before|after)(?:Each)?\(/m.test(readFileSync(file, 'utf8'));

/**
 * Divides files into groups that share a process, so that common imports are loaded only once. Loading them takes longer than most tests.
 * Consecutive files are often similar, so they are put into different groups.
 */
function groupsOf(files, count) {
  const alone = files.filter(hasHooks);
  const others = files.filter((file) => !alone.includes(file));
  const groups = Array.from({ length: count }, (_, i) => others.filter((_, at) => at % count === i));
  return [...alone.map((file) => [file]), ...groups.filter((group) => group.length > 0)];
}

/** Returns a plugin for esbuild that creates an entry point for each group, which imports all of its files. */
const entriesOf = (groups) => ({
  name: 'groups',
  setup(build) {
    build.onResolve({ filter: /^group:\d+$/ }, ({ path }) => ({ path, namespace: 'group' }));
    build.onLoad({ filter: /.*/, namespace: 'group' }, ({ path }) => ({
      contents: groups[Number(path.slice('group:'.length))].map((file) => `import ${JSON.stringify(file)};`).join('\n'),
      resolveDir: root,
    }));
  },
});

/**
 * Bundles TypeScript files into `out/test/<part>/`. There is one bundle for each file; with `count`, files share that number of bundles, if
 * they can share a process. Returns the paths of the bundles. Packages are resolved at run time.
 */
export async function bundle(part, files, count) {
  const outdir = join(out, 'test', part);
  rmSync(outdir, { recursive: true, force: true });
  const groups = count === undefined ? [] : groupsOf(files, count);
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: count === undefined ? files : groups.map((_, i) => ({ in: `group:${i}`, out: `group-${i}` })),
    outbase: join(root, 'test', part),
    outdir,
    bundle: true,
    packages: 'external',
    external: ['vscode'],
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    plugins: [importMeta, ofServer(), entriesOf(groups)],
  });
  return Object.keys(metafile.outputs)
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(root, file));
}
