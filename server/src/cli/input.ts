import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';

export interface Input {
  /** The text, without byte-order mark; U+FFFD for what is not UTF-8. */
  readonly text: string;
  /** The UTF-16 offset of the first byte that is not UTF-8, if there is one. */
  readonly invalidAt: number | undefined;
}

/** Reads a file, or standard input for `-`. Throws if it cannot be read. */
export async function readInput(file: string): Promise<Input> {
  const bytes = file === '-' ? await readStdin() : await readFile(file);
  const text = new TextDecoder('utf-8').decode(bytes);
  return { text, invalidAt: isUtf8(bytes) ? undefined : firstInvalid(bytes, text) };
}

async function readStdin(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The first U+FFFD of the decoded text that does not stand in the bytes. */
function firstInvalid(bytes: Buffer, text: string): number {
  const mark = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
  let from = 0;
  let byte = mark;
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) {
    byte += Buffer.byteLength(text.slice(from, at));
    if (!bytes.subarray(byte, byte + 3).equals(Buffer.from([0xef, 0xbf, 0xbd]))) return at;
    byte += 3;
    from = at + 1;
  }
  return Math.max(0, text.length - 1);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENAMETOOLONG: 'the name is too long',
};

/** Why a file could not be read, in plain words where there are some. */
export function whyUnreadable(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}
