/**
 * Scans the texts of a row once, and computes all figures that depend on individual characters. They are a hash of the texts, the number of
 * characters, and the number of letters by script. The smallest hashes of three-word stretches are used to find near-duplicates.
 */

/** The scripts that are counted separately. Letters in other scripts count as other. */
export const scripts = [
  ...['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Thai', 'Georgian'],
  ...['Armenian', 'Ethiopic', 'Hangul', 'Hiragana', 'Katakana', 'Han'],
] as const;
export const OTHER_SCRIPT = scripts.length;

/** The scripts that are written without spaces, in which each letter counts as a word. */
const wordless = new Set<string>(['Thai', 'Hiragana', 'Katakana', 'Han']);
const tests = scripts.map((script) => new RegExp(`^\\p{Script=${script}}$`, 'u'));
const letter = /^[\p{L}\p{N}]$/u;

/** The classes of characters. 0 means that a character has not been classified yet. */
const [NO_LETTER, DIGIT, FIRST_SCRIPT] = [1, 2, 3];
/** The class of each UTF-16 unit, determined at its first occurrence. */
const classes = new Uint8Array(65_536);

function classOf(unit: number): number {
  const character = String.fromCharCode(unit);
  const script = tests.findIndex((test) => test.test(character));
  const characterClass = !letter.test(character)
    ? NO_LETTER
    : script >= 0
      ? FIRST_SCRIPT + script
      : /\p{N}/u.test(character)
        ? DIGIT
        : FIRST_SCRIPT + OTHER_SCRIPT;
  classes[unit] = characterClass;
  return characterClass;
}
const isWordless = new Uint8Array(FIRST_SCRIPT + scripts.length + 1);
for (const [i, script] of scripts.entries()) if (wordless.has(script)) isWordless[FIRST_SCRIPT + i] = 1;

/**
 * The value of each ASCII character in a word, regardless of case. The value is 0 for a character that cannot be part of a word, and at
 * least 256 for a letter.
 */
const asciiParts = Uint16Array.from({ length: 128 }, (_, unit) => {
  const kind = classOf(unit);
  return kind === NO_LETTER ? 0 : kind === DIGIT ? unit : unit | 32 | 256;
});
const LATIN = scripts.indexOf('Latin');

/** The maximum length of the text that is scanned at once (UTF-16 units). The text is converted to UTF-8 first. */
const CHUNK = 1 << 14;
const room = Buffer.alloc(3 * CHUNK);
const bytes = new Uint8Array(room.buffer, room.byteOffset, room.length);
const quads = new Uint32Array(room.buffer, room.byteOffset, CHUNK / 4);
/** The separator between texts in the hash. It differs from every character and from the length of every text. */
const SEPARATOR = 0x80000000;
/** The initial hash of a word, before any character is added. */
const NO_WORD = 0x811c9dc5 | 0;

/** The number of hashes in the signature of a row. */
export const SIGNATURE_SIZE = 32;

export class TextScanner {
  /** The number of letters by script. */
  readonly letters = new Uint32Array(scripts.length + 1);
  readonly signature = new Uint32Array(SIGNATURE_SIZE);
  /** The number of stretches of three words that were scanned. */
  stretches = 0;
  /** The hashes of all stretches, if they are requested. */
  collected: Set<number> | undefined;
  private one = 0;
  private other = 0;
  private before = 0;
  private last = 0;
  private words = 0;
  private word = NO_WORD;

  begin(): void {
    this.letters.fill(0);
    this.signature.fill(0xffffffff);
    this.stretches = 0;
    this.words = 0;
    this.one = 0x2545f491;
    this.other = 0x6a09e667;
  }

  /** Returns a 53-bit hash of everything scanned so far. */
  get number(): number {
    const one = Math.imul(this.one ^ (this.one >>> 16), 0xc2b2ae3d);
    const other = Math.imul(this.other ^ (this.other >>> 16), 0x27d4eb2f);
    return (other >>> 11) * 0x100000000 + ((one ^ (one >>> 15)) >>> 0);
  }

