/**
 * Limits the size of the output of a tokenizer's parts. The parts of a `tokenizer.json` can multiply a text without limit, so each part
 * reports the length of its output in advance. If this length exceeds the limit, an error names the part.
 */

/** The maximum growth of a text: NFKC expands one ligature to 18 characters, and each byte can become a character. */
const factor = 20;
/** The number of characters that are allowed in addition, for short texts. */
const addition = 4096;
/** The maximum number of characters that all parts may process per character of the text; genuine tokenizers have few parts. */
const passes = 200;

export class PartError extends Error {}

export class Meter {
  #most = addition;
  #left = addition;
  #length = 0;
  /** The part that is running; if a time limit ends the work, the message names this part. */
  at: string | undefined;

  /** Resets the meter for a text of this length. */
  begin(length: number): void {
    this.#length = length;
    this.#most = factor * length + addition;
    this.#left = passes * (length + addition);
    this.at = undefined;
  }

  /** `through`: the number of characters that a part reads. */
  enter(part: string, through: number): void {
    this.at = part;
    this.#left -= through + 1;
    if (this.#left < 0) throw new PartError(`its parts process the text too many times (stopped at ${part})`);
  }

  allows(length: number): boolean {
    return length <= this.#most;
  }

  /** Throws if an output of this length exceeds the limit. */
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
