/**
 * `.ocmlignore`: the files that a search in a folder skips, in the syntax of `.gitignore`. The file may come from a stranger, so its
 * patterns are converted to this project's own globs, which match in linear time.
 */
import { dirname, join, relative, sep } from 'node:path';
import { absolute } from '../../files/names.ts';
import { readSmall, whyUnreadable } from '../../files/regular.ts';
import { compileGlob, type Glob } from '../../project/glob.ts';

const NAME = '.ocmlignore';
/** The maximum size of an `.ocmlignore`, in bytes. */
const MAX_SIZE = 1 << 16;

interface Pattern {
  readonly glob: Glob;
  readonly negated: boolean;
  readonly onlyFolders: boolean;
}

/** Receives the reason why a file or a line in it cannot be read. */
type Complain = (file: string, message: string) => void;

/** Decides which paths are ignored, according to the `.ocmlignore` files in the folder of a path and in all folders above it. */
export class Ignores {
  private readonly byFolder = new Map<string, readonly Pattern[]>();

  constructor(private readonly complain: Complain) {}

  /**
   * Whether a path is ignored. The last matching pattern of a file decides, and a file in a nearer folder takes precedence. Must not be
   * called for a path inside an ignored folder.
   */
  isIgnored(path: string, isFolder: boolean): boolean {
    const whole = absolute(path);
    for (let folder = dirname(whole), above = ''; folder !== above; above = folder, folder = dirname(folder)) {
      const patterns = this.patternsIn(folder);
      if (patterns.length === 0) continue;
      const name = relative(folder, whole).split(sep).join('/');
      const last = patterns.findLast((one) => (isFolder || !one.onlyFolders) && one.glob.matches(name));
      if (last) return !last.negated;
    }
    return false;
  }

  private patternsIn(folder: string): readonly Pattern[] {
    let patterns = this.byFolder.get(folder);
    if (patterns === undefined) this.byFolder.set(folder, (patterns = this.read(join(folder, NAME))));
    return patterns;
  }

  private read(file: string): readonly Pattern[] {
    let text: string | undefined;
    try {
      text = readSmall(file, MAX_SIZE);
    } catch (error) {
      this.complain(file, whyUnreadable(error));
    }
    return (text ?? '').split(/\r?\n/).flatMap((line, i) => {
      try {
        return patternOf(i === 0 ? line.replace(/^\ufeff/, '') : line);
      } catch (error) {
        this.complain(file, `line ${i + 1} cannot be read: ${(error as Error).message}`);
        return [];
      }
    });
  }
}

/** Returns the pattern on a line; an empty list for a blank line or a comment. */
function patternOf(line: string): Pattern[] {
  // A space at the end counts only if it follows a backslash.
  let text = line;
  while (text.endsWith(' ') && !text.endsWith('\\ ')) text = text.slice(0, -1);
  if (text === '' || text.startsWith('#')) return [];
  const negated = text.startsWith('!');
  if (negated) text = text.slice(1);
  const onlyFolders = text.endsWith('/');
  if (onlyFolders) text = text.slice(0, -1);
  if (text === '') return [];
  const isAnchored = text.includes('/');
  if (text.startsWith('/')) text = text.slice(1);
  return [{ glob: compileGlob(`${isAnchored ? '' : '**/'}${asGlob(text)}`, { dot: true }), negated, onlyFolders }];
}

/** Escapes braces and opening parentheses, which are plain characters in `.ocmlignore` but not in globs. */
function asGlob(pattern: string): string {
  return pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[{}(]/gs, (part) => (part.length === 1 ? `\\${part}` : part));
}