  /** Adds a text that separates other texts, such as the role of a message. It affects only the hash and not the counts. */
  mark(text: string): void {
    this.mix(SEPARATOR);
    for (let i = 0; i < text.length; i++) this.mix(text.charCodeAt(i));
    this.mix(SEPARATOR);
  }

  /** Scans a text, and returns the number of its characters. */
  text(text: string): number {
    let points = 0;
    this.word = NO_WORD;
    for (let from = 0; from < text.length; from += CHUNK) {
      const chunk = text.length <= CHUNK ? text : text.slice(from, from + CHUNK);
      points +=
        room.write(chunk) === chunk.length ? this.ascii(chunk.length) : this.units(text, from, from + chunk.length);
    }
    this.endWord();
    this.mix(text.length);
    return points;
  }

  private mix(word: number): void {
    const one = Math.imul(this.one ^ word, 0x9e3779b1);
    this.one = one ^ (one >>> 15);
    const other = Math.imul(this.other ^ word, 0x85ebca77);
    this.other = other ^ (other >>> 13);
  }

  /** Scans the ASCII text in `room`, hashing four bytes at a time. */
  private ascii(length: number): number {
    for (let end = length; (end & 3) !== 0; end++) bytes[end] = 0;
    let { one, other, word } = this;
    for (let at = 0; at << 2 < length; at++) {
      const four = quads[at] as number;
      one = Math.imul(one ^ four, 0x9e3779b1);
      one ^= one >>> 15;
      other = Math.imul(other ^ four, 0x85ebca77);
      other ^= other >>> 13;
    }
    this.one = one;
    this.other = other;
    // This is a single loop with few branches, since wrongly predicted branches would take most of the time.
    let [latin, words] = [0, this.words];
    for (let i = 0; i < length; i++) {
      const part = asciiParts[bytes[i] as number] as number;
      latin += part >> 8;
      if (part !== 0) word = wordWith(word, part);
      else if (word !== NO_WORD) {
        if (++words > 2) this.endStretch(word);
        this.before = this.last;
        this.last = word;
        word = NO_WORD;
      }
    }
    this.words = words;
    this.word = word;
    (this.letters[LATIN] as number) += latin;
    return length;
  }

  private units(text: string, from: number, to: number): number {
    const { letters } = this;
    let points = to - from;
    for (let i = from; i < to; i++) {
      const unit = text.charCodeAt(i);
      this.mix(unit);
      const kind = classes[unit] || classOf(unit);
      if (kind === NO_LETTER) {
        this.endWord();
        if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) points--;
        continue;
      }
      if (kind !== DIGIT) (letters[kind - FIRST_SCRIPT] as number)++;
      this.word = wordWith(this.word, unit < 128 ? (asciiParts[unit] as number) : unit);
      if (isWordless[kind] === 1) this.endWord();
    }
    return points;
  }

  private endWord(): void {
    const { word } = this;
    if (word === NO_WORD) return;
    if (++this.words > 2) this.endStretch(word);
    this.before = this.last;
    this.last = word;
    this.word = NO_WORD;
  }

  /** Adds the stretch of three words that ends with `word`. */
  private endStretch(word: number): void {
    let hash = Math.imul(this.before, 0x85ebca6b) ^ Math.imul(this.last, 0xc2b2ae35) ^ word;
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    this.stretches++;
    if (this.collected !== undefined) this.collected.add(hash);
    const bin = hash & (SIGNATURE_SIZE - 1);
    const value = hash >>> 5;
    if (value < (this.signature[bin] as number)) this.signature[bin] = value;
  }
}

/** Returns the hash of a word after adding a character. */
const wordWith = (word: number, part: number): number => ((word << 7) | (word >>> 25)) ^ part;
