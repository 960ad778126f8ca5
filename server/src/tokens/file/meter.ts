/**
 * Limits the length of the text that a tokenizer's parts produce. Parts from a `tokenizer.json` can multiply a text
 * without limit, so each part reports the length of its output in advance. If the length exceeds the limit, an error
 * names the part.
 */

/**
 * The maximum factor by which a text may grow. NFKC expands one ligature to 18 characters, and each byte of a character
 * can become a character.
 */
const factor = 20;
/** The number of characters that are allowed in addition to the factor. It matters for short texts. */
const addition = 4096;
/** The maximum number of characters that all parts together may read, per character of the text. Real tokenizers have few parts. */
const passes = 200;

export class PartError extends Error {}

export class Meter {
  #most = addition;
  #left = addition;
  #length = 0;
  /** The name of the part that is running. If a time limit ends the work, the message contains this name. */
  at: string | undefined;

  /** Resets the meter for a text of a certain length. */
  begin(length: number): void {
    this.#length = length;
    this.#most = factor * length + addition;
    this.#left = passes * (length + addition);
    this.at = undefined;
  }

  /** Records that a part begins. `through`: the number of characters that it reads. Throws if all parts together have read too many. */
  enter(part: string, through: number): void {
    this.at = part;
    this.#left -= through + 1;
    if (this.#left < 0) throw new PartError(`its parts process the text too many times (stopped at ${part})`);
  }

  allows(length: number): boolean {
    return length <= this.#most;
  }

  /** Throws if an output of this length would exceed the limit. */
  makes(length: number): void {
    if (this.allows(length)) return;
    throw new PartError(
      `its ${this.at} turns ${this.#length} characters into more than ${this.#most}, which no real tokenizer does`,
    );
  }

  leave(): void {
    this.at = undefined;
  }
}
