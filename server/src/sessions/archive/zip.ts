/**
 * The entries of a ZIP archive, read in place: nothing is ever written, so it does not matter where their names would lead.
 * Whatever an archive claims of itself is compared with what it has, since it may be a stranger's.
 */

/** Bytes that can be read anywhere, such as a file. */
export interface ArchiveSource {
  readonly size: number;
  /** The bytes from an offset on: as many as requested, or fewer at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** How the bytes of an entry are packed, by its number in the format. */
const methods: Readonly<Record<number, 'stored' | 'deflate' | 'zstd'>> = {
  0: 'stored',
  8: 'deflate',
  93: 'zstd',
};

/** Unpacks bytes that are `length` when they are unpacked, and throws if they are more. */
export type Unpack = (bytes: Uint8Array, method: 'deflate' | 'zstd', length: number) => Promise<Uint8Array>;

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  /** It is a symbolic link, whose bytes are where it leads. */
  readonly link: boolean;
  readonly packed: number;
  readonly unpacked: number;
  /** Where its own header begins. */
  readonly offset: number;
}

/** A problem of an archive, with a message for the user. */
export class ArchiveError extends Error {}

const limits = {
  /** Of all entries. */
  entries: 100_000,
  /** Of the list of entries, in bytes. */
  list: 1 << 26,
  /** Of an entry as it is read, in bytes: no string holds much more. */
  entry: 1 << 29,
  /** How much larger an entry may become, beyond what counts as little: a bomb is a thousand times larger. */
  expansion: 400,
  little: 1 << 26,
} as const;

const endSign = 0x06054b50;
const largeEndSign = 0x06064b50;
const largeLocatorSign = 0x07064b50;
const listedSign = 0x02014b50;
const localSign = 0x04034b50;

/** How far from its end an archive says where its list is: a comment may follow. */
const END_LENGTH = 22 + 0xffff + 20;

/** The entries of an archive, by their names; of equal names, the last counts, as for other readers. */
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

/** A name that is absolute, or has `..` in it: no log has one, so the archive is not what it claims to be. */
const leadingOut = /^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/;

/** Entries that share their bytes, or grow too much together, make an archive as large as one likes. */
function mustBeSound(entries: readonly ZipEntry[], size: number): void {
  let end = 0;
  let unpacked = 0;
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (leadingOut.test(entry.name)) throw new ArchiveError(`the name of its entry ${entry.name} leads out of it`);
    if (entry.offset < end) throw new ArchiveError('its entries overlap, as in a decompression bomb');
    end = entry.offset + HEADER_LENGTH + entry.packed;
    unpacked += entry.unpacked;
  }
  if (unpacked > limits.little && unpacked > size * limits.expansion)
    throw new ArchiveError(`it unpacks to more than ${limits.expansion} times its size, as no log does`);
}

/** The length of the header before the name of an entry and its bytes. */
const HEADER_LENGTH = 30;

/** The bytes of an entry. */
export async function readEntry(source: ArchiveSource, entry: ZipEntry, unpack: Unpack): Promise<Uint8Array> {
  const { name, packed, unpacked, encrypted, link } = entry;
  const method = Object.hasOwn(methods, entry.method) ? methods[entry.method] : undefined;
  if (encrypted) throw new ArchiveError(`its entry ${name} is encrypted`);
  if (link) throw new ArchiveError(`its entry ${name} is a symbolic link, which is not followed`);
  if (method === undefined) throw new ArchiveError(`its entry ${name} uses an unknown compression method`);
  if (unpacked > limits.entry) throw new ArchiveError(`its entry ${name} is larger than ${limits.entry >> 20} MB`);
  if (unpacked > limits.little && unpacked > packed * limits.expansion)
    throw new ArchiveError(
      `its entry ${name} unpacks to more than ${limits.expansion} times its size, as no log does, and was not read`,
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

/** Where the list of entries is. */
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

/** The same of an archive with more than 65,535 entries or 4 GB. */
async function largePlace(source: ArchiveSource, offset: number) {
  const end = view(await readAll(source, offset, 56));
  if (end.getUint32(0, true) !== largeEndSign) throw new ArchiveError(cutShort);
  const number = (at: number) => Number(end.getBigUint64(at, true));
  return { count: number(32), length: number(40), start: number(48) };
}

/** The system that an entry was made on, and the bits of its mode there that say which kind of file it is. */
const UNIX = 3;
const FILE_TYPE = 0o170000;
const LINK = 0o120000;

/** An entry of the list, and where the next one begins. */
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
    ...{ name, next, method: fields.getUint16(10, true), encrypted: (fields.getUint16(8, true) & 1) === 1 },
    link: fields.getUint8(5) === UNIX && (fields.getUint16(40, true) & FILE_TYPE) === LINK,
    ...sizesOf(fields, extra),
  };
}

/** The sizes of an entry and its place; each that does not fit its field is in the extra field 1, in this order. */
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

/** Where the values of that field begin. */
function largeField(extra: DataView): number | undefined {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true))
    if (extra.getUint16(at, true) === 1) return at + 4;
  return undefined;
}
