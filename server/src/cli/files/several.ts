/** The inputs of commands that take several files and folders, and what such a command prints of each. */
import { dirname } from 'node:path';
import { whyUnreadable } from '../../files/regular.ts';
import { isTranscript, textEndings } from '../check/transcripts.ts';
import { type DialectFlag, dialects, namesOfRows } from '../dialects.ts';
import { exitCodeOf } from '../input-fault.ts';
import { isOutputClosed, print, printAside } from '../output.ts';
import { progress } from '../progress.ts';
import { locateFiles, mayBeSeveral } from './list.ts';
import { mustNameInput, type Source, sourceOf } from './source.ts';

/** An input with the folder that the search for it began in, from which its name in another folder follows. */
export interface ListedSource extends Source {
  readonly base: string;
  /** Whether it was found by a search: no argument names it. */
  readonly searched: boolean;
}

export interface Inputs {
  /**
   * Whether the arguments can mean several files: there is more than one, or a folder, or a glob. It does not depend on how
   * many files there are, so that the form of the output does not, either.
   */
  readonly several: boolean;
  readonly sources: readonly ListedSource[];
  /** Whether something that an argument means cannot be read, or an argument matches nothing; it was reported. */
  readonly missed: boolean;
}

interface Listing {
  /** The name of the command, for messages. */
  readonly command: string;
  readonly stdinFilename: string | undefined;
  /** The value of `--dialect`. */
  readonly dialect?: DialectFlag;
  /** Further files of a folder, by their endings, and which of them are read. */
  readonly further?: { readonly endings: readonly string[]; readonly isOurs: (file: string) => boolean };
}

/** Lists the inputs. A single argument that names a file is not looked at, so that reading it reports what is wrong with it. */
export function inputsOf(operands: readonly string[], { command, stdinFilename, dialect, further }: Listing): Inputs {
  const paths = operands.length === 0 ? ['-'] : operands;
  mustNameInput(paths, stdinFilename);
  const [only = '-'] = paths;
  if (paths.length === 1 && !mayBeSeveral(only))
    return {
      several: false,
      sources: [{ ...sourceOf(only, stdinFilename), base: dirname(only), searched: false }],
      missed: false,
    };
  let missed = false;
  const complain = (message: string) => {
    missed = true;
    void printAside([`ocml ${command}: ${message}`]);
  };
  const settled = dialects(dialect, complain);
  const names = namesOfRows();
  const isOurs = (file: string) =>
    further?.endings.some((ending) => file.endsWith(ending))
      ? further.isOurs(file)
      : isTranscript(file, settled(file), names(file));
  const listed = locateFiles(
    paths,
    (path, message) => complain(`${path}: ${message}`),
    isOurs,
    further?.endings ?? textEndings,
  );
  return {
    several: true,
    sources: listed.map(({ file, base, searched }) => ({ ...sourceOf(file, stdinFilename), base, searched })),
    missed,
  };
}

/**
 * Runs a command on each input, and returns the exit code: the highest of all. What is wrong with one of several costs none of
 * the others. `run` returns the exit code of one; `refuse` is told why one could not be read.
 */
export async function forEachInput<S extends Source>(
  command: string,
  { several, missed }: Inputs,
  sources: readonly S[],
  run: (source: S) => Promise<number>,
  refuse: (source: S, reason: string) => Promise<unknown> = async () => {},
): Promise<number> {
  const [only] = sources;
  if (!several && only !== undefined) return run(only);
  let code = missed ? 2 : 0;
  progress.expect(sources.length);
  for (const source of sources) {
    try {
      code = Math.max(code, await run(source));
    } catch (error) {
      const message = whyUnreadable(error);
      const name = [source.file, nameOf(source.file)].find((one) => message.startsWith(one));
      await printAside([`ocml ${command}: ${name === undefined ? `${nameOf(source.file)}: ` : ''}${message}`]);
      await refuse(source, name === undefined ? message : message.slice(name.length).replace(/^: | /, ''));
      code = Math.max(code, exitCodeOf(error));
    }
    progress.step();
    if (isOutputClosed()) break;
  }
  return code;
}

/** The heading over what is printed of one of several files, as `head` and `tail` have it; nothing for a file alone. */
export function headings({ several }: Inputs, linesOf = usualHeading): (file: string) => Promise<void> {
  let last: string | undefined;
  return async (file) => {
    if (!several || last === file) return;
    // An empty line, or the end of a line that the text before did not end.
    await print([...(last === undefined ? [] : ['']), ...linesOf(nameOf(file))]);
    last = file;
  };
}

const usualHeading = (name: string): readonly string[] => [`==> ${name} <==`];

/** The name of a file, for people. */
export const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);

/** One line of JSON Lines about one of several files. */
export const printEntry = (entry: { readonly file: string; readonly result?: unknown; readonly error?: string }) =>
  print({ json: `${JSON.stringify(entry)}\n` });
