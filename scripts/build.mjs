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

/**
 * Packages that only some documents need. Each is bundled to a separate file next to the server, which is loaded by the first `require` of
 * the package.
 */
const onDemand = [
  ...['yaml', 'markdown-it', 'temml', '@lezer/javascript', '@cfworker/json-schema'],
  '@huggingface/tokenizers',
  ...['GptEncoding', 'bpeRanks/o200k_base', 'bpeRanks/cl100k_base'].map((name) => `gpt-tokenizer/${name}`),
];

/** Matches a `require` of one of our own files. */
const requiredFile = /\brequire\('(\.{1,2}\/[^']+\.ts)'\)/g;

/** Returns the entry points for our own files that are loaded with `require`. The bundle of each is named after the path of the file. */
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

/**
 * The module with the commands of `ocml`. The program loads it from the split bundle (`loadCommandLine`), in which it is a separate entry
 * point.
 */
const commandLine = 'cli/command-line.ts';
const parts = loadedOnDemand();

/**
 * Modules whose imports are all bundled into the same file. Some parts import only some of these modules, so esbuild would otherwise split
 * them into forty files. Each file takes a third of a millisecond to load.
 */
const layers = ['server/src/lsp/server.ts', 'server/src/checker/index.ts'];
/** The folder of modules that only the server uses. They are loaded with it, and never on demand. */
const serverAlone = 'server/src/lsp/';

/**
 * Makes every part that is loaded on demand import all modules in `layers`. Otherwise, esbuild would move each module that only some of the
 * parts import to a separate file.
 */
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

/**
 * Returns the paths of our own modules that the entry points import, directly or indirectly. Modules that are loaded on demand are not
 * included.
 */
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
  const reachablePaths = new Set(entryPoints);
  for (const path of reachablePaths) {
    for (const { path: to, kind } of inputs[path].imports) {
      if (kind === 'import-statement' && /^server\/(?:src\/|package\.json$)/.test(to)) reachablePaths.add(to);
    }
  }
  return [...reachablePaths].filter((path) => !path.startsWith(serverAlone)).map((path) => join(root, path));
}

/** Replaces, for example, `require('yaml')` with `require('./yaml.js')`, which is the file built from `onDemand`. */
const loadOnDemand = {
  name: 'load-on-demand',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(${onDemand.join('|')})$`) }, ({ path, kind }) =>
      kind === 'require-call' ? { path: `./${path}.js`, external: true } : undefined,
    );
    // Our own parts that are loaded when a request or document first needs them. Each is an entry point of the split bundle.
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, kind, resolveDir }) => {
      const name = kind === 'require-call' && parts[relative(root, join(resolveDir, path)).replaceAll('\\', '/')];
      return name ? { path: `./${name}.js`, external: true } : undefined;
    });
  },
};

/**
 * Omits the modules of `hyparquet-compressors` that are not used, such as the one for Brotli, which Node itself can decompress. The
 * manifest of the package does not declare that unused modules can be omitted.
 */
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
 * Writes the files of a split bundle as CommonJS, which Node loads faster, and in which `require` is available. Modules that are only
 * imported with `import()`, such as the fixes, are in separate files, which are loaded when first used.
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
            // Replaces `import()` with a promise of `require`, since starting Node's loader for ES modules takes longer than loading the
            // fixes.
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
 * Makes the exports of a file use the original getters. esbuild wraps each of them as `() => from[key]`, and looking up `key` at every call
 * of a function in another file takes a tenth of the time for a large data set.
 */
function withOwnGetters(code) {
  const copied = /\{get:\(\)=>([\w$]+)\[([\w$]+)\],enumerable:!\(([\w$]+)=([\w$]+)\(\1,\2\)\)\|\|\3\.enumerable\}/g;
  // Pad the code to its original length, so that the source map stays correct.
  return code.replace(copied, (whole, from, key, descriptor, describe) =>
    `${descriptor}=${describe}(${from},${key})`.padEnd(whole.length),
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

/** The options for esbuild, one object per bundle. `toCommonJS` writes the files of the split bundle. */
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
    // This page runs in the user's own browser. The `light-dark()` in its styles is newer than the target of the code.
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
      'check-worker': 'server/src/cli/check/check-worker.ts',
      library: 'server/src/library/index.ts',
      'parquet-worker': 'server/src/packed/parquet/parquet-worker.ts',
      'lines-worker': 'server/src/cli/check/lines-worker.ts',
      'list-worker': 'server/src/cli/check/list-worker.ts',
      'data-set-index-worker': 'server/src/data-set/index-worker.ts',
      'data-set-worker': 'server/src/data-set/data-set-worker.ts',
      'convert-worker': 'server/src/cli/convert/convert-worker.ts',
      'mask-worker': 'server/src/cli/mask/mask-worker.ts',
      'report-worker': 'server/src/cli/report/report-worker.ts',
      'select-worker': 'server/src/cli/select/select-worker.ts',
      'stats-worker': 'server/src/cli/stats/stats-worker.ts',
      'ticker-worker': 'server/src/cli/ticker-worker.ts',
      'row-tokens-worker': 'server/src/cli/tokens/row-tokens-worker.ts',
      'rows-worker': 'server/src/cli/check/rows-worker.ts',
      'templates-worker': 'server/src/lsp/templates/templates-worker.ts',
      'tokens-worker': 'server/src/lsp/tokens/tokens-worker.ts',
      'training-worker': 'server/src/lsp/training/training-worker.ts',
      ...Object.fromEntries(Object.entries(parts).map(([path, name]) => [name, path])),
    },
    outdir: 'server/dist',
    // esbuild can only split ES modules, so `toCommonJS` converts them afterwards.
    format: 'esm',
    splitting: true,
    write: false,
    chunkNames: 'chunk-[hash]',
    // `inLayers` imports the manifest, which does nothing by itself, only so that its version gets no file of its own.
    logOverride: { 'ignored-bare-import': 'silent' },
    plugins: [loadOnDemand, inLayers, withoutNotebooks, withoutUnusedCompressors, toCommonJS],
    alias: {
      'vscode-languageserver-types': './server/src/lsp/called-types.ts',
      '@modelcontextprotocol/server/_shims': './server/src/mcp/shims.ts',
    },
  },
  {
    ...node,
    // This program loads the command line from the bundle above, unless it is run with `--version`.
    entryPoints: { cli: 'server/src/cli/main.ts' },
    outdir: 'server/dist',
    plugins: [loadCommandLine],
  },
  {
    ...node,
    // The packages are resolved from the server's folder. The results are the versions that the server uses, as CommonJS modules, which
    // have no `import.meta`.
    entryPoints: Object.fromEntries(onDemand.map((name) => [name, fromServer.resolve(name)])),
    outdir: 'server/dist',
  },
  ...webBundles(shared),
];

/** Removes files of earlier builds, which would otherwise be shipped. `toCommonJS` removes earlier chunks. */
function removeOthers(outputs) {
  const outputPaths = new Set(outputs.map((file) => resolve(root, file)));
  for (const folder of new Set(bundles.map(({ outdir }) => join(root, outdir)))) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      if (entry.isFile() && !outputPaths.has(path) && !entry.name.startsWith('chunk-')) rmSync(path);
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
