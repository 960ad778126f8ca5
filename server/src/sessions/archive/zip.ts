/**
 * Reads the entries of a ZIP archive in place. Nothing is ever extracted to disk, so paths in the names of entries are
 * harmless. Everything that an archive declares is compared with its actual content, since an archive may come from an
 * untrusted source.
 */

/** Bytes with random access, such as a file. */
export interface ArchiveSource {
  readonly size: number;
  /** Reads bytes from an offset: as many as requested, or fewer at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Compression methods, by their number in the format. */
const methods: Readonly<Record<number, 'stored' | 'deflate' | 'zstd'>> = {
  0: 'stored',
  8: 'deflate',
  93: 'zstd',
};

/** Unpacks bytes, and throws if their unpacked size exceeds `length`. */
export type Unpack = (bytes: Uint8Array, method: 'deflate' | 'zstd', length: number) => Promise<Uint8Array>;

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  /** Whether the entry is a symbolic link. The bytes of a link are the path of its target. */
  readonly link: boolean;
  readonly packed: number;
  readonly unpacked: number;
  /** The offset of the local header of the entry. */
  readonly offset: number;
}

/** An error in an archive. The message is for users, and refers to the archive as “it”. */
export class ArchiveError extends Error {}

const limits = {
  /** The maximum number of entries. */
  entries: 100_000,
  /** The maximum size of the list of entries, in bytes. */
  list: 1 << 26,
  /** The maximum unpacked size of an entry, in bytes. It is close to the maximum length of a string. */
  entry: 1 << 29,
  /**
   * The maximum ratio of unpacked to packed size, for unpacked sizes above `little` (bytes). The ratio of a ZIP bomb is about a
   * thousand.
   */
  expansion: 400,
  little: 1 << 26,
} as const;

const endSign = 0x06054b50;
const largeEndSign = 0x06064b50;
const largeLocatorSign = 0x07064b50;
const listedSign = 0x02014b50;
const localSign = 0x04034b50;

/**
 * The length of the part at the end of an archive in which the end record must begin (bytes): the record, the longest comment
 * that may follow it, and the locator that precedes it in large archives.
 */
const END_LENGTH = 22 + 0xffff + 20;

/** Returns the entries of an archive by name. If several entries have the same name, the last one counts, as in other ZIP readers. */
export async function entriesOf(source: ArchiveSource): Promise<ReadonlyMap<string, ZipEntry>> {
  const { start, length, count } = await listPlace(source);
  if (count > limits.entries) throw new ArchiveError(`it declares ${count} entries, more than any log has`);
  if (length > limits.list || start + length > source.size) throw new ArchiveError(cutShort);
  const list = await readAll(source, start, length);
  const all: ZipEntry[] = [];
  for (let at = 0; all.length < count; ) {
    const entry = entryAt(list, at);
    all.push(entry);
    at = entry.next;
  }
  mustBeSound(all, source.size);
  return new Map(all.map((entry) => [entry.name, entry]));
}

/** Matches a name that is an absolute path or contains `..`. An archive with such a name is not a log. */
const leadingOut = /^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/;

/**
 * Throws if entries overlap or expand too much in total, since either could make the unpacked size arbitrarily large. Also
 * throws if a name points outside the archive.
 */
function mustBeSound(entries: readonly ZipEntry[], size: number): void {
  let end = 0;
  let unpacked = 0;
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (leadingOut.test(entry.name))
      throw new ArchiveError(`the name of its entry ${entry.name} points outside the archive`);
    if (entry.offset < end) throw new ArchiveError('its entries overlap, as in a decompression bomb');
    end = entry.offset + HEADER_LENGTH + entry.packed;
    unpacked += entry.unpacked;
  }
  if (unpacked > limits.little && unpacked > size * limits.expansion)
    throw new ArchiveError(`it unpacks to more than ${limits.expansion} times its size, more than any real log`);
}

/** The length of the local header, which precedes the name and the bytes of an entry. */
const HEADER_LENGTH = 30;

