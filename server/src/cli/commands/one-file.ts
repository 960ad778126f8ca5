/** The code shared by commands that read one file, or standard input, and write one text. */

import { whyUnreadable } from '../../files/regular.ts';
import { mustDiffer } from '../files/distinct.ts';
import { type Input, notUtf8, readInput, withMark } from '../files/input.ts';
import { beginFile } from '../files/new.ts';
import { mustNameInput, type Source, sourceOf } from '../files/source.ts';
import { InputFault, utf16Fault } from '../input-fault.ts';
import { writeDocument } from '../output.ts';

/** The source and the destination of a text. */
export interface OneFile extends Source {
  readonly output: string | undefined;
  readonly force: boolean;
}

interface OneFileOptions {
  readonly output?: string | undefined;
  readonly force?: boolean;
  readonly 'stdin-filename': string | undefined;
}

export function oneFile(
  operands: readonly string[],
  { output, force = false, 'stdin-filename': stdinFilename }: OneFileOptions,
): OneFile {
  const path = operands[0] ?? '-';
  mustNameInput([path], stdinFilename);
  mustDiffer({ FILE: path, '-o': output });
  return { ...sourceOf(path, stdinFilename), output, force };
}

/** Reads a whole text in UTF-8. Throws an error with a message for the user if the encoding is different. */
async function readText(path: string): Promise<Input> {
  const input = await readInput(path);
  if (input.utf16) throw utf16Fault();
  if (input.invalidAt !== undefined) throw new InputFault(notUtf8);
  return input;
}

/** Reads the text of a source. Error messages begin with the name of the file. */
export async function readNamed({ path, file }: Source): Promise<Input> {
  try {
    return await readText(path);
  } catch (error) {
    throw new Error(`${file}: ${whyUnreadable(error)}`, { cause: error });
  }
}

/** Yields the pieces of a file. Error messages begin with the name of the file. */
export async function* withFileName<T>(file: string, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* pieces;
  } catch (error) {
    throw new Error(`${file}: ${whyUnreadable(error)}`, { cause: error });
  }
}

/**
 * Writes the text of a document to the requested file, or to standard output. `input`: the input that the text was created from, whose
 * byte-order mark is kept.
 */
export async function writeResult(text: string, { output, force }: OneFile, input?: Input): Promise<void> {
  const marked = input ? withMark(input, text) : text;
  if (output === undefined) {
    await writeDocument(marked);
    return;
  }
  const fresh = beginFile(output, force);
  try {
    fresh.write(marked);
    await fresh.finish();
  } finally {
    await fresh.close();
  }
}

/**
 * Returns a function that converts UTF-16 offsets to `file:line:column`, with lines and columns counted from 1. If the offsets ascend, the
 * text is scanned only once.
 */
export function placesIn(file: string, text: string): (offset: number) => string {
  const breaks = /\r\n?|\n/g;
  let [line, start] = [1, 0];
  return (offset) => {
    if (offset < start) [line, start] = [1, 0];
    breaks.lastIndex = start;
    while (breaks.test(text) && breaks.lastIndex <= offset) [line, start] = [line + 1, breaks.lastIndex];
    return `${file}:${line}:${offset - start + 1}`;
  };
}

/** Returns the message about values that are not conversations. It is printed after the position of the first such value. */
export function notRead(count: number): string {
  return `this cannot be read as a conversation${count > 1 ? ` (and ${count - 1} more like this)` : ''}`;
}
