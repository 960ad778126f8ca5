/** Counts the written rows, which are the nonempty lines of a text that arrives in pieces. */
export class RowCounter {
  private whole = 0;
  private isOpen = false;

  add(text: string): void {
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf('\n', at);
      if (end !== at) this.isOpen = true;
      if (end < 0) return;
      // A row that could not be converted is an empty line, which is not counted.
      if (this.isOpen) this.whole++;
      this.isOpen = false;
      at = end + 1;
    }
  }

  get count(): number {
    return this.whole + (this.isOpen ? 1 : 0);
  }
}
