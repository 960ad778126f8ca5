/** Images for tests. */

/** Returns the beginning of a PNG file, from which its type and size can be read. The header states the given size. */
export function pngClaiming(width: number, height: number): Buffer {
  const head = Buffer.alloc(33);
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(head);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  head.set([8, 2, 0, 0, 0], 24);
  return head;
}
