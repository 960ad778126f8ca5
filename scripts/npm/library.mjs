// Builds the library of the npm package: split ES modules for web pages, and modules for Node. The latter export the functions of
// `dist/library.js`, which is part of the bundle that the command line uses.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../paths.mjs';
import { twins } from '../web-build.mjs';
import { libraryTypes } from './library-types.mjs';

const source = join(root, 'server/src/library');

/**
 * The names of the library's parts. The part `index` is imported as `openchatml`; each other part has the functions of one file, and is
 * imported as `openchatml/NAME`.
 */
export const entries = ['index', 'parse', 'convert', 'explain', 'mask', 'render', 'rules', 'stream', 'tokens'];

/** Files that are replaced in web pages by the files of the same name in `library/browser/`. */
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

/** Returns the export conditions of a part: its files for Node and for web pages, each with its types. */
const conditionsOf = (name) => ({
  node: {
    import: { types: `./library/${name}.d.mts`, default: `./library/${name}.mjs` },
    require: { types: `./library/${name}.d.ts`, default: `./library/${name}.js` },
  },
  default: { types: `./library/${name}.d.mts`, default: `./library/browser/${name}.mjs` },
});

/** The fields of the manifest that declare the library. */
export const exportsManifest = {
  main: './library/index.js',
  types: './library/index.d.ts',
  exports: {
    ...Object.fromEntries(entries.map((name) => [name === 'index' ? '.' : `./${name}`, conditionsOf(name)])),
    './schemas/*': './schemas/*',
    './package.json': './package.json',
  },
  // This list lets bundlers omit modules of the library that are imported but not used.
  sideEffects: ['./bin/*', './dist/**'],
};

/** Writes the library into the folder of a package, whose `dist/` already contains the bundle for Node. */
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

/** The options for bundling the library for web pages, without the output folder. */
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

/**
 * Bundles the library for web pages. The modules have no side effects when they are imported. Returns the names of the exports of each
 * part.
 */
async function bundleForPages(outdir) {
  const { metafile } = await esbuild.build({ ...pageBundle, outdir, metafile: true });
  return Object.entries(metafile.outputs).flatMap(([path, { entryPoint, exports }]) =>
    entryPoint === undefined ? [] : [[basename(path, '.mjs'), exports]],
  );
}
