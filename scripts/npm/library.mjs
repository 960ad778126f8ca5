// The library of the package: for pages as ES modules in pieces, for Node as a view of the bundle that the command line has.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../paths.mjs';
import { twins } from '../web-build.mjs';
import { libraryTypes } from './library-types.mjs';

const source = join(root, 'server/src/library');

/** The modules that can be imported: the whole as `openchatml`, and parts as `openchatml/NAME`, each with the functions of its file. */
export const entries = ['index', 'parse', 'convert', 'explain', 'mask', 'render', 'rules', 'stream', 'tokens'];

/** Files that have another one in pages, where `library/browser/` has one of the same name. */
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

/** Where pages find a part, Node, and either of them its types. */
const conditionsOf = (name) => ({
  node: {
    import: { types: `./library/${name}.d.mts`, default: `./library/${name}.mjs` },
    require: { types: `./library/${name}.d.ts`, default: `./library/${name}.js` },
  },
  default: { types: `./library/${name}.d.mts`, default: `./library/browser/${name}.mjs` },
});

/** The fields of a manifest about the library. */
export const exportsManifest = {
  main: './library/index.js',
  types: './library/index.d.ts',
  exports: {
    ...Object.fromEntries(entries.map((name) => [name === 'index' ? '.' : `./${name}`, conditionsOf(name)])),
    './schemas/*': './schemas/*',
    './package.json': './package.json',
  },
  // Modules that are imported and not used can be left out.
  sideEffects: ['./bin/*', './dist/**'],
};

/** Writes the library into the folder of a package that has the bundle for Node in `dist/`. */
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

/** The bundle for pages, without its folder. */
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

/** Bundles the library for pages. Nothing in it has an effect before it is called. Returns what each part exports. */
async function bundleForPages(outdir) {
  const { metafile } = await esbuild.build({ ...pageBundle, outdir, metafile: true });
  return Object.entries(metafile.outputs).flatMap(([path, { entryPoint, exports }]) =>
    entryPoint === undefined ? [] : [[basename(path, '.mjs'), exports]],
  );
}
