/** The names in the blocks of a template, and their values. */
import type { Value } from './values.ts';

export class Scope {
  private readonly values = new Map<string, Value>();

  constructor(
    private readonly outer: Scope | undefined,
    /** The variables with which the outermost scope begins. */
    private readonly given: ReadonlyMap<string, Value> = new Map(),
  ) {}

  get(name: string): Value | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.outer) {
      const value = scope.values.get(name);
      if (value !== undefined) return value;
      const initialValue = scope.given.get(name);
      if (initialValue !== undefined) return initialValue;
    }
    return undefined;
  }

  set(name: string, value: Value): void {
    this.values.set(name, value);
  }
}
