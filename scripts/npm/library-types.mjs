// Generates the type declarations of the library from its sources, with TypeScript.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../paths.mjs';

const library = 'server/src/library';
const compiler = join(root, 'node_modules/typescript/lib/tsc.js');

/**
 * Returns the declarations of `index.ts` and of the files to which it refers, by file name. Throws an error if a declaration refers to code
 * outside the library, since that code would become part of the API.
 */
export function libraryTypes() {
  const folder = mkdtempSync(join(tmpdir(), 'openchatml-types-'));
  try {
    emitInto(folder);
    const declarations = new Map();
    const add = (name) => {
      if (declarations.has(name)) return;
      const text = withoutInside(name, readFileSync(join(folder, library, `${name}.d.ts`), 'utf8'));
      declarations.set(name, text);
      for (const [, other] of text.matchAll(/from '\.\/([\w-]+)\.ts'/g)) add(other);
    };
    add('index');
    return declarations;
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
  // The compiler also reports errors in other modules, because some of them cannot have declarations. Only errors in the library matter.
  const libraryErrors = stdout.split('\n').filter((line) => line.startsWith(library));
  if (libraryErrors.length > 0) throw new Error(libraryErrors.join('\n'));
}

/** Removes imports that were used only by internal declarations, which the compiler has omitted. */
function withoutInside(name, text) {
  const remainingText = text.replace(/^import [^;]*? from '\.\.\/[^']*';\n/gm, '');
  const importLists = Array.from(text.matchAll(/^import (?:type )?\{ (.*?) \} from '\.\.\//gm), ([, names]) => names);
  const names = importLists.flatMap((list) => list.split(', ')).map((one) => one.replace(/^type /, ''));
  const internalName = names.find((one) => new RegExp(`\\b${one}\\b`).test(remainingText));
  if (internalName !== undefined || remainingText.includes('import("'))
    throw new Error(`${library}/${name}.ts declares what is not of the library: ${internalName}`);
  return remainingText;
}
