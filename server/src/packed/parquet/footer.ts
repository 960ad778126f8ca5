/** Reads the footer of a Parquet file. Its declarations are compared with the file before anything relies on them. */
import { fstatSync, readSync } from 'node:fs';
import { FileError } from '../../files/regular.ts';
import { numberIn, readStruct, type Struct, structIn, structsIn } from './thrift.ts';

const magic = Buffer.from('PAR1');
/** The maximum size of a footer in bytes. A footer for a thousand row groups with a hundred columns has about 20 MB. */
const MAX_FOOTER_SIZE = 1 << 26;
/** The maximum number of elements in a schema, and their maximum nesting depth. For comparison, a list of structs has depth 3. */
const MAX_ELEMENTS = 5000;
const MAX_SCHEMA_DEPTH = 40;
/** The maximum size of an unpacked row group, in bytes and in values. The whole group is in memory at once. */
const MAX_GROUP_SIZE = 1 << 30;
const MAX_VALUES = 50_000_000;
/** The maximum factor by which a row group may expand when it is unpacked. It applies to groups that expand to more than `free` bytes. */
const MAX_EXPANSION = 1000;
const free = 1 << 26;

export interface Column {
  /** The name of the top-level column in the schema that contains this column. */
  readonly name: string;
  readonly start: number;
  readonly length: number;
  readonly values: number;
  readonly unpacked: number;
}

interface Group {
  readonly rows: number;
  readonly columns: readonly Column[];
}

interface Footer {
  /** The footer with its length and the magic number, as the library expects it. */
  readonly bytes: Buffer;
  readonly schema: Element;
  readonly groups: readonly Group[];
}

/** An element of the schema. In Parquet, a list is a struct with one repeated element. */
export interface Element {
  readonly name: string;
  readonly isText: boolean;
  readonly repeats: boolean;
  readonly children: readonly Element[];
}

/** Returns the error for a file that is not read. `why`: the reason, in words for users. */
export const refused = (why: string) => new FileError(`it cannot be read as Parquet: ${why}`);
export const again = 'It was not written or copied completely, or is damaged: create it again';

/** Reads and checks the footer. Throws a `FileError` with the reason if it is invalid. */
export function readFooter(fd: number): Footer {
  const { size } = fstatSync(fd);
  if (size === 0) throw refused(`it is empty. ${again}`);
  const read = (start: number, length: number) => {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(fd, bytes, 0, length, start));
  };
  if (size < 12 || !read(0, 4).equals(magic)) {
    const encrypted = read(0, 4).equals(Buffer.from('PARE'));
    throw refused(
      encrypted
        ? 'it is encrypted. Decrypt it first'
        : 'it does not begin like a Parquet file. Rename it to match its content',
    );
  }
  const tail = read(size - 8, 8);
  if (!tail.subarray(4).equals(magic)) throw refused(`its end is missing. ${again}`);
  const length = tail.readUInt32LE(0);
  if (length > size - 12) throw refused(`its footer declares ${length} bytes, but the file has ${size}. ${again}`);
  if (length > MAX_FOOTER_SIZE)
    throw refused(
      `its footer has ${length} bytes, more than the maximum of ${MAX_FOOTER_SIZE}. Write the file with fewer row groups or columns`,
    );
  const bytes = read(size - 8 - length, length + 8);
  return { bytes, ...checked(bytes, length, size) };
}

function checked(bytes: Buffer, length: number, size: number): Omit<Footer, 'bytes'> {
  try {
    const { struct } = readStruct(bytes.subarray(0, length));
    const schema = schemaOf(structsIn(struct, 2));
    const groups = structsIn(struct, 4).map((group) => groupOf(group, size));
    const rows = groups.reduce((sum, group) => sum + group.rows, 0);
    if (rows !== numberIn(struct, 3))
      throw new Error(`it declares ${numberIn(struct, 3)} rows, but its row groups have ${rows}`);
    return { schema, groups };
  } catch (error) {
    throw refused(`${(error as Error).message}. ${again}`);
  }
}

/**
 * Builds the tree of the schema. Every element declares how many of the following elements are its children; these must
 * exist, and must not be nested too deeply.
 */
