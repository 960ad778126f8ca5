// Bundles for browsers: the extension, and the server with its threads. Each of them becomes a worker.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './paths.mjs';

/** Resolves an import of `x.ts` to the file `web/x.ts`, if that file exists. It is the version for browsers, which do not have Node. */
export const twins = {
  name: 'twins',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path);
      const twin = join(dirname(file), 'web', basename(file));
      return existsSync(twin) ? { path: twin } : undefined;
    });
    build.onResolve({ filter: /^node:/ }, ({ path, importer }) =>
      path === 'node:path'
        ? undefined
        : { errors: [{ text: `A browser has no ${path}: ${importer} needs a twin in web/, beside it.` }] },
    );
  },
};

/** Matches packages of several megabytes. The server loads them when they are first needed, from the same files as the server in Node. */
const large = /^gpt-tokenizer\//;

const loadLarge = {
  name: 'load-large',
  setup(build) {
    build.onResolve({ filter: large }, ({ path, kind }) =>
      kind === 'require-call' ? { path, namespace: 'large' } : undefined,
    );
    // The packages are CommonJS modules, so `module` and `exports` must exist while they are loaded.
    build.onLoad({ filter: /^/, namespace: 'large' }, ({ path }) => ({
      contents: `
        const { beside } = require('./server/src/lsp/web/beside.ts');
        self.module = { exports: {} };
        self.exports = self.module.exports;
        importScripts(beside(${JSON.stringify(`../${path}.js`)}));
        module.exports = self.module.exports;`,
      resolveDir: root,
    }));
  },
};

/** `shared`: the options that all bundles have in common. */
export const webBundles = (shared) => {
  const web = {
    ...shared,
    platform: 'browser',
    alias: { 'node:path': 'path-browserify', path: 'path-browserify' },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [twins, loadLarge],
  };
  return [
    {
      ...web,
      entryPoints: { extension: 'client/src/extension.ts' },
      outdir: 'client/dist/web',
      format: 'cjs',
      external: ['vscode'],
    },
    {
      ...web,
      entryPoints: {
        server: 'server/src/lsp/web/main.ts',
        'templates-worker': 'server/src/lsp/templates/templates-worker.ts',
        'tokens-worker': 'server/src/lsp/tokens/tokens-worker.ts',
      },
      inject: ['server/src/lsp/web/immediate.ts'],
      outdir: 'server/dist/web',
      format: 'iife',
    },
  ];
};
