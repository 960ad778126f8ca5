/** Arguments → files: a folder stands for the transcripts in it, a glob for the files that match. */
import { statSync } from 'node:fs';
import { isAbsolute, posix, relative, resolve, sep } from 'node:path';
import { fileDialects, jsonFiles } from '../grammar/index.ts';

/** How the files in a folder that are transcripts end. */
const endings = ['.ocml', ...fileDialects.map(([ending]) => ending), ...jsonFiles.map(([ending]) => ending)];

/** Folders that are left out unless an argument names them. */
const skipped = ['node_modules', '.git', '.hg', '.svn'];

const isGlob = (path: string) => /[*?[\]{}!()]/.test(path);
const keyOf = (file: string) => (file === '-' ? file : resolve(file));
const slashes = (path: string) => path.split(sep).join('/');

/** The files in the order of the arguments, each once. `miss` hears of an argument that stands for none. */
export async function listFiles(
  paths: readonly string[],
  miss: (path: string, message: string) => void,
): Promise<string[]> {
  const files = new Map<string, string>();
  for (const path of paths) {
    const found = await expand(path);
    if (typeof found === 'string') miss(path, found);
    else for (const file of found) if (!files.has(keyOf(file))) files.set(keyOf(file), file);
  }
  return [...files.values()];
}

/** The files that an argument stands for, or why there are none. */
async function expand(path: string): Promise<readonly string[] | string> {
  if (path === '-') return [path];
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    const found = await walk(`**/*{${endings.join(',')}}`, path);
    // `./data` and `data/` are the same folder, and neither is repeated before every name.
    return found.length > 0
      ? found.map((file) => posix.join(slashes(path), file))
      : `no transcript (${endings.map((ending) => `*${ending}`).join(', ')}) is in this folder`;
  }
  if (stat !== undefined || !isGlob(path)) return [path];
  const found = await walk(slashes(path), '.');
  if (found.length === 0) return 'no file matches';
  return isAbsolute(path) ? found.map((file) => slashes(resolve(file))) : found;
}

/** The files that match, relative to a folder, in one order everywhere. Links are not followed. */
async function walk(pattern: string, folder: string): Promise<string[]> {
  const { glob } = require('tinyglobby') as typeof import('tinyglobby');
  const left = skipped.filter((name) => !pattern.split('/').includes(name));
  const found = await glob(pattern, {
    cwd: folder,
    ignore: left.map((name) => `**/${name}/**`),
    followSymbolicLinks: false,
    expandDirectories: false,
  });
  return found.map((file) => slashes(relative(folder, resolve(folder, file)))).sort(byPath);
}

/** As a folder is read: by name, level by level, independent of the locale. */
function byPath(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((name, i) => name !== right[i]);
  const [x = '', y = ''] = [left[at], right[at]];
  return x < y ? -1 : x > y ? 1 : left.length - right.length;
}
