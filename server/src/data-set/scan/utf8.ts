/** Checks whether bytes that arrive in chunks are valid UTF-8. */
import { isUtf8 } from 'node:buffer';

/** Returns the number of bytes at the end that belong to an incomplete character. */
function openIn(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needs > back ? back : 0;
  }
  return 0;
}

export class Utf8Check {
  /** The bytes of an incomplete character at the end of the previous chunk. */
  private rest: Uint8Array = new Uint8Array(0);

  /** Returns the offset in `bytes` of the first byte sequence that is not UTF-8, or -1. Does not keep `bytes`. */
  invalidIn(bytes: Buffer): number {
    const joined = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes;
    const before = joined.length - bytes.length;
    const isValid = (length: number) => {
      const part = joined.subarray(0, length);
      return isUtf8(part.subarray(0, length - openIn(part)));
    };
    if (isValid(joined.length)) {
      this.rest = Uint8Array.from(joined.subarray(joined.length - openIn(joined)));
      return -1;
    }
    let [low, high] = [0, joined.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (isValid(middle)) low = middle;
      else high = middle;
    }
    return Math.max(0, low - before);
  }

  /** Whether the bytes received so far end with an incomplete character. */
  get isOpen(): boolean {
    return this.rest.length > 0;
  }
}
