/** `ocml format`: formats documents, to standard output or in place. The bodies of messages do not change by a single byte. */

import { openDocument } from '../../documents/document.ts';
import { sniff } from '../../documents/sniff.ts';
import { whyUnreadable } from '../../files/regular.ts';
import type { Layout } from '../../format/index.ts';
import { laidOutDocument } from '../../format/index.ts';
import type { AnyDialectId } from '../../grammar/index.ts';
import { notWritable, packingOf, unpackedName } from '../../packed/names.ts';
import { dialects } from '../dialects.ts';
import { type Input, joined, notUtf8, peek, readPieces, withMark } from '../files/input.ts';
import { listFiles } from '../files/list.ts';
import { isPipe, isStandardInput, pipeNotWritable } from '../files/pipes.ts';
import { placeOf, replaceFile, stateOf, whyNotWritten } from '../files/replace.ts';
import { mustNameInput, type Source, sourceOf } from '../files/source.ts';
import { exitCodeOf, InputFault, utf16Fault } from '../input-fault.ts';
import { print, printAside, writeDocument } from '../output.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';

type Does = 'print' | 'check' | 'write';

export const format = command(table.format, async ({ dialect, check, write, compact, expand, ...values }, operands) => {
  if (write && (operands.length === 0 || operands.some(isStandardInput)))
    throw new Error('--write needs a FILE: text from standard input (-) is always printed');
  const layout = {
    lines: compact ? 'compact' : expand ? 'expand' : undefined,
    keepOrder: values['keep-order'],
  } as const;
  const does = check ? 'check' : write ? 'write' : 'print';
  let changed = 0;
  let failed: 0 | 1 | 2 = 0;
  const fail = (message: string, code: 1 | 2 = 2) => {
    if (failed < code) failed = code;
    void printAside([`ocml format: ${message}`]);
  };
  const paths = operands.length > 0 ? operands : ['-'];
  mustNameInput(paths, values['stdin-filename']);
  const files = listFiles(paths, (path, message) => fail(`${path}: ${message}`));
  if (does === 'print' && files.length > 1) throw new Error('several FILEs need --write or --check');
  const dialectOf = dialects(dialect, fail);
  for (const operand of files) {
    const source = sourceOf(operand, values['stdin-filename']);
    const { file } = source;
    try {
      if (await formatFile(source, dialectOf(file), layout, does)) changed++;
    } catch (error) {
      fail(`${file}: ${whyUnreadable(error)}`, exitCodeOf(error));
    }
  }
  if (failed > 0) return failed;
  return check && changed > 0 ? 1 : 0;
});

/** Formats a file, and returns whether formatting changes it. */
async function formatFile(
  { path, file }: Source,
  dialect: AnyDialectId | undefined,
  layout: Layout,
  does: Does,
): Promise<boolean> {
  // A pipe is rejected before it is read.
  if (does === 'write' && isPipe(path)) throw new Error(`not written, since ${pipeNotWritable}`);
  const original = does === 'write' ? stateOf(path) : undefined;
  const { head, utf16, all } = await peek(readPieces(path));
  if (utf16) {
    // This closes the input.
    await all.return(undefined);
    throw utf16Fault();
  }
  const name = unpackedName(file);
  if (sniff(name, head, dialect).lines) return passed(all, does === 'print');
  const input = await joined(all);
  if (input.invalidAt !== undefined) throw new InputFault(notUtf8);
  const text = formatted(name, input, dialect, layout);
  const isChanged = text !== input.text;
  if (isChanged && original && packingOf(path)) throw new Error(`not written, since ${notWritable}`);
  if (does === 'print') await writeDocument(withMark(input, text));
  else if (isChanged && original)
    await replaceFile(placeOf(path), original, [
      { before: withMark(input, input.text), after: withMark(input, text) },
    ]).catch((error) => {
      throw new Error(`not written, since ${whyNotWritten(error)}`);
    });
  else if (isChanged) await print([file]);
  return isChanged;
}

/** Passes JSON Lines through unchanged, piece by piece, since they already have one value per line. Prints them only if `prints` is set. */
async function passed(pieces: AsyncIterable<Input>, prints: boolean): Promise<false> {
  for await (const piece of pieces) {
    if (piece.invalidAt !== undefined) throw new InputFault(notUtf8);
    if (prints && !(await writeDocument(withMark(piece, piece.text)))) break;
  }
  return false;
}

function formatted(file: string, { text }: Input, dialect: AnyDialectId | undefined, layout: Layout): string {
  return laidOutDocument(openDocument(file, 'ocml', 0, text, dialect), { ...layout, keepBlankLine: true }) ?? text;
}
