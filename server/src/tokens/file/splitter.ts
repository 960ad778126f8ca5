/** Added tokens in a text: the leftmost, and of those that begin there the longest. */
export class Splitter {
  readonly #texts: ReadonlySet<string>;
  /** The lengths of those that begin with a character (a UTF-16 unit), the longest first. */
  readonly #lengths = new Map<string, number[]>();

  constructor(texts: Iterable<string>) {
    this.#texts = new Set(texts);
    const lengths = new Map<string, Set<number>>();
    for (const text of this.#texts) {
      const first = text.charAt(0);
      const known = lengths.get(first) ?? new Set();
      lengths.set(first, known.add(text.length));
    }
    for (const [first, known] of lengths)
      this.#lengths.set(
        first,
        [...known].sort((a, b) => b - a),
      );
  }

  split(text: string): string[] {
    if (this.#texts.size === 0) return text === '' ? [] : [text];
    const parts: string[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
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

  #tokenAt(text: string, at: number): string | undefined {
    for (const length of this.#lengths.get(text.charAt(at)) ?? []) {
      const part = text.slice(at, at + length);
      if (this.#texts.has(part)) return part;
    }
    return undefined;
  }
}
