/** Checks that source files import only what ARCHITECTURE.md allows for their rooms. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { suite, test } from 'node:test';
import { root } from '../support/root.ts';

interface Room {
  /** The rooms that files of this room may import from, besides the room itself. */
  readonly rooms: readonly string[];
  /** The packages that files of this room may import. `type PACKAGE` allows only imports of types. */
  readonly packages: readonly string[];
}

const textDocument = 'type vscode-languageserver-textdocument';
/** Each of these lists holds a room and the rooms below it. */
const grammar = ['grammar'];
const syntax = ['syntax', ...grammar];
const model = ['model', ...syntax];
const rules = ['rules', 'arguments', ...model];
const checker = ['checker', ...rules];
const fixes = ['fixes', 'write', ...checker];
const format = ['format', 'write', ...model];
const convert = ['convert', 'tokens', ...format];
const inspect = ['inspect', ...convert];
const stream = ['stream', ...model];
const refactorings = ['refactorings', ...fixes];
/** The messages between client and server. Both sides may import them. */
const protocol = 'protocol';
const features = [protocol, 'features', 'format', 'documents', 'render', ...refactorings];
const explain = ['explain', 'tokens', 'stream', ...fixes];
const templates = ['templates', 'documents', 'rules', ...convert];
const edges = [
  'sessions',
  'learn',
  'views',
  'mcp',
  'mask',
  'python',
  'inspect',
  'stream',
  'project',
  'files',
  'rows',
  'packed',
  ...templates,
  ...explain,
  ...features,
];

const rooms: Readonly<Record<string, Room>> = {
  'server/src/grammar': { rooms: [], packages: [] },
  'server/src/syntax': { rooms: grammar, packages: ['yaml', textDocument] },
  'server/src/model': { rooms: syntax, packages: ['@lezer/javascript'] },
  'server/src/arguments': { rooms: model, packages: ['@cfworker/json-schema'] },
  'server/src/rules': { rooms: rules, packages: [] },
  'server/src/write': { rooms: model, packages: [] },
  'server/src/format': { rooms: format, packages: [] },
  'server/src/convert': { rooms: convert, packages: [] },
  'server/src/inspect': { rooms: inspect, packages: [] },
  'server/src/stream': { rooms: stream, packages: [] },
  'server/src/templates': { rooms: templates, packages: [] },
  'server/src/learn': { rooms: templates, packages: [] },
  'server/src/mask': { rooms: ['mask', ...templates], packages: ['@noble/hashes', 'node:crypto'] },
  'server/src/checker': { rooms: rules, packages: [textDocument] },
  'server/src/fixes': { rooms: ['write', ...checker], packages: [] },
  'server/src/refactorings': { rooms: refactorings, packages: [] },
  'server/src/render': { rooms: [protocol, ...model], packages: ['markdown-it', 'temml'] },
  'server/src/sessions': { rooms: ['files', ...model], packages: [] },
  'server/src/documents': { rooms: checker, packages: [] },
  'server/src/features': { rooms: features, packages: ['type vscode-languageserver-types'] },
  'server/src/project': { rooms: checker, packages: ['yaml', 'node:path'] },
  'server/src/files': { rooms: [], packages: ['node:buffer', 'node:fs', 'node:os', 'node:path', 'node:url'] },
  'server/src/views': { rooms: [...convert, ...features], packages: [] },
  'server/src/python': { rooms: [], packages: ['node:child_process', 'node:fs', 'node:path'] },
  'server/src/mcp': {
    rooms: ['files', ...convert],
    packages: [
      '@cfworker/json-schema',
      '@modelcontextprotocol/server',
      'node:child_process',
      'node:fs',
      'node:os',
      'node:path',
      'node:process',
    ],
  },
  'server/src/rows': {
    rooms: ['files', ...syntax],
    packages: ['node:buffer', 'node:os', 'node:path', 'node:worker_threads'],
  },
  'server/src/packed': {
    rooms: ['files', ...grammar],
    packages: [
      'fzstd',
      'hyparquet',
      'hyparquet-compressors',
      'node:buffer',
      'node:fs',
      'node:path',
      'node:stream',
      'node:worker_threads',
      'node:zlib',
    ],
  },
  'server/src/data-set': {
    rooms: [protocol, ...edges],
    packages: ['re2js', 'node:buffer', 'node:crypto', 'node:fs', 'node:os', 'node:path', 'node:worker_threads'],
  },
  'server/src/tokens': { rooms: syntax, packages: ['gpt-tokenizer', '@huggingface/tokenizers'] },
  'server/src/explain': { rooms: explain, packages: [] },
  'server/src/lsp': {
    rooms: ['data-set', ...edges],
    packages: ['vscode-languageserver', textDocument, 'node:fs', 'node:path', 'node:url', 'node:worker_threads'],
  },
  'server/src/library': {
    rooms: ['mask', 'stream', ...templates, ...explain, ...features],
    packages: ['yaml'],
  },
  'server/src/cli': {
    rooms: edges,
    packages: [
      textDocument,
      'jmespath',
      'd3-scale',
      'eventsource-parser',
      'fzstd',
      'node:buffer',
      'node:child_process',
      'node:crypto',
      'node:fs',
      'node:http',
      'node:net',
      'node:os',
      'node:path',
      'node:util',
      'node:vm',
      'node:worker_threads',
      'node:zlib',
    ],
  },
  protocol: { rooms: [], packages: [] },
  'client/src': {
    rooms: [protocol],
    packages: ['vscode', 'vscode-languageclient', 'node:child_process', 'node:fs', 'node:path'],
  },
};

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

