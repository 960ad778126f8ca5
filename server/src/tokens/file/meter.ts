/**
 * The size that a part of a tokenizer may make of a text. A `tokenizer.json` can multiply a text without end, so each part says how
 * much it will make before it does, and is refused with its name.
 */

/** How much longer than a text its parts may make it: a ligature of NFKC has 18 characters, and a byte can become one. */
const factor = 20;
/** The additional allowance for texts of a few characters. */
const addition = 4096;
/** How many characters all parts may go through, for each of a text; genuine tokenizers have a few parts. */
const passes = 200;

export class PartError extends Error {}

export class Meter {
  #most = addition;
  #left = addition;
  #length = 0;
  /** The part that is working; if a limit of time ends the work, it is at fault. */
  at: string | undefined;

  /** Begins again, for a text of so many characters. */
  begin(length: number): void {
    this.#length = length;
    this.#most = factor * length + addition;
    this.#left = passes * (length + addition);
    this.at = undefined;
  }

  /** `through`: how many characters a part reads. */
  enter(part: string, through: number): void {
    this.at = part;
    this.#left -= through + 1;
    if (this.#left < 0) throw new PartError(`its parts process the text too many times (stopped at ${part})`);
  }

  allows(length: number): boolean {
    return length <= this.#most;
  }

  /** Throws if a part would make so many characters. */
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
