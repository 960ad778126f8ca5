/** Resolves arguments to files. A folder represents the transcripts in it, and a glob represents the files that match it. */
import { statSync } from 'node:fs';
import { dirname, posix, sep } from 'node:path';
import { absolute, entriesOf } from '../../files/names.ts';
import { isAbsent, whyUnreadable } from '../../files/regular.ts';
import { fileDialects, jsonFiles } from '../../grammar/index.ts';
import { packedEndings } from '../../packed/names.ts';
import { compileGlob, GlobError } from '../../project/glob.ts';
import { Ignores } from './ignore.ts';
import { isStandardInput } from './pipes.ts';

/** The extensions of files that are always transcripts (`endings`), and of files whose content decides whether they are (`perhaps`, A-144). */
const endings = [
  '.ocml',
  ...fileDialects.map(([ending]) => ending),
  ...['.openchatml', '.chatml', '.llama3', '.phi3'],
  ...jsonFiles.map(([ending]) => ending),
];
const perhaps = ['.jsonl', '.ndjson', '.json', '.sse', ...packedEndings];

/** The folders that are skipped unless an argument names them. */
const skipped = ['node_modules', '.git', '.hg', '.svn'];

const isGlob = (path: string) => /[*?[\]{}]/.test(path);
const keyOf = (file: string) => (isStandardInput(file) ? '-' : absolute(file));
const slashes = (path: string) => path.split(sep).join('/');

/** Is called for an argument, or a folder below it, that cannot be read or matches nothing. `message`: the reason. */
type Miss = (path: string, message: string) => void;

/** Decides whether a file in a folder is a transcript if the file name does not decide. If undefined, such files are skipped. */
type IsOurs = ((file: string) => boolean) | undefined;

/** A file, and the folder where the search for it began. For a file that an argument names, this is the file's own folder. */
interface ListedFile {
  readonly file: string;
  readonly base: string;
  /** Whether a search found the file. */
  readonly searched: boolean;
}

/** Returns the files in the order of the arguments, each only once. An error in one argument does not affect the others. */
export const listFiles = (paths: readonly string[], miss: Miss, isOurs?: IsOurs): string[] =>
  locateFiles(paths, miss, isOurs).map(({ file }) => file);

/**
 * Returns the files, each with the folder where the search for it began. `maybe`: the extensions of further files, about which `isOurs`
 * decides.
 */
export function locateFiles(
  paths: readonly string[],
  miss: Miss,
  isOurs?: IsOurs,
  maybe: readonly string[] = [],
): ListedFile[] {
  const files = new Map<string, ListedFile>();
  for (const path of paths) {
    const { base, found } = expand(path, miss, isOurs, maybe);
    for (const file of found)
      if (!files.has(keyOf(file)))
        files.set(keyOf(file), { file, base: base ?? dirname(file), searched: base !== undefined });
  }
  return [...files.values()];
}

/** Whether an argument can represent several files, because it names a folder or is a glob. */
export function mayBeSeveral(path: string): boolean {
  if (isStandardInput(path)) return false;
  try {
    const kind = statSync(path, { throwIfNoEntry: false });
    return kind === undefined ? isGlob(path) : kind.isDirectory();
  } catch {
    return isGlob(path);
  }
}

/** The files for an argument, and the folder where the search for them began. */
interface Expanded {
  readonly base?: string;
  readonly found: readonly string[];
}

const none: Expanded = { found: [] };

function expand(path: string, miss: Miss, isOurs: IsOurs, maybe: readonly string[]): Expanded {
  if (isStandardInput(path)) return { found: [path] };
  try {
    const kind = statSync(path, { throwIfNoEntry: false });
    if (kind?.isDirectory()) return { base: path, found: inFolder(path, miss, isOurs, maybe) };
    if (kind !== undefined || !isGlob(path)) return { found: [path] };
  } catch (error) {
    // An error is expected for a glob: it may be longer than a file name can be, or contain a file name in place of a folder.
    if (!isGlob(path)) {
      miss(path, whyUnreadable(error));
      return none;
    }
  }
  try {
    return matching(path, miss);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    miss(path, `cannot be read as a glob: ${error.message}`);
    return none;
  }
}