const statement = /^(?:import|export)\s(?:(type)\s)?(?:[^'";]*?\sfrom\s)?'([^']+)'/gm;
/** Matches `require('x')`, and `import('x')` within a type. */
const call = /\b(?:require|(import))\('([^']+)'\)/g;

function importsIn(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [
    ...[...text.matchAll(statement)].map(([, type, target = '']) => ({ file, target, typeOnly: type !== undefined })),
    ...[...text.matchAll(call)].map(([, type, target = '']) => ({ file, target, typeOnly: type !== undefined })),
  ];
}

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));
}

/** Returns the folder of the room that a file belongs to. */
function roomOf(file: string): string | undefined {
  const path = file.split(sep).join('/');
  return Object.keys(rooms).find((room) => path.startsWith(`${room}/`));
}

/**
 * Returns the package of an imported module: `vscode-languageserver/node` → `vscode-languageserver`, `@lezer/javascript` → itself,
 * `node:fs/promises` → `node:fs`.
 */
const packageOf = (target: string) => /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] as string;

test('every source file is in a room', () => {
  const files = [protocol, 'server/src', 'client/src'].flatMap(sourcesOf);
  assert.deepEqual(
    files.filter((file) => roomOf(file) === undefined),
    [],
  );
});

for (const [room, { rooms: others, packages }] of Object.entries(rooms)) {
  suite(room, () => {
    const imports = sourcesOf(room).flatMap(importsIn);
    const wrong = (all: readonly Import[]) => all.map(({ file, target }) => `${file} imports ${target}`);

    test('imports only rooms below', () => {
      const outside = imports
        .filter(({ target }) => target.startsWith('.') && !target.endsWith('/package.json'))
        .filter(({ file, target }) => {
          const to = roomOf(relative(root, join(root, dirname(file), target)));
          return (
            to !== room && !others.some((other) => to === `server/src/${other}` || (to === other && other === protocol))
          );
        });
      assert.deepEqual(wrong(outside), []);
    });

    test('imports only its packages', () => {
      const outside = imports
        .filter(({ target }) => !target.startsWith('.'))
        .filter(({ target, typeOnly }) => {
          const name = packageOf(target);
          return !packages.includes(name) && !(typeOnly && packages.includes(`type ${name}`));
        });
      assert.deepEqual(wrong(outside), []);
    });

    test('uses every package that it may', () => {
      const used = new Set(imports.map(({ target }) => packageOf(target)));
      assert.deepEqual(
        packages.filter((name) => !used.has(name.replace('type ', ''))),
        [],
      );
    });
  });
}

/** Matches an `import('x')` that loads a module, as opposed to one that names a type. */
const later = /(?<!typeof )\bimport\('([^']+)'\)(?!\.[A-Z])/g;

/**
 * Returns the files that a file loads: all imports except those of types, including modules that are required or imported only on first
 * use.
 */
function loadedBy(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const imported = [...text.matchAll(statement)].filter(
    ([whole, type]) => type === undefined && !/^\w+ \{(?: type \w+,?)+ \}/.test(whole),
  );
  const required = [...text.matchAll(call)].filter(([, inType]) => inType === undefined);
  const imports = [...text.matchAll(later)].map(([, target = '']) => target);
  return [...[...imported, ...required].map(([, , target = '']) => target), ...imports]
    .filter((target) => target.startsWith('.') && target.endsWith('.ts'))
    .map((target) => relative(root, join(root, dirname(file), target)));
}

test('no circle of files at run time', () => {
  const files = sourcesOf('server/src');
  const done = new Set<string>();
  const circles: string[] = [];
  function visit(file: string, path: readonly string[]): void {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file) || path.includes(file)) return;
    for (const next of loadedBy(file)) visit(next, [...path, file]);
    done.add(file);
  }
  for (const file of files) visit(file, []);
  assert.deepEqual(circles, []);
});

test('no room has more than a quarter of the lines of the server', () => {
  const lines = (folder: string) =>
    sourcesOf(folder).reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length, 0);
  const most = lines('server/src') / 4;
  const rooms = readdirSync(join(root, 'server/src')).map((room) => join('server/src', room));
  assert.deepEqual(
    rooms.filter((room) => lines(room) > most),
    [],
  );
});

test('text and JSON are told apart in one place, and everywhere else both are a document', () => {
  const asking = /\binstanceof (?:Transcript|JsonDocument)\b/;
  const files = sourcesOf('server/src').filter((file) => asking.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(
    files.map((file) => file.split(sep).join('/')),
    ['server/src/syntax/any-document.ts'],
  );
});

const outsideWorld = /\b(?:process\.\w|fetch\(|eval\(|new Function\(|new WebSocket\()/;

test('only rooms that read files, run Python or talk to a client reach the world outside', () => {
  const pure = Object.keys(rooms).filter(
    (room) => !/\/(?:lsp|cli|files|packed|data-set|rows|mcp|python)$|^client/.test(room),
  );
  const reaching = pure.flatMap(sourcesOf).filter((file) => outsideWorld.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(reaching, []);
});

test('what the command line writes goes through the one file that makes it harmless', () => {
  const writing = /\bprocess\.std(?:out|err)\b(?!\.isTTY)|\bconsole\./;
  const files = sourcesOf('server/src/cli').filter((file) => writing.test(readFileSync(join(root, file), 'utf8')));
  // The progress bar is allowed because it writes no words.
  assert.deepEqual(files.map((file) => file.split(sep).at(-1)).sort(), ['output.ts', 'progress.ts']);
});

test('the page of the preview runs in a browser: it imports no package', () => {
  const imports = sourcesOf('client/src/preview/webview').flatMap(importsIn);
  assert.deepEqual(
    imports.filter(({ target }) => !target.startsWith('.')),
    [],
  );
});
