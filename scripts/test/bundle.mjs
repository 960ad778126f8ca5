// Bundles tests to out/test/, one CommonJS file each with its source map.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { ofServer } from '../of-server.mjs';
import { out, root } from '../paths.mjs';

/** CommonJS has no `import.meta`: in a test and what it imports, it means the source file, as if run from there. */
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

/** The tests of a folder of `test/`, sorted. */
export function testsOf(part) {
  const folder = join(root, 'test', part);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((file) => /\.test\.(ts|mjs)$/.test(file))
    .sort()
    .map((file) => join(folder, file));
}

/** Bundles TypeScript files into `out/test/<part>/` and gives the files written. Packages are resolved at run time. */
export async function bundle(part, files) {
  const outdir = join(out, 'test', part);
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: files,
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
    plugins: [importMeta, ofServer()],
  });
  return Object.keys(metafile.outputs)
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(root, file));
}
