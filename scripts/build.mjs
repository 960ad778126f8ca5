// Bundles the extension, the language server and the command line with esbuild.
//   node scripts/build.mjs [--watch] [--metafile]
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { withoutNotebooks } from './notebooks.mjs';
import { root } from './paths.mjs';
import { webBundles } from './web-build.mjs';

const fromServer = createRequire(join(root, 'server/package.json'));

/** Packages that only some documents need: each a file of its own next to the server, loaded by its first `require`. */
const onDemand = [
  ...['yaml', 'markdown-it', 'temml', '@lezer/javascript', '@cfworker/json-schema'],
  '@huggingface/tokenizers',
  ...['GptEncoding', 'bpeRanks/o200k_base', 'bpeRanks/cl100k_base'].map((name) => `gpt-tokenizer/${name}`),
];

/** Files of our own that `require` loads. */
const requiredFile = /\brequire\('(\.{1,2}\/[^']+\.ts)'\)/g;

/** Files of our own that are loaded by their first `require`: each is a bundle, named by its path. */
function loadedOnDemand() {
  const folder = join(root, 'server/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const required = files.flatMap((file) =>
    Array.from(readFileSync(join(folder, file), 'utf8').matchAll(requiredFile), ([, target]) =>
      relative(folder, join(folder, dirname(file), target)).replaceAll('\\', '/'),
    ),
  );
  const name = (path) => path.replace(/(?:\/index)?\.ts$/, '').replaceAll('/', '-');
  return Object.fromEntries(
    required.filter((path) => path !== commandLine).map((path) => [`server/src/${path}`, name(path)]),
  );
}

/** An entry of its own, which the program `ocml` loads: `loadCommandLine`. */
const commandLine = 'cli/command-line.ts';
const parts = loadedOnDemand();

/**
 * Modules that are loaded together with all that they import: each is one file, although the parts share pieces of it. As files
 * of their own, these would be forty, each of which takes a third of a millisecond to load.
 */
const layers = ['server/src/lsp/server.ts', 'server/src/checker/index.ts'];
/** Modules that only the server needs, which are loaded with it and never on demand. */
const serverAlone = 'server/src/lsp/';

/** Makes every part, and whatever else is loaded on demand, import the layers, since esbuild splits off what only some import. */
const inLayers = {
  name: 'in-layers',
  setup(build) {
    let modules = [];
    build.onStart(async () => {
      modules = await importedBy(layers);
    });
    build.onResolve({ filter: /\.ts$/ }, ({ path, kind, resolveDir, namespace }) => {
      const isPart = kind === 'dynamic-import' || (kind === 'entry-point' && !path.includes(serverAlone));
      return isPart && namespace !== 'part' ? { path: join(resolveDir, path), namespace: 'part' } : undefined;
    });
    build.onLoad({ filter: /^/, namespace: 'part' }, ({ path }) => ({
      contents: [
        ...modules.map((module) => `import ${JSON.stringify(module)};`),
        `export * from ${JSON.stringify(path)};`,
      ].join('\n'),
      resolveDir: root,
    }));
  },
};

/** Our own modules that these import, directly or indirectly, except on demand. */
async function importedBy(entryPoints) {
  const options = {
    ...node,
    entryPoints,
    outdir: 'server/dist',
    write: false,
    metafile: true,
    plugins: [loadOnDemand],
  };
  const { inputs } = (await esbuild.build(options)).metafile;
  const found = new Set(entryPoints);
  for (const path of found) {
    for (const { path: to, kind } of inputs[path].imports) {
      if (kind === 'import-statement' && to.startsWith('server/src/')) found.add(to);
    }
  }
  return [...found].filter((path) => !path.startsWith(serverAlone)).map((path) => join(root, path));
}