function inFolder(path: string, miss: Miss, isOurs: IsOurs, maybe: readonly string[]): string[] {
  const undecided = [...perhaps, ...maybe];
  const globs = (all: readonly string[]) => all.map((ending) => `*${ending}`);
  const names = isOurs ? [...endings, ...undecided] : endings;
  const nothing = `no transcript (${globs(endings).join(', ')}${isOurs ? `, or ${globs(undecided).join(', ')} with messages` : ''}) was found in this folder. Pass other files by name, or with a glob such as '*.txt'`;
  let missed = false;
  const files = walk(
    slashes(path),
    `**/{${globs(names).join(',')}}`,
    skipped,
    (...args) => {
      missed = true;
      miss(...args);
    },
    (ignored) => {
      if (!ignored) return;
      missed = true;
      miss(path, '.ocmlignore excludes everything in it: name a file to read it anyway');
    },
  );
  const ours = files.filter((file) => endings.some((ending) => file.endsWith(ending)) || isOurs?.(file));
  if (ours.length === 0 && !missed) miss(path, nothing);
  return ours;
}

function matching(path: string, miss: Miss): Expanded {
  const names = slashes(path).split('/');
  // The search begins in the last folder before the first wildcard.
  const first = names.findIndex((name) => isGlob(name) || name.includes('\\'));
  const base = names.slice(0, first).join('/');
  const skippedNames = skipped.filter((name) => !names.includes(name));
  const folder = path.startsWith('/') ? `${base}/` : base || '.';
  return {
    base: folder,
    found: walk(folder, names.slice(first).join('/'), skippedNames, miss, (ignored) =>
      miss(
        path,
        ignored ? '.ocmlignore excludes all matching files: name a file to read it anyway' : 'no file matches',
      ),
    ),
  };
}

/**
 * Returns the files below a folder that match a glob, in the same order on every system. Links are not followed. The search skips folders
 * named in `skippedNames`, paths that `.ocmlignore` ignores, and anything that is neither a file nor a folder.
 *
 * `none`: called if nothing matches. Its argument says whether anything was ignored.
 */
function walk(
  base: string,
  glob: string,
  skippedNames: readonly string[],
  miss: Miss,
  none: (ignored: boolean) => void,
): string[] {
  const { matches, reaches } = compileGlob(glob, { dot: false });
  // On Windows, a path with two slashes at its beginning is on another computer. `posix.join` reduces them to one, so the second slash is
  // added again.
  const placed = (path: string) => (base.startsWith('//') ? '/' : '') + posix.join(base, path);
  const paths: string[] = [];
  let [missed, ignored] = [false, 0];
  const ignores = new Ignores((file, message) => {
    missed = true;
    miss(file, message);
  });
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for (const entry of entriesOf(placed(folder))) {
        const path = posix.join(folder, entry.name);
        const isFile = entry.isFile() && matches(path);
        const isFolder = entry.isDirectory() && !skippedNames.includes(entry.name) && reaches(path);
        if (!isFile && !isFolder) continue;
        if (ignores.isIgnored(placed(path), isFolder)) ignored++;
        else (isFile ? paths : folders).push(path);
      }
    } catch (error) {
      if (isAbsent(error)) continue;
      missed = true;
      miss(placed(folder), `the folder cannot be read: ${whyUnreadable(error)}`);
    }
  }
  if (paths.length === 0 && !missed) none(ignored > 0);
  return paths.sort(byPath).map(placed);
}

/** Compares paths by name, level by level, independently of the locale. */
function byPath(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((name, i) => name !== right[i]);
  const [x = '', y = ''] = [left[at], right[at]];
  return x < y ? -1 : x > y ? 1 : left.length - right.length;
}
