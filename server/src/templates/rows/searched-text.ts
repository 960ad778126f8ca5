/**
 * A text in which very many words are searched for, mostly in the order of the text. Searching for missing words could take quadratic time,
 * so there is a limit. Once it is reached, every word counts as found, but none as found twice.
 */
export class SearchedText {
  /** The end of the word that was found last. */
  private at = 0;
  /** The remaining budget (UTF-16 units). */
  private left: number;

  constructor(private readonly text: string) {
    this.left = 200_000_000 + 200 * text.length;
  }

  has(word: string): boolean {
    const { text, at } = this;
    if (text.slice(at, at + near + word.length).includes(word)) {
      this.at = text.indexOf(word, at) + word.length;
      return true;
    }
    if (this.left <= 0) return true;
    const index = text.indexOf(word);
    this.left -= index < 0 ? text.length : index;
    if (index >= 0) this.at = index + word.length;
    return index >= 0;
  }

  /** Whether a word occurs more than once. */
  isTwice(word: string): boolean {
    if (this.left <= 0) return false;
    this.left -= this.text.length;
    return this.text.indexOf(word) !== this.text.lastIndexOf(word);
  }
}

/** The distance that is usually enough to find the next word (UTF-16 units). */
const near = 20_000;