/** Turns `require('yaml')` into `require('./yaml.js')`, the file built from `onDemand`. */
const loadOnDemand = {
  name: 'load-on-demand',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(${onDemand.join('|')})$`) }, ({ path, kind }) =>
      kind === 'require-call' ? { path: `./${path}.js`, external: true } : undefined,
    );
    // Parts of our own that the first request or document of a kind asks for, each an entry of the split bundle.
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, kind, resolveDir }) => {
      const name = kind === 'require-call' && parts[relative(root, join(resolveDir, path)).replaceAll('\\', '/')];
      return name ? { path: `./${name}.js`, external: true } : undefined;
    });
  },
};

/** Leaves out what nothing imports of this package, whose manifest does not say that this is possible: Node unpacks Brotli itself. */
const withoutUnusedCompressors = {
  name: 'without-unused-compressors',
  setup(build) {
    build.onResolve({ filter: /^\.\/[\w.]+\.js$/ }, ({ path, resolveDir }) =>
      resolveDir.endsWith(join('node_modules', 'hyparquet-compressors', 'src'))
        ? { path: join(resolveDir, path), sideEffects: false }
        : undefined,
    );
  },
};

/** Makes the program `ocml` load its commands from the split bundle. */
const loadCommandLine = {
  name: 'load-command-line',
  setup(build) {
    build.onResolve({ filter: /command-line\.ts$/ }, () => ({ path: './command-line.js', external: true }));
  },
};

/**
 * Writes the pieces of a split bundle as CommonJS, which Node loads faster, and in which `require` is at hand. What is
 * reached only by `import()`, such as the fixes, is a piece of its own, read when it is first asked for.
 */
export const toCommonJS = {
  name: 'to-common-js',
  setup(build) {
    build.onEnd(async ({ outputFiles = [] }) => {
      const folder = join(root, build.initialOptions.outdir);
      mkdirSync(folder, { recursive: true });
      for (const name of readdirSync(folder)) if (name.startsWith('chunk-')) rmSync(join(folder, name));
      const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
      for (const [path, text] of texts) {
        if (!path.endsWith('.js')) continue;
        const map = Buffer.from(texts.get(`${path}.map`) ?? '{}').toString('base64');
        const { code, map: joined } = await esbuild.transform(
          text.replace(/\/\/# sourceMappingURL=.*\n?$/, `//# sourceMappingURL=data:application/json;base64,${map}`),
          {
            format: 'cjs',
            minify: true,
            platform: 'node',
            target: 'node20',
            // `require` in a promise: Node's ES module loader takes longer to start than the fixes take to load.
            supported: { 'dynamic-import': false },
            sourcemap: 'external',
            sourcesContent: false,
            sourcefile: path,
          },
        );
        writeFileSync(path, `${withOwnGetters(code)}//# sourceMappingURL=${basename(path)}.map\n`);
        writeFileSync(`${path}.map`, joined);
      }
    });
  },
};

/**
 * Gives the exports of a piece the getters that esbuild made for them. It copies each into `() => from[key]`, which looks its
 * key up every time a function of another piece is called: a tenth of the time that a large data set takes.
 */
function withOwnGetters(code) {
  const copied = /\{get:\(\)=>([\w$]+)\[([\w$]+)\],enumerable:!\(([\w$]+)=([\w$]+)\(\1,\2\)\)\|\|\3\.enumerable\}/g;
  // As long as it was, or the source map would be wrong.
  return code.replace(copied, (whole, from, key, found, describe) =>
    `${found}=${describe}(${from},${key})`.padEnd(whole.length),
  );
}

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
};
const node = { ...shared, platform: 'node', format: 'cjs', target: 'node20', mainFields: ['module', 'main'] };

