/** The inputs of commands that take several files and folders, and how such commands process them. */
import { dirname } from 'node:path';
import { whyUnreadable } from '../../files/regular.ts';
import { isTranscript, textEndings } from '../check/transcripts.ts';
import { type DialectFlag, dialects, namesOfRows } from '../dialects.ts';
import { exitCodeOf } from '../input-fault.ts';
import { isOutputClosed, print, printAside } from '../output.ts';
import { progress } from '../progress.ts';
import { locateFiles, mayBeSeveral } from './list.ts';
import { mustNameInput, type Source, sourceOf } from './source.ts';

/** An input, and the folder where the search for it began, on which the name of its output depends. */
export interface ListedSource extends Source {
  readonly base: string;
  /** Whether a search found the input. If not, an argument names it. */
  readonly searched: boolean;
}

export interface Inputs {
  /**
   * Whether the arguments can represent several files: there is more than one argument, or the argument is a folder or a glob. The actual
   * number of files does not matter, so that it cannot affect the output format.
   */
  readonly several: boolean;
  readonly sources: readonly ListedSource[];
  /** Whether an argument could not be read or matched nothing. This has been reported. */
  readonly missed: boolean;
}

interface Listing {
  /** The name of the command, for messages. */
  readonly command: string;
  readonly stdinFilename: string | undefined;
  /** The value of `--dialect`. */
  readonly dialect?: DialectFlag;
  /** Further files that are considered in a folder: their extensions, and a function that decides which of them are read. */
  readonly further?: { readonly endings: readonly string[]; readonly isOurs: (file: string) => boolean };
}

/** Lists the inputs. A single argument that names a file is not checked here, since any error is reported when the file is read. */
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
  const listedFiles = locateFiles(
    paths,
    (path, message) => complain(`${path}: ${message}`),
    isOurs,
    further?.endings ?? textEndings,
  );
  return {
    several: true,
    sources: listedFiles.map(({ file, base, searched }) => ({ ...sourceOf(file, stdinFilename), base, searched })),
    missed,
  };
}

/**
 * Runs a command on each input, and returns the highest exit code. An error in one of several inputs does not affect the others. `run`
 * processes an input and returns its exit code. `refuse` is called with the reason if an input fails.
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

/**
 * Returns a function that prints the heading above the output for one of several files, as `head` and `tail` do. For a single file, it
 * prints nothing.
 */
export function headings({ several }: Inputs, linesOf = usualHeading): (file: string) => Promise<void> {
  let last: string | undefined;
  return async (file) => {
    if (!several || last === file) return;
    // The empty string prints an empty line between outputs, or the line break that is missing at the end of the preceding output.
    await print([...(last === undefined ? [] : ['']), ...linesOf(nameOf(file))]);
    last = file;
  };
}

const usualHeading = (name: string): readonly string[] => [`==> ${name} <==`];

/** Returns the name of a file as it is shown to users. */
export const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);

/** Prints one line of JSON Lines about one of several files. */
export const printEntry = (entry: { readonly file: string; readonly result?: unknown; readonly error?: string }) =>
  print({ json: `${JSON.stringify(entry)}\n` });
