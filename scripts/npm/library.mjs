// The library of the package: split ES modules for web pages, and modules for Node that export the functions of
// `dist/library.js`, a part of the bundle that the command line uses.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../paths.mjs';
import { twins } from '../web-build.mjs';
import { libraryTypes } from './library-types.mjs';

const source = join(root, 'server/src/library');

/** The modules that can be imported: everything as `openchatml`, and the functions of single files as `openchatml/NAME`. */
export const entries = ['index', 'parse', 'convert', 'explain', 'mask', 'render', 'rules', 'stream', 'tokens'];

/** Files for which `library/browser/` has a file of the same name, which replaces them in web pages. */
const inPages = ['syntax/yaml-package', 'tokens/ranks', 'library/yaml', 'library/given-yaml'].map((name) =>
  join(root, 'server/src', `${name}.ts`),
);

const browserTwins = {
  name: 'browser-twins',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path);
      return inPages.includes(file) ? { path: join(source, 'browser', basename(file)) } : undefined;
    });
  },
};

/** The export conditions for a part: its files for Node and for web pages, with types. */
const conditionsOf = (name) => ({
  node: {
    import: { types: `./library/${name}.d.mts`, default: `./library/${name}.mjs` },
    require: { types: `./library/${name}.d.ts`, default: `./library/${name}.js` },
  },
  default: { types: `./library/${name}.d.mts`, default: `./library/browser/${name}.mjs` },
});

/** The fields in a manifest about the library. */
export const exportsManifest = {
  main: './library/index.js',
  types: './library/index.d.ts',
  exports: {
    ...Object.fromEntries(entries.map((name) => [name === 'index' ? '.' : `./${name}`, conditionsOf(name)])),
    './schemas/*': './schemas/*',
    './package.json': './package.json',
  },
  // Bundlers can omit modules that are imported but not used.
  sideEffects: ['./bin/*', './dist/**'],
};

/** Writes the library into the folder of a package with the bundle for Node in `dist/`. */
export async function addLibrary(folder) {
  const library = join(folder, 'library');
  mkdirSync(library, { recursive: true });
  const names = await bundleForPages(join(library, 'browser'));
  for (const [name, functions] of names) {
    const list = functions.join(', ');
    writeFileSync(
      join(library, `${name}.mjs`),
      `import library from '../dist/library.js';\nexport const { ${list} } = library;\n`,
    );
    writeFileSync(
      join(library, `${name}.js`),
      `'use strict';\nconst { ${list} } = require('../dist/library.js');\nmodule.exports = { ${list} };\n`,
    );
  }
  for (const [name, text] of libraryTypes()) {
    writeFileSync(join(library, `${name}.d.ts`), text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
    writeFileSync(join(library, `${name}.d.mts`), text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.mjs'"));
  }
}

/** The bundle for web pages, without its output folder. */
export const pageBundle = {
  absWorkingDir: root,
  entryPoints: Object.fromEntries(entries.map((name) => [name, join(source, `${name}.ts`)])),
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
  outExtension: { '.js': '.mjs' },
  chunkNames: 'part-[hash]',
  alias: { 'node:path': 'path-browserify', path: 'path-browserify' },
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [browserTwins, twins],
};

/** Bundles the library for web pages. Importing it has no side effects. Returns the exports of each part. */
async function bundleForPages(outdir) {
  const { metafile } = await esbuild.build({ ...pageBundle, outdir, metafile: true });
  return Object.entries(metafile.outputs).flatMap(([path, { entryPoint, exports }]) =>
    entryPoint === undefined ? [] : [[basename(path, '.mjs'), exports]],
  );
}
