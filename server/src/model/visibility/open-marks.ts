/** Keeps unclosed openers, grouped by name, so that the last one with a given name is found quickly even among thousands. */
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

  /** Removes the last opener with a given name, and returns it. */
  take(name: string): T | undefined {
    const mark = this.byName.get(name)?.pop();
    if (mark) this.count--;
    return mark;
  }

  /** Returns the openers that were never closed, grouped by name. */
  left(): T[] {
    return [...this.byName.values()].flat();
  }
}
