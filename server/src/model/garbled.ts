/** Finds text that was damaged by a wrong encoding before it reached the document. */
import type { Span } from '../syntax/span.ts';

export interface Garbled extends Span {
  /** The intended character; undefined if its bytes are lost. */
  readonly meant: string | undefined;
  /** Whether the damage is certain, either because it is in the middle of a word, or because the characters make no sense otherwise. */
  readonly certain: boolean;
}

/** Returns the first damaged span of a text. */
export const garbledIn = (text: string): Garbled | undefined => misreadIn(text) ?? lostIn(text);

/** Finds U+FFFD, with the word around it. */
function lostIn(text: string): Garbled | undefined {
  const match = /\uFFFD/.test(text) ? /[\p{L}\p{M}\p{N}'’]*\uFFFD[\p{L}\p{M}\p{N}'’\uFFFD]*/u.exec(text) : null;
  if (match === null) return undefined;
  const [{ length }, start] = [match[0], match.index];
  return { start, end: start + length, meant: undefined, certain: /\p{L}/u.test(match[0]) };
}

/** The characters of Windows-1252 from byte 0x80 on. Bytes without a character in Windows-1252 have that of Latin-1. */
const upper = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const bytes = new Map(Array.from(upper, (character, i) => [character.charCodeAt(0), 0x80 + i]));
const byteOf = (unit: number): number => (unit < 0x100 ? unit : (bytes.get(unit) ?? 0));

/** Matches two characters that may be the bytes of a single character. */
const perhaps = /[\u00c2-\u00f4][^\0-\x7f]/;
/** Characters that may follow a letter in correct text, as in `CAFÉ…`. */
const writable = new Set('\u00a0‘’“”‚„–—…™®°ºª«»‹›·¹²³•´¸ˆ˜');
/** Matches two characters that no word begins with. `20 Â°C` must have been `20 °C`, whereas `CÂ°` may be intended. */
const beginsNoWord = /(?<!\p{L})Â[\u00a0®°ºª«»·¹²³´¸]/u;

/**
 * Finds UTF-8 that was decoded as Windows-1252 or Latin-1, for example `Ã©` instead of `é`. This is reported if the whole text
 * can be decoded as UTF-8, and at least one of its characters cannot be intended.
 */
function misreadIn(text: string): Garbled | undefined {
  if (!perhaps.test(text)) return undefined;
  const read = Uint8Array.from(text, (character) => byteOf(character.codePointAt(0) as number));
  if (read.length !== text.length || !isUtf8(read)) return undefined;
  for (let start = 0; start < read.length; ) {
    const end = start + lengthOf(read[start] as number);
    const tail = Array.from(text.slice(start + 1, end));
    const isSign = beginsNoWord.test(text.slice(Math.max(0, start - 1), end));
    if (isSign || tail.some((character) => !writable.has(character)))
      return { start, end, meant: new TextDecoder().decode(read.subarray(start, end)), certain: true };
    start = end;
  }
  return undefined;
}

/** The length in bytes of a UTF-8 character with a given first byte. */
const lengthOf = (byte: number) => (byte < 0xc2 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4);

function isUtf8(read: Uint8Array): boolean {
  // A zero stands for a character that exists in neither of the two encodings.
  if (read.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(read);
    return true;
  } catch {
    return false;
  }
}