export async function readEntry(source: ArchiveSource, entry: ZipEntry, unpack: Unpack): Promise<Uint8Array> {
  const { name, packed, unpacked, encrypted, link } = entry;
  const method = Object.hasOwn(methods, entry.method) ? methods[entry.method] : undefined;
  if (encrypted) throw new ArchiveError(`its entry ${name} is encrypted`);
  if (link) throw new ArchiveError(`its entry ${name} is a symbolic link, which is not followed`);
  if (method === undefined) throw new ArchiveError(`its entry ${name} uses an unknown compression method`);
  if (unpacked > limits.entry) throw new ArchiveError(`its entry ${name} is larger than ${limits.entry >> 20} MB`);
  if (unpacked > limits.little && unpacked > packed * limits.expansion)
    throw new ArchiveError(
      `its entry ${name} unpacks to more than ${limits.expansion} times its size, more than in any real log, and was not read`,
    );
  const header = view(await readAll(source, entry.offset, HEADER_LENGTH));
  if (header.getUint32(0, true) !== localSign)
    throw new ArchiveError(`its entry ${name} is not at the declared position`);
  const start = entry.offset + HEADER_LENGTH + header.getUint16(26, true) + header.getUint16(28, true);
  const bytes = await readAll(source, start, packed);
  const whole = method === 'stored' ? bytes : await unpack(bytes, method, unpacked);
  if (whole.length !== unpacked) throw new ArchiveError(`its entry ${name} does not have the declared length`);
  return whole;
}

const cutShort = 'it ends too early: it was not written or copied completely';

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

async function readAll(source: ArchiveSource, offset: number, length: number): Promise<Uint8Array> {
  if (offset + length > source.size) throw new ArchiveError(cutShort);
  const bytes = await source.read(offset, length);
  if (bytes.length < length) throw new ArchiveError(cutShort);
  return bytes;
}

/** Finds the list of entries: its position, its length, and the number of entries. */
async function listPlace(source: ArchiveSource) {
  const from = Math.max(0, source.size - END_LENGTH);
  const tail = view(await source.read(from, source.size - from));
  for (let at = tail.byteLength - 22; at >= 0; at--) {
    if (tail.getUint32(at, true) !== endSign) continue;
    const large = at >= 20 && tail.getUint32(at - 20, true) === largeLocatorSign;
    if (large) return await largePlace(source, Number(tail.getBigUint64(at - 12, true)));
    return {
      count: tail.getUint16(at + 10, true),
      length: tail.getUint32(at + 12, true),
      start: tail.getUint32(at + 16, true),
    };
  }
  throw new ArchiveError(source.size === 0 ? 'it is empty' : 'it is not an archive, or it ends too early');
}

/** Finds the list of entries in an archive with more than 65,535 entries or 4 GB, whose end record has another format. */
async function largePlace(source: ArchiveSource, offset: number) {
  const end = view(await readAll(source, offset, 56));
  if (end.getUint32(0, true) !== largeEndSign) throw new ArchiveError(cutShort);
  const number = (at: number) => Number(end.getBigUint64(at, true));
  return { count: number(32), length: number(40), start: number(48) };
}

/** The number of Unix as the origin of an entry, the bits of a mode for the file type, and the type of symbolic links. */
const UNIX = 3;
const FILE_TYPE = 0o170000;
const LINK = 0o120000;

/** Reads an entry of the list, and determines the offset of the next one. */
function entryAt(list: Uint8Array, at: number): ZipEntry & { readonly next: number } {
  if (at + 46 > list.length) throw new ArchiveError(cutShort);
  const fields = view(list.subarray(at));
  if (fields.getUint32(0, true) !== listedSign) throw new ArchiveError('its list of entries is damaged');
  const lengths = [fields.getUint16(28, true), fields.getUint16(30, true), fields.getUint16(32, true)] as const;
  const [nameLength, extraLength, commentLength] = lengths;
  const next = at + 46 + nameLength + extraLength + commentLength;
  if (next > list.length) throw new ArchiveError(cutShort);
  const name = new TextDecoder().decode(list.subarray(at + 46, at + 46 + nameLength));
  const extra = view(list.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength));
  return {
    name,
    next,
    method: fields.getUint16(10, true),
    encrypted: (fields.getUint16(8, true) & 1) === 1,
    link: fields.getUint8(5) === UNIX && (fields.getUint16(40, true) & FILE_TYPE) === LINK,
    ...sizesOf(fields, extra),
  };
}

/**
 * Returns the sizes and the offset of an entry. Values that do not fit into their fields are in the extra field 1, in the order
 * in which they are read here.
 */
function sizesOf(fields: DataView, extra: DataView) {
  let at = largeField(extra);
  const of = (offset: number) => {
    const value = fields.getUint32(offset, true);
    if (value !== 0xffffffff || at === undefined || at + 8 > extra.byteLength) return value;
    at += 8;
    return Number(extra.getBigUint64(at - 8, true));
  };
  const unpacked = of(24);
  const packed = of(20);
  return { unpacked, packed, offset: of(42) };
}

/** The offset of the values in the extra field 1. */
function largeField(extra: DataView): number | undefined {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true))
    if (extra.getUint16(at, true) === 1) return at + 4;
  return undefined;
}