/** Options for esbuild, one set a bundle; `toCommonJS` writes the files of the one that is split. */
export const bundles = [
  {
    ...node,
    entryPoints: { extension: 'client/src/extension.ts' },
    outdir: 'client/dist',
    external: ['vscode'],
  },
  {
    ...shared,
    platform: 'browser',
    format: 'iife',
    entryPoints: [
      ...['ts', 'css'].map((kind) => ({ in: `client/src/preview/webview/page.${kind}`, out: 'page' })),
      ...['ts', 'css'].map((kind) => ({ in: `client/src/data-set/webview/page.${kind}`, out: 'data-set' })),
    ],
    outdir: 'client/dist/webview',
  },
  {
    ...shared,
    platform: 'browser',
    format: 'iife',
    // For browsers of their own: `light-dark()` in its styles is younger than the target of the code.
    entryPoints: ['ts', 'css'].map((kind) => ({
      in: `client/src/preview/webview/browser/browser-page.${kind}`,
      out: 'page',
    })),
    outdir: 'server/dist/preview',
  },
  {
    ...node,
    entryPoints: { 'page-html': 'client/src/preview/page-html.ts' },
    outdir: 'server/dist/preview',
  },
  {
    ...node,
    entryPoints: {
      server: 'server/src/lsp/main.ts',
      'command-line': 'server/src/cli/command-line.ts',
      'check-worker': 'server/src/cli/check/worker.ts',
      library: 'server/src/library/index.ts',
      'parquet-worker': 'server/src/packed/parquet/worker.ts',
      'lines-worker': 'server/src/cli/check/lines-worker.ts',
      'list-worker': 'server/src/cli/check/list-worker.ts',
      'data-set-index-worker': 'server/src/data-set/index-worker.ts',
      'data-set-worker': 'server/src/data-set/worker.ts',
      'convert-worker': 'server/src/cli/convert/worker.ts',
      'mask-worker': 'server/src/cli/mask/worker.ts',
      'report-worker': 'server/src/cli/report/worker.ts',
      'select-worker': 'server/src/cli/select/worker.ts',
      'stats-worker': 'server/src/cli/stats/worker.ts',
      'ticker-worker': 'server/src/cli/ticker-worker.ts',
      'row-tokens-worker': 'server/src/cli/tokens/worker.ts',
      'rows-worker': 'server/src/cli/check/rows-worker.ts',
      'templates-worker': 'server/src/lsp/templates/worker.ts',
      'tokens-worker': 'server/src/lsp/tokens/worker.ts',
      'training-worker': 'server/src/lsp/training/worker.ts',
      ...Object.fromEntries(Object.entries(parts).map(([path, name]) => [name, path])),
    },
    outdir: 'server/dist',
    // Only ES modules can be split; `toCommonJS` converts them.
    format: 'esm',
    splitting: true,
    write: false,
    chunkNames: 'chunk-[hash]',
    plugins: [loadOnDemand, inLayers, withoutNotebooks, withoutUnusedCompressors, toCommonJS],
    alias: {
      'vscode-languageserver-types': './server/src/lsp/called-types.ts',
      '@modelcontextprotocol/server/_shims': './server/src/mcp/shims.ts',
    },
  },
  {
    ...node,
    // For everything but its version, it loads the bundle above.
    entryPoints: { cli: 'server/src/cli/main.ts' },
    outdir: 'server/dist',
    plugins: [loadCommandLine],
  },
  {
    ...node,
    // As the server's package requires them: in its version, and as CommonJS, which knows no `import.meta`.
    entryPoints: Object.fromEntries(onDemand.map((name) => [name, fromServer.resolve(name)])),
    outdir: 'server/dist',
  },
  ...webBundles(shared),
];

/** Removes what an earlier build has left, or it would be shipped. `toCommonJS` looks after its chunks. */
function removeOthers(outputs) {
  const written = new Set(outputs.map((file) => resolve(root, file)));
  for (const folder of new Set(bundles.map(({ outdir }) => join(root, outdir)))) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      if (entry.isFile() && !written.has(path) && !entry.name.startsWith('chunk-')) rmSync(path);
    }
  }
}

async function main(flags) {
  if (flags.has('--watch')) {
    for (const options of bundles) await (await esbuild.context(options)).watch();
    return;
  }
  const results = await Promise.all(bundles.map((options) => esbuild.build({ ...options, metafile: true })));
  removeOthers(results.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
  if (!flags.has('--metafile')) return;
  results.forEach((result, i) => {
    writeFileSync(join(root, bundles[i].outdir, `meta-${i}.json`), JSON.stringify(result.metafile));
  });
}

const [, script] = process.argv;
if (script !== undefined && realpathSync(script) === fileURLToPath(import.meta.url))
  await main(new Set(process.argv.slice(2)));
