/** Splits a text at its added tokens: at the leftmost one and, of those that begin there, at the longest. */
export class Splitter {
  readonly #texts: ReadonlySet<string>;
  /** The lengths of the tokens by their first character (a UTF-16 unit), in descending order. */
  readonly #lengths = new Map<string, number[]>();

  /** The character with which all tokens begin, usually `<`; undefined if they begin with different ones. */
  readonly #only: string | undefined;

  constructor(texts: Iterable<string>) {
    this.#texts = new Set(texts);
    const lengths = new Map<string, Set<number>>();
    for (const text of this.#texts) {
      const first = text.charAt(0);
      const tokenLengths = lengths.get(first) ?? new Set();
      lengths.set(first, tokenLengths.add(text.length));
    }
    for (const [first, tokenLengths] of lengths)
      this.#lengths.set(
        first,
        [...tokenLengths].sort((a, b) => b - a),
      );
    this.#only = lengths.size === 1 ? [...lengths.keys()][0] : undefined;
  }

  split(text: string): string[] {
    if (this.#texts.size === 0) return text === '' ? [] : [text];
    const parts: string[] = [];
    let from = 0;
    for (let at = this.#next(text, 0); at < text.length; at = this.#next(text, at + 1)) {
      const token = this.#tokenAt(text, at);
      if (token === undefined) continue;
      if (at > from) parts.push(text.slice(from, at));
      parts.push(token);
      from = at + token.length;
      at = from - 1;
    }
    if (from < text.length) parts.push(text.slice(from));
    return parts;
  }

  /** Returns the next offset at which a token may begin; the length of the text if there is none. */
  #next(text: string, from: number): number {
    if (this.#only === undefined) return from;
    const at = text.indexOf(this.#only, from);
    return at < 0 ? text.length : at;
  }

  #tokenAt(text: string, at: number): string | undefined {
    for (const length of this.#lengths.get(text.charAt(at)) ?? []) {
      const part = text.slice(at, at + length);
      if (this.#texts.has(part)) return part;
    }
    return undefined;
  }
}
