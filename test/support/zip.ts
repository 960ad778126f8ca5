/** Writes ZIP archives for tests, including invalid ones. */
import { deflateRawSync } from 'node:zlib';

export interface Packed {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The compression method: 0 is stored, 8 is deflate, and for any other method, the bytes are in `packed`. */
  readonly method?: number;
  readonly packed?: Uint8Array;
  /** The unpacked size that the archive claims. */
  readonly claims?: number;
  readonly encrypted?: boolean;
  /** The Unix mode of the entry: file type and permissions. */
  readonly mode?: number;
  /** Whether the entry has no bytes of its own, but refers to the bytes of the first entry. */
  readonly shared?: boolean;
}

export const packed = (name: string, value: unknown, more: Partial<Packed> = {}): Packed => ({
  ...{ name, bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)) },
  ...more,
});

/** Returns an archive with these entries. `large` says whether its sizes and offsets have 64 bits. */
export function zipOf(entries: readonly Packed[], { large = false, count = entries.length } = {}): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, method = 8, encrypted = false, shared = false, mode = 0, ...overrides } of entries) {
    const data = Buffer.from(overrides.packed ?? (method === 8 ? deflateRawSync(bytes) : bytes));
    const size = overrides.claims ?? bytes.length;
    const at = shared ? 0 : offset;
    const extra = large ? Buffer.alloc(28) : Buffer.alloc(0);
    if (large) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      for (const [i, value] of [size, data.length, at].entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * i);
    }
    const local = Buffer.alloc(30 + Buffer.byteLength(name));
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    local.write(name, 30);
    const listed = Buffer.alloc(46 + Buffer.byteLength(name));
    listed.writeUInt32LE(0x02014b50, 0);
    listed.writeUInt8(mode === 0 ? 0 : 3, 5);
    listed.writeUInt16LE(mode, 40);
    listed.writeUInt16LE(encrypted ? 1 : 0, 8);
    listed.writeUInt16LE(method, 10);
    listed.writeUInt32LE(large ? 0xffffffff : data.length, 20);
    listed.writeUInt32LE(large ? 0xffffffff : size, 24);
    listed.writeUInt16LE(Buffer.byteLength(name), 28);
    listed.writeUInt16LE(extra.length, 30);
    listed.writeUInt32LE(large ? 0xffffffff : at, 42);
    listed.write(name, 46);
    list.push(listed, extra);
    if (shared) continue;
    parts.push(local, data);
    offset += local.length + data.length;
  }
  const length = list.reduce((sum, one) => sum + one.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(large ? 0xffff : count, 10);
  end.writeUInt32LE(large ? 0xffffffff : length, 12);
  end.writeUInt32LE(large ? 0xffffffff : offset, 16);
  return Buffer.concat([...parts, ...list, ...(large ? largeEnds(offset, length, count) : []), end]);
}

function largeEnds(offset: number, length: number, count: number): Buffer[] {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  return [end, locator];
}

/** Returns bytes as an uncompressed Zstandard frame of at most 65 KB, because not every version of Node can compress. */
export function zstdFrameOf(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt32LE(0xfd2fb528, 0);
  head[4] = 0x60;
  head.writeUInt16LE(bytes.length - 256, 5);
  head.writeUIntLE((bytes.length << 3) | 1, 7, 3);
  return Buffer.concat([head, bytes]);
}

/** Returns bytes as the source of an archive. */
export const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
});
