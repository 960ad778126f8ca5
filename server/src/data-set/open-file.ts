/** Opens the file of a data set, and detects the layout of its rows from its beginning. */
import type { Stats } from 'node:fs';
import { FileError, openRegular } from '../files/regular.ts';
import { type Packing, packingOf } from '../packed/names.ts';
import { type Layout, LayoutFinder } from '../rows/layout.ts';
import { Indexing } from './indexing.ts';
import { readAt } from './read-rows.ts';
import { SPACING } from './row-index.ts';
import { createUnpackedFile } from './unpacked-file.ts';

export interface OpenFile {
  /** The file from which rows are read: the file itself, or the file into which it is unpacked. */
  readonly fd: number;
  readonly packing: Exclude<Packing, 'evaluation'> | undefined;
  readonly path: string;
  readonly stats: Stats;
  readonly beginning: Beginning;
  close(): Promise<void>;
}

export interface Beginning {
  readonly layout: Layout;
  /** The offset of the first row, which follows a byte-order mark if there is one. */
  readonly begin: number;
  /** The first rows, one per line. */
  readonly head: string;
  /** The number of rows found in the beginning; the file may have more. */
  readonly rows: number;
}

/** The number of bytes read before anything is shown, and the maximum number read to detect the layout. */
const [FIRST_SIZE, MAX_BEGINNING] = [SPACING, (1 << 22) + SPACING];
const MARK = '\xef\xbb\xbf';
/** The number of rows used to detect the kind of data set. */
const HEAD_ROWS = 5;

/**
 * Opens a file. `temporary`: the set of files to remove when the process ends. Throws, with a message for the user, if
 * the file cannot be opened.
 */
export async function openFile(path: string, temporary: Set<string>): Promise<OpenFile> {
  const handle = await openRegular(path);
  try {
    const stats = await handle.stat();
    const packing = packingOf(path);
    if (packing === 'evaluation')
      throw new FileError(
        'it is an Inspect archive, which can be read only on the command line: `ocml render --as text` shows its conversations, and `ocml convert --to messages` turns them into rows',
      );
    const openedFile = { path, stats, packing };
    if (packing === undefined) {
      const beginning = beginningOf((at) => readAt(handle.fd, at, Math.min(FIRST_SIZE, stats.size - at)));
      return { ...openedFile, beginning, fd: handle.fd, close: () => handle.close() };
    }
    const { beginningOf: unpackedBeginning } = await import('../packed/beginning.ts');
    const first = unpackedBeginning(path, FIRST_SIZE);
    const beginning = { ...beginningOf((at) => first.subarray(at)), rows: 0 };
    const unpacked = createUnpackedFile(temporary);
    await handle.close();
    return { ...openedFile, beginning, fd: unpacked.fd, close: async () => unpacked.close() };
  } catch (error) {
    await handle.close().catch(() => {});
    throw error;
  }
}

/** Examines the beginning of a file. `read`: returns some of the bytes that follow an offset, or none at the end of the file. */
export function beginningOf(read: (at: number) => Buffer): Beginning {
  const first = read(0);
  mustBeText(first);
  const begin = first.toString('latin1', 0, MARK.length) === MARK ? MARK.length : 0;
  const { layout, isAll } = layoutOf(first, read);
  const indexing = new Indexing(layout, begin);
  const rows: string[] = [];
  indexing.push(first.subarray(begin), (start, end) => {
    if (rows.length < HEAD_ROWS) rows.push(first.toString('utf8', start, end).replace(/[\r\n]/g, ' '));
  });
  if (isAll && read(first.length).length === 0) indexing.end();
  if (rows.length === 0) rows.push(first.toString('utf8', begin));
  return { layout, begin, head: rows.map((row) => `${row}\n`).join(''), rows: indexing.progress().rows };
}

function layoutOf(first: Buffer, read: (at: number) => Buffer): { readonly layout: Layout; readonly isAll: boolean } {
  const finder = new LayoutFinder();
  let [at, layout] = [first.length, finder.push(Buffer.from(first))];
  let isAll = false;
  while (layout === undefined && at < MAX_BEGINNING && !isAll) {
    const bytes = read(at);
    if (bytes.length > 0) layout = finder.push(Buffer.from(bytes));
    isAll = bytes.length === 0;
    at += bytes.length;
  }
  // If the first line does not end within `MAX_BEGINNING` bytes, the file is read as one row per line.
  return { layout: layout ?? (isAll ? finder.end() : 'lines'), isAll: isAll || layout !== undefined };
}

function mustBeText(bytes: Buffer): void {
  const start = bytes.toString('latin1', 0, 2);
  if (start === '\xff\xfe' || start === '\xfe\xff')
    throw new FileError(
      'it is UTF-16, but data sets must be UTF-8: convert it, for example with `iconv -f UTF-16 -t UTF-8`',
    );
  if (bytes.subarray(0, 8000).includes(0)) throw new FileError('it is not text');
}
