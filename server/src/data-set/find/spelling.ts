/** The spellings of characters in JSON, either literal or escaped. */

const short: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['/', '/'],
  ['\\', '\\'],
  ['\b', 'b'],
  ['\f', 'f'],
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
]);

/**
 * Whether a text contains characters with a short escape, such as `\n`. JSON writers use short escapes, so a search for
 * such a text must cover escapes.
 */
export const hasShortEscape = (text: string): boolean => Array.from(text).some((one) => short.has(one));

/**
 * Returns a pattern that matches all spellings of a search text in bytes that were decoded as Latin-1. A backslash matches only as part of
 * an escape, since every backslash in a JSON string belongs to an escape. Overlapping alternatives would cause backtracking.
 */
export function spellingsOf(words: string, ignoresCase: boolean): RegExp {
  const source = Array.from(words, (character) => {
    const forms = new Set((ignoresCase ? casesOf(character) : [character]).flatMap(formsOf));
    return `(?:${[...forms].join('|')})`;
  });
  return new RegExp(source.join(''), 'g');
}

/** Returns a character as it is, in lower case and in upper case. Forms of several characters, such as `SS` for `ß`, are omitted. */
function casesOf(character: string): string[] {
  const cases = [character, character.toLowerCase(), character.toUpperCase()];
  return [...new Set(cases.filter((one) => Array.from(one).length === 1))];
}

function formsOf(character: string): string[] {
  const escaped = Array.from({ length: character.length }, (_, i) => escapeOf(character.charCodeAt(i))).join('');
  const letter = short.get(character);
  return [
    ...(character === '\\' ? [] : [Array.from(Buffer.from(character), byteOf).join('')]),
    ...(letter === undefined ? [] : [`\\\\${byteOf(letter.charCodeAt(0))}`]),
    escaped,
  ];
}

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');
const byteOf = (byte: number) => `\\x${hex(byte, 2)}`;
const escapeOf = (unit: number) =>
  `\\\\u${hex(unit, 4).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;

const escape = /\\(?:u([0-9a-fA-F]{4})|([^]))/g;
const characterByLetter: ReadonlyMap<string, string> = new Map(
  [...short].map(([character, letter]) => [letter, character]),
);

/** Replaces the escapes in JSON text with the characters they stand for. */
export const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replace(escape, (whole, code: string | undefined, letter: string | undefined) =>
        code === undefined
          ? (characterByLetter.get(letter ?? '') ?? whole)
          : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

const [BACKSLASH, U] = [92, 117];

/** Whether a position is outside all escapes or at the beginning of an escape. */
export function isAligned(bytes: Uint8Array, position: number): boolean {
  for (let at = position - 1; at >= Math.max(0, position - 5); at--) {
    if (bytes[at] !== BACKSLASH) continue;
    let first = at;
    while (first > 0 && bytes[first - 1] === BACKSLASH) first--;
    // In a run of backslashes, every second one is escaped by the one before it.
    const beginsEscape = (at - first) % 2 === 0;
    return !beginsEscape || position >= at + (bytes[at + 1] === U ? 6 : 2);
  }
  return true;
}