function schemaOf(elements: readonly Struct[]): Element {
  if (elements.length > MAX_ELEMENTS)
    throw new Error(`its schema has ${elements.length} elements, more than the maximum of ${MAX_ELEMENTS}`);
  let next = 0;
  const read = (depth: number): Element => {
    const element = elements[next++];
    if (element === undefined) throw new Error('its schema lacks elements that it declares');
    if (depth > MAX_SCHEMA_DEPTH) throw new Error('its schema is nested too deeply');
    const name = element.get(4);
    const count = numberIn(element, 5) ?? 0;
    if (count < 0 || count > elements.length) throw new Error(`an element of its schema declares ${count} children`);
    const children: Element[] = [];
    while (children.length < count) children.push(read(depth + 1));
    return {
      name: name instanceof Uint8Array ? Buffer.from(name).toString() : '',
      // In field 1, 6 stands for the type BYTE_ARRAY; in field 3, 2 stands for REPEATED.
      isText: numberIn(element, 1) === 6,
      repeats: numberIn(element, 3) === 2,
      children,
    };
  };
  return read(0);
}

function groupOf(group: Struct, size: number): Group {
  const rows = numberIn(group, 3) ?? 0;
  if (!Number.isSafeInteger(rows) || rows < 0 || rows > MAX_VALUES)
    throw new Error(`a row group declares ${rows} rows`);
  return { rows, columns: structsIn(group, 1).map((column) => columnOf(column, rows, size)) };
}

function columnOf(column: Struct, rows: number, size: number): Column {
  const meta = structIn(column, 3);
  const path = meta?.get(3);
  const [name] = Array.isArray(path) ? path : [];
  if (!(name instanceof Uint8Array))
    throw new Error('one of its columns has no name, is in another file, or is encrypted');
  const data = numberIn(meta, 9) ?? 0;
  const dictionary = numberIn(meta, 11) ?? 0;
  const start = dictionary > 0 ? Math.min(dictionary, data) : data;
  const [values, unpacked, length] = [5, 6, 7].map((field) => numberIn(meta, field) ?? -1) as [number, number, number];
  if (start < 4 || length < 0 || start + length > size - 8)
    throw new Error('one of its columns declares bytes that are missing');
  if (values < 0 || unpacked < 0 || values < rows)
    throw new Error(`a column of ${rows} rows declares ${values} values`);
  return { name: Buffer.from(name).toString(), start, length, values, unpacked };
}

/**
 * Reads the page headers of the columns to be read, before any page is unpacked. Throws a `FileError` if the headers
 * declare more data than there is, or if the unpacked pages would take too much memory.
 */
export function checkPages(fd: number, columns: readonly Column[]): void {
  let [unpacked, values] = [0, 0];
  for (const column of columns) {
    for (const page of pagesOf(fd, column)) {
      unpacked += page.unpacked;
      values += page.values;
      if (unpacked > MAX_GROUP_SIZE || values > MAX_VALUES)
        throw refused(
          'one of its row groups is larger than 1 GB when unpacked, or has too many values. Write the file with smaller row groups, for example of 10,000 rows',
        );
    }
  }
  const packed = columns.reduce((sum, { length }) => sum + length, 0);
  if (unpacked > free && unpacked > packed * MAX_EXPANSION)
    throw refused(
      `it unpacks to more than ${MAX_EXPANSION} times its size, more than any real data set. If this is intended, convert it to .jsonl first`,
    );
}

/** The maximum size of a page header in bytes. Headers are long only if they contain statistics with long values. */
const headerSize = 1 << 16;

function* pagesOf(fd: number, { start, length, values }: Column) {
  const end = start + length;
  const buffer = Buffer.alloc(Math.min(headerSize, length));
  let remainingValues = values;
  for (let at = start; at < end && remainingValues > 0; ) {
    const read = readSync(fd, buffer, 0, Math.min(buffer.length, end - at), at);
    let header: ReturnType<typeof readStruct>;
    try {
      header = readStruct(buffer.subarray(0, read));
    } catch (error) {
      throw refused(`${(error as Error).message}. ${again}`);
    }
    const { struct } = header;
    const [unpacked, packed] = [numberIn(struct, 2) ?? -1, numberIn(struct, 3) ?? -1];
    const data = structIn(struct, 5) ?? structIn(struct, 8);
    const dictionary = structIn(struct, 7);
    const count = numberIn(data ?? dictionary, 1) ?? ((data ?? dictionary) ? -1 : 0);
    at += header.end;
    // In a dictionary page, a value takes at least one bit. In a data page, a value may take no space of its own.
    const most = data ? remainingValues : 8 * unpacked;
    if (packed < 0 || packed > end - at || unpacked < 0 || count < 0 || count > most)
      throw refused(`one of its pages declares more data than it has. ${again}`);
    at += packed;
    if (data) remainingValues -= count;
    yield { unpacked, values: count };
  }
  if (remainingValues > 0) throw refused(`one of its columns has fewer values than it declares. ${again}`);
}
