/** Unclosed openers, by name, so that finding one stays fast among thousands of others. */
export class OpenMarks<T extends { readonly name: string }> {
  private readonly byName = new Map<string, T[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(mark: T): void {
    const same = this.byName.get(mark.name);
    if (same) same.push(mark);
    else this.byName.set(mark.name, [mark]);
    this.count++;
  }

  /** Removes and returns the last opener with a given name. */
  take(name: string): T | undefined {
    const mark = this.byName.get(name)?.pop();
    if (mark) this.count--;
    return mark;
  }

  /** The openers that were never closed, name by name. */
  left(): T[] {
    return [...this.byName.values()].flat();
  }
}
