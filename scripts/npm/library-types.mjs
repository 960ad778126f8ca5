// The declarations of the library, as TypeScript writes them for its sources.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../paths.mjs';

const library = 'server/src/library';
const compiler = join(root, 'node_modules/typescript/lib/tsc.js');

/**
 * Returns the declarations by the name of their file: those of `index.ts`, and of what it names. Throws if one of them names something that is not of
 * the library: who imports it would get that, too.
 */
export function libraryTypes() {
  const folder = mkdtempSync(join(tmpdir(), 'openchatml-types-'));
  try {
    emitInto(folder);
    const found = new Map();
    const add = (name) => {
      if (found.has(name)) return;
      const text = withoutInside(name, readFileSync(join(folder, library, `${name}.d.ts`), 'utf8'));
      found.set(name, text);
      for (const [, other] of text.matchAll(/from '\.\/([\w-]+)\.ts'/g)) add(other);
    };
    add('index');
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function emitInto(outDir) {
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true },
    ...{ lib: ['ES2023', 'DOM'], rootDir: root, outDir },
  };
  const config = join(root, 'server/tsconfig.types.json');
  const files = ['src/library/index.ts'];
  writeFileSync(config, JSON.stringify({ extends: './tsconfig.json', compilerOptions, include: [], files }));
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', config], { cwd: root, encoding: 'utf8' });
  rmSync(config);
  // The modules of the library are written, too, and not all of them can be declared.
  const own = stdout.split('\n').filter((line) => line.startsWith(library));
  if (own.length > 0) throw new Error(own.join('\n'));
}

/** Without imports that only what is internal needed. */
function withoutInside(name, text) {
  const kept = text.replace(/^import [^;]*? from '\.\.\/[^']*';\n/gm, '');
  const used = Array.from(text.matchAll(/^import (?:type )?\{ (.*?) \} from '\.\.\//gm), ([, names]) => names);
  const names = used.flatMap((list) => list.split(', ')).map((one) => one.replace(/^type /, ''));
  const left = names.find((one) => new RegExp(`\\b${one}\\b`).test(kept));
  if (left !== undefined || kept.includes('import("'))
    throw new Error(`${library}/${name}.ts declares what is not of the library: ${left}`);
  return kept;
}
