/** Hashes of the bytes of rows, to distinguish rows without keeping them. */
export class RowNumbers {
  private words = new Uint32Array(1024);

  /**
   * Returns a 53-bit hash of a range of bytes. It combines two hashes, each of which processes four bytes at a time, and depends on the
   * length of the range.
   */
  of(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const count = (length + 3) >> 2;
    if (this.words.length < count) this.words = new Uint32Array(count * 2);
    const { words } = this;
    words[count - 1] = 0;
    new Uint8Array(words.buffer).set(bytes.subarray(start, end));
    let [one, other] = [length | 0, ~length];
    for (let at = 0; at < count; at++) {
      const word = words[at] as number;
      one = Math.imul(one ^ word, 0x9e3779b1);
      one ^= one >>> 15;
      other = Math.imul(other ^ word, 0x85ebca77);
      other ^= other >>> 13;
    }
    one = Math.imul(one ^ (one >>> 16), 0xc2b2ae3d);
    other = Math.imul(other ^ (other >>> 16), 0x27d4eb2f);
    return (other >>> 11) * 0x100000000 + (one >>> 0);
  }
}
