/** Measures UTF-8 text in UTF-16 units. */
import { isAscii } from 'node:buffer';

/** Returns the number of UTF-16 units of a text in UTF-8. Four bytes are counted at a time. */
export function unitsIn(bytes: Uint8Array): number {
  const { buffer, byteOffset, byteLength } = bytes;
  if (isAscii(bytes)) return byteLength;
  const before = Math.min(-byteOffset & 3, byteLength);
  const whole = (byteLength - before) >> 2;
  // Without a whole word, no view is created: a view requires an offset that is a multiple of four, and here the offset may not be one.
  const words = whole === 0 ? new Uint32Array(0) : new Uint32Array(buffer, byteOffset + before, whole);
  let units = byteLength;
  // A byte 10xxxxxx adds no unit, and 11110xxx begins a character with two units. Each byte of `inside` and `fours` is a counter that can
  // count to 255.
  for (let from = 0; from < words.length; from += 255) {
    const to = Math.min(from + 255, words.length);
    let [inside, fours] = [0, 0];
    for (let at = from; at < to; at++) {
      const word = words[at] as number;
      if ((word & 0x80808080) === 0) continue;
      inside += (word >>> 7) & ~(word >>> 6) & 0x01010101;
      fours += (word >>> 7) & (word >>> 6) & (word >>> 5) & (word >>> 4) & 0x01010101;
    }
    units -= sumOf(inside) - sumOf(fours);
  }
  for (const part of [bytes.subarray(0, before), bytes.subarray(before + words.byteLength)])
    for (const byte of part) units -= (byte & 0xc0) === 0x80 ? 1 : byte >= 0xf0 ? -1 : 0;
  return units;
}

const sumOf = (bytes: number) => (bytes & 255) + ((bytes >>> 8) & 255) + ((bytes >>> 16) & 255) + (bytes >>> 24);
