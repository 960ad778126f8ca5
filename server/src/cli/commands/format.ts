/** `ocml format`: lays documents out, to standard output or in place. No byte of a body changes. */
import { parseArgs } from 'node:util';
import { isJsonDialect, json, mayBeJson, openDocument } from '../../documents/document.ts';
import { whyUnreadable } from '../../files/regular.ts';
import type { Layout } from '../../format/index.ts';
import { formatJson, laidOut } from '../../format/index.ts';
import type { AnyDialectId } from '../../grammar/index.ts';
import { readUnit } from '../../syntax/json/document.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { type DialectFlag, dialects, readDialect } from '../dialects.ts';
import { type Input, joined, notUtf8, peek, readPieces, withMark } from '../files/input.ts';
import { listFiles } from '../files/list.ts';
import { placeOf, replaceFile, stateOf, whyNotWritten } from '../files/replace.ts';
import { print, printAside, writeDocument, writeFailure } from '../output.ts';
import type { Command } from './command.ts';

interface FormatOptions {
  readonly paths: readonly string[];
  readonly dialect: DialectFlag;
  readonly layout: Layout;
  readonly does: 'print' | 'check' | 'write';
}

function readOptions(args: readonly string[]): FormatOptions {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      dialect: { type: 'string' },
      ...{ check: flag, write: flag, compact: flag, expand: flag, 'keep-order': flag },
    },
  });
  const { check, write, compact, expand } = values;
  if (check && write) throw new Error('--check and --write exclude each other');
  if (compact && expand) throw new Error('--compact and --expand exclude each other');
  if (write && positionals.includes('-'))
    throw new Error('--write needs a FILE: the text of - goes to standard output');
  return {
    paths: positionals.length > 0 ? positionals : ['-'],
    dialect: readDialect(values.dialect),
    layout: { lines: compact ? 'compact' : expand ? 'expand' : undefined, keepOrder: values['keep-order'] },
    does: check ? 'check' : write ? 'write' : 'print',
  };
}

/** Gives the exit code: 0 done, 1 if with `--check` there is something to do, 2 wrong usage, or a file that cannot be read or written. */
async function run(args: readonly string[]): Promise<number> {
  let failed = false;
  const fail = (message: string) => {
    failed = true;
    void printAside([`ocml format: ${message}`]);
  };
  let [changed, options] = [0, undefined as FormatOptions | undefined];
  try {
    options = readOptions(args);
    const { paths, dialect, layout, does } = options;
    const files = listFiles(paths, (path, message) => fail(`${path}: ${message}`));
    if (does === 'print' && files.length > 1) throw new Error('one FILE, unless with --write or --check');
    const dialectOf = dialects(dialect, fail);
    for (const file of files) {
      try {
        if (await formatFile(file, dialectOf(file), layout, does)) changed++;
      } catch (error) {
        fail(`${file}: ${whyUnreadable(error)}`);
      }
    }
  } catch (error) {
    fail((error as Error).message);
  }
  const lost = writeFailure();
  if (lost !== undefined) fail(`the text cannot be written: ${lost}`);
  if (failed) return 2;
  return options?.does === 'check' && changed > 0 ? 1 : 0;
}

/** Whether the layout of a file is another one. */
async function formatFile(
  file: string,
  dialect: AnyDialectId | undefined,
  layout: Layout,
  does: FormatOptions['does'],
): Promise<boolean> {
  // Before it is read.
  const original = does === 'write' ? stateOf(file) : undefined;
  const { head, utf16, all } = await peek(readPieces(file));
  if (utf16) {
    // What was opened is closed.
    await all.return(undefined);
    throw new Error('it is UTF-16: save it as UTF-8, for instance with `iconv -f UTF-16 -t UTF-8`');
  }
  if (isDataSet(file, head, dialect)) return passed(all, does === 'print');
  const input = await joined(all);
  if (input.invalidAt !== undefined) throw new Error(notUtf8);
  const text = formatted(file, input, dialect, layout);
  const isChanged = text !== input.text;
  if (does === 'print') await writeDocument(withMark(input, text));
  else if (isChanged && original)
    await replaceFile(placeOf(file), original, [
      { before: withMark(input, input.text), after: withMark(input, text) },
    ]).catch((error) => {
      throw new Error(`not written, since ${whyNotWritten(error)}`);
    });
  else if (isChanged) await print([file]);
  return isChanged;
}

const namedLines = /\.(?:jsonl|ndjson)$/i;

function isDataSet(file: string, head: string, dialect: AnyDialectId | undefined): boolean {
  if (dialect !== undefined && !isJsonDialect(dialect)) return false;
  return namedLines.test(file) || (mayBeJson(file, head) && json().shownJson(file, head)?.lines === true);
}

/** JSON Lines have a value a line already, however many they are: they are printed as they are. */
async function passed(pieces: AsyncIterable<Input>, prints: boolean): Promise<false> {
  for await (const piece of pieces) {
    if (piece.invalidAt !== undefined) throw new Error(notUtf8);
    if (prints && !(await writeDocument(withMark(piece, piece.text)))) break;
  }
  return false;
}

function formatted(file: string, { text }: Input, dialect: AnyDialectId | undefined, layout: Layout): string {
  const document = openDocument(file, 'ocml', 0, text, dialect);
  if (document instanceof Transcript) return laidOut(document, layout);
  const [unit] = document.units;
  return (unit === undefined ? undefined : formatJson(readUnit(unit))) ?? text;
}

const usage = `Usage: ocml format [FILE | -] [options]

Lays a transcript out: headers as the writers of its dialect have them, one message a line. No byte of a body changes, and what
cannot be read stays as it is. The text goes to standard output.

  --dialect D            as for check
  --write                write it to the FILE instead; any number of files, folders and globs
  --check                only print the names of files that are laid out otherwise
  --compact --expand     no message, or each, on a line of its own; otherwise as is usual in the dialect
  --keep-order           leave attributes in the order in which they are written

Exit code: 0 done, 1 with --check if there is something to do, 2 wrong usage, or a file that cannot be read or written.`;

export const format: Command = { usage, run };
