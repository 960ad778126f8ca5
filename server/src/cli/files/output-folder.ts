/** A folder with one output file for each input. The name of an output is derived from the name of its input, with another extension. */
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { jsonFiles } from '../../grammar/index.ts';
import { packingOf, unpackedName } from '../../packed/names.ts';
import { printAside } from '../output.ts';
import { identity } from './distinct.ts';
import { beginFile, type NewFile } from './new.ts';
import { isPipe } from './pipes.ts';
import type { Inputs, ListedSource } from './several.ts';

/** Whether `-o` names a folder, because the folder exists or the name ends with a slash. */
function namesFolder(output: string): boolean {
  if (output.endsWith('/') || output.endsWith(sep)) return true;
  return statSync(output, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The values of `-o` and `--force`. */
interface OutputChoice {
  /** The name of the command, for messages. */
  readonly command: string;
  readonly output: string | undefined;
  readonly force: boolean;
  /** Whether the name of an output includes the extension of its input, since inputs may differ only in their extensions. */
  readonly keepsEndings?: boolean;
  /** `isNamed` says whether a path names a file that several inputs can share as their output. `about` describes such a file. */
  readonly shared?: { readonly isNamed: (path: string) => boolean; readonly about: string };
}

/**
 * Returns the folder for the outputs; undefined if `-o` names a file or is missing. Also returns the inputs, without files that a search
 * found in that folder, since an earlier run wrote them. Throws an error with a message for the user if several inputs would be written to
 * one file.
 */
export async function outputFolder(
  { several, sources }: Inputs,
  { command, output, force, shared, keepsEndings = false }: OutputChoice,
): Promise<{ readonly folder: OutputFolder | undefined; readonly sources: readonly ListedSource[] }> {
  if (output === undefined) return { folder: undefined, sources };
  if (!namesFolder(output)) {
    if (!several || shared?.isNamed(output)) return { folder: undefined, sources };
    if (extname(output) !== '' || existsSync(output))
      throw new Error(
        `-o ${output} names one file, but there can be several inputs: give a folder, with a slash at its end${shared ? `, or ${shared.about}` : ''}`,
      );
  }
  const inputs = await withoutOutputs(command, output, sources);
  return { folder: new OutputFolder(output, force, inputs, keepsEndings), sources: inputs };
}

/** A folder for outputs. An output is rejected if it is already the output of another input, or is itself an input. */
export class OutputFolder {
  private readonly inputs = new Map<string, string>();
  /** Maps each output to the name of its input. */
  private readonly taken = new Map<string, string>();

  /** `sources`: all inputs, which must not be overwritten. */
  constructor(
    private readonly folder: string,
    private readonly force: boolean,
    sources: readonly ListedSource[],
    /** Whether the name of an output includes the extension of its input. */
    private readonly keepsEndings: boolean,
  ) {
    for (const { path, file } of sources) if (path !== '-') this.inputs.set(identity(path), file);
  }

  /**
   * Reserves the output path for an input, with this extension. Throws an error with a message for the user if the path is an input or is
   * already reserved.
   */
  take(source: ListedSource, ending: string): string {
    const output = join(this.folder, (this.keepsEndings ? nameBelow(source) : stemOf(source)) + ending);
    const key = identity(output);
    const input = this.inputs.get(key);
    if (input !== undefined)
      throw new Error(`${input} is an input, and would be overwritten: choose another folder for -o`);
    const other = this.taken.get(key);
    if (other !== undefined && other !== source.file)
      throw new Error(
        `${other} and ${source.file} would both be written to ${output}: choose a separate folder for one of them`,
      );
    this.taken.set(key, source.file);
    return output;
  }

  /** Begins the output of an input, and creates the folder for it. */
  begin(source: ListedSource, ending: string): NewFile {
    const output = this.take(source, ending);
    try {
      mkdirSync(dirname(output), { recursive: true });
    } catch (error) {
      throw new Error(`the folder ${dirname(output)} cannot be created: ${(error as Error).message}`, { cause: error });
    }
    const fresh = beginFile(output, this.force, true);
    return {
      ...fresh,
      finish: async () => {
        await fresh.finish();
        // The file exists now, so its identity also covers other paths to it.
        this.taken.set(identity(output), source.file);
      },
    };
  }
}

/** Returns the name of an input relative to the folder where the search for it began. */
function nameBelow({ path, file, base }: ListedSource): string {
  if (file === '-' || (path !== '-' && isPipe(path)))
    throw new Error(
      `the output of ${file === '-' ? 'standard input' : file} has no file name: pass the input as -, with --stdin-filename NAME`,
    );
  return path === '-' ? basename(file) : relative(base, file);
}

/** Returns the name of an input as `nameBelow` does, without its extension. */
function stemOf(source: ListedSource): string {
  const name = nameBelow(source);
  const unpacked = packingOf(name) === undefined ? name : unpackedName(name);
  const jsonEnding = jsonFiles.map(([ending]) => ending).find((ending) => unpacked.toLowerCase().endsWith(ending));
  return unpacked.slice(0, unpacked.length - (jsonEnding ?? extname(unpacked)).length);
}

/**
 * Returns the inputs without the files that a search found in the output folder, since an earlier run wrote them. Prints how many there
 * are.
 */
async function withoutOutputs(
  command: string,
  folder: string,
  sources: readonly ListedSource[],
): Promise<readonly ListedSource[]> {
  const output = realPath(folder);
  const prefixes = new Map<string, string | undefined>();
  const inputs = sources.filter(({ file, base, searched }) => {
    if (!searched) return true;
    if (!prefixes.has(base)) prefixes.set(base, prefixIn(base, output));
    const prefix = prefixes.get(base);
    return prefix === undefined || !relative(base, file).startsWith(prefix);
  });
  const skippedCount = sources.length - inputs.length;
  if (skippedCount > 0)
    await printAside([
      `ocml ${command}: ${skippedCount === 1 ? '1 file in' : `${skippedCount} files in`} ${folder} ${skippedCount === 1 ? 'is' : 'are'} not read, because the outputs are written there. Name ${skippedCount === 1 ? 'it' : 'them'} as ${skippedCount === 1 ? 'an argument' : 'arguments'} to read ${skippedCount === 1 ? 'it' : 'them'} too`,
    ]);
  return inputs;
}

/** Returns the path of the output folder relative to the folder `base` of a search; undefined if it is not inside `base`. */
function prefixIn(base: string, output: string): string | undefined {
  const below = relative(realPath(base), output);
  return below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below) ? undefined : below + sep;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
