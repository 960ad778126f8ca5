/** The outputs for rows: standard output, one new file, or one new file for each part. */
import { beginFile, type NewFile } from '../files/new.ts';
import { isOutputClosed, writeRows } from '../output.ts';

export interface RowOutput {
  readonly name: string | undefined;
  /** Writes a row. Resolves to false if the program that reads the output has ended. */
  write(row: Buffer): Promise<boolean>;
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** The number of bytes that are collected before they are written. */
const BATCH = 1 << 18;

/** Whether rows are written as a list, because the file name ends like that of a file with a single JSON value. */
const isList = (name: string | undefined): boolean => name !== undefined && /\.json$/i.test(name);

export function rowOutput(name: string | undefined, force: boolean): RowOutput {
  const fresh: NewFile | undefined = name === undefined ? undefined : beginFile(name, force);
  const asList = isList(name);
  let waiting: Buffer[] = [];
  let [length, count] = [0, 0];
  const flush = async () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    length = 0;
    if (bytes.length === 0) return true;
    if (fresh === undefined) return writeRows(bytes);
    fresh.write(bytes);
    return true;
  };
  const add = (bytes: Buffer) => {
    waiting.push(bytes);
    length += bytes.length;
  };
  return {
    name,
    async write(row) {
      if (asList) mustBeJson(row, name, count + 1);
      if (asList) add(Buffer.from(count === 0 ? '[\n' : ',\n'));
      add(asList ? withoutEnd(row) : row);
      count++;
      return length < BATCH ? !isOutputClosed() : flush();
    },
    async finish() {
      if (asList) add(Buffer.from(count === 0 ? '[]\n' : '\n]\n'));
      await flush();
      await fresh?.finish();
    },
    async close() {
      await fresh?.close();
    },
  };
}

/** Throws an error if a row is not JSON, since a single invalid row would make the whole list unreadable. */
function mustBeJson(row: Buffer, name: string | undefined, count: number): void {
  try {
    JSON.parse(row.toString());
  } catch (cause) {
    throw new Error(
      `${name}: a list can only contain JSON, but row ${count} is not JSON. --filter @ omits such rows, and -o FILE.jsonl writes them unchanged`,
      { cause },
    );
  }
}

function withoutEnd(row: Buffer): Buffer {
  let end = row.length;
  while (end > 0 && (row[end - 1] === 10 || row[end - 1] === 13)) end--;
  return row.subarray(0, end);
}

/** Returns the name of a part, such as `train-1.jsonl`. */
export function nameOfPart(name: string, part: number): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^./\\]*)?$/s.exec(name) ?? [];
  return `${stem}-${part}${ending}`;
}
