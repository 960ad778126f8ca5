/**
 * One pass through the texts of a row for all that is counted in characters: a number that tells texts apart, characters, letters
 * by script, and the smallest of its stretches of three words, by which rows that are nearly the same are found.
 */

/** The scripts that are told apart. What is in none of them counts as other. */
export const scripts = [
  ...['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Thai', 'Georgian'],
  ...['Armenian', 'Ethiopic', 'Hangul', 'Hiragana', 'Katakana', 'Han'],
] as const;
export const OTHER_SCRIPT = scripts.length;

/** A letter of these is a word by itself: they are written without spaces. */
const wordless = new Set<string>(['Thai', 'Hiragana', 'Katakana', 'Han']);
const tests = scripts.map((script) => new RegExp(`^\\p{Script=${script}}$`, 'u'));
const letter = /^[\p{L}\p{N}]$/u;

const [UNKNOWN, NO_LETTER, DIGIT, FIRST_SCRIPT] = [0, 1, 2, 3];
/** By UTF-16 unit, what it is; each is found out when it first occurs. */
const classes = new Uint8Array(65_536);

function classOf(unit: number): number {
  const character = String.fromCharCode(unit);
  const script = tests.findIndex((test) => test.test(character));
  const found = !letter.test(character)
    ? NO_LETTER
    : script >= 0
      ? FIRST_SCRIPT + script
      : /\p{N}/u.test(character)
        ? DIGIT
        : FIRST_SCRIPT + OTHER_SCRIPT;
  classes[unit] = found;
  return found;
}
const isWordless = new Uint8Array(FIRST_SCRIPT + scripts.length + 1);
for (const [i, script] of scripts.entries()) if (wordless.has(script)) isWordless[FIRST_SCRIPT + i] = 1;

/** The number of smallest stretches that are kept of a row. */
export const SIGNATURE_SIZE = 32;

export class TextScanner {
  /** Letters by script. */
  readonly letters = new Uint32Array(scripts.length + 1);
  readonly signature = new Uint32Array(SIGNATURE_SIZE);
  /** How many stretches of three words there are. */
  stretches = 0;
  /** All stretches, if they are wanted. */
  collected: Set<number> | undefined;
  private one = 0;
  private other = 0;
  private before = 0;
  private last = 0;
  private words = 0;

  begin(): void {
    this.letters.fill(0);
    this.signature.fill(0xffffffff);
    this.stretches = 0;
    this.words = 0;
    this.one = 0x2545f491;
    this.other = 0x6a09e667;
  }

  /** A number of 53 bits for all that was scanned so far. */
  get number(): number {
    const one = Math.imul(this.one ^ (this.one >>> 16), 0xc2b2ae3d);
    const other = Math.imul(this.other ^ (this.other >>> 16), 0x27d4eb2f);
    return (other >>> 11) * 0x100000000 + ((one ^ (one >>> 15)) >>> 0);
  }

  /** What separates texts, such as the role of a message, which is in none of the counts but the number. */
  mark(text: string): void {
    let { one, other } = this;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i) | 0x10000;
      one = Math.imul(one ^ unit, 0x9e3779b1);
      one ^= one >>> 15;
      other = Math.imul(other ^ unit, 0x85ebca77);
      other ^= other >>> 13;
    }
    this.one = Math.imul(one ^ 0x20000, 0x9e3779b1);
    this.other = Math.imul(other ^ 0x20000, 0x85ebca77);
  }

  /** Takes in a text, and returns how many characters it has. */
  text(text: string): number {
    let { one, other } = this;
    let [points, word] = [text.length, 0];
    const { letters } = this;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      one = Math.imul(one ^ unit, 0x9e3779b1);
      one ^= one >>> 15;
      other = Math.imul(other ^ unit, 0x85ebca77);
      other ^= other >>> 13;
      const kind = classes[unit] || classOf(unit);
      if (kind === NO_LETTER) {
        if (word !== 0) this.endWord(word);
        word = 0;
        if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) points--;
        continue;
      }
      if (kind !== DIGIT) (letters[kind - FIRST_SCRIPT] as number)++;
      // Small letters and capital ones alike.
      word = Math.imul(word ^ (unit < 128 && unit > 64 ? unit | 32 : unit), 0x01000193) | 1;
      if (isWordless[kind] === 1) {
        this.endWord(word);
        word = 0;
      }
    }
    if (word !== 0) this.endWord(word);
    this.one = one;
    this.other = other;
    return points;
  }

  private endWord(word: number): void {
    if (++this.words > 2) this.endStretch(Math.imul(this.before, 0x85ebca6b) ^ Math.imul(this.last, 0xc2b2ae35) ^ word);
    this.before = this.last;
    this.last = Math.imul(word, 0x9e3779b1) ^ (word >>> 7);
  }

  private endStretch(mixed: number): void {
    let hash = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash = (hash ^ (hash >>> 16)) >>> 0;
    this.stretches++;
    this.collected?.add(hash);
    const bin = hash & (SIGNATURE_SIZE - 1);
    const value = hash >>> 5;
    if (value < (this.signature[bin] as number)) this.signature[bin] = value;
  }
}

void UNKNOWN;
