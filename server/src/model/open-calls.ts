/** Calls and outputs of functions in one sequence, matched by name in the order of the calls (0.1 §8.4, A-106). */
import type { Step } from './functions.ts';

/** Stands for a call that names no function. */
const any = '';

/** The calls that wait for an output, in their order. Mostly each is answered in turn, and nothing is looked up. */
export class OpenCalls {
  private names: string[] = [];
  private first = 0;
  /** Calls after the first that are answered already. */
  private readonly taken = new Set<number>();
  /** The calls of a name by their number, those of interest from `at` on; once one is asked for. */
  private byName: Map<string, { calls: number[]; at: number }> | undefined;
  /** An output was out of order. */
  private upset = false;

  /**
   * Whether a step is independent of those before it: every call has its output, or it is a call after outputs that are out
   * of order. That has been reported, and one wrong or missing output must not affect everything after it.
   */
  beginsAnew(step: Step | undefined): boolean {
    return this.next() === undefined || (this.upset && step?.kind === 'call');
  }

  /** Takes in a step. Gives the name of the call whose turn it was, if this is the output of another. */
  take(step: Step): string | undefined {
    const { kind, name } = step;
    if (kind === 'call') {
      if (this.beginsAnew(step)) this.forget();
      this.add(name ?? any);
      return undefined;
    }
    const expected = this.next();
    if (expected === undefined || name === undefined) return undefined;
    if (expected === name || expected === any) {
      this.first++;
      return undefined;
    }
    this.answer(name);
    this.upset = true;
    return expected;
  }

  private forget(): void {
    this.names = [];
    this.first = 0;
    this.taken.clear();
    this.byName = undefined;
    this.upset = false;
  }

  private add(name: string): void {
    if (this.byName !== undefined) this.index(name, this.names.length);
    this.names.push(name);
  }

  /** The name of the call whose turn it is; undefined if none waits. */
  private next(): string | undefined {
    while (this.taken.size > 0 && this.taken.delete(this.first)) this.first++;
    return this.names[this.first];
  }

  /** The first call of a name is answered, if one waits. */
  private answer(name: string): void {
    if (this.byName === undefined) {
      this.byName = new Map();
      for (let i = this.first; i < this.names.length; i++) this.index(this.names[i] as string, i);
    }
    const same = this.byName.get(name);
    while (same !== undefined && (same.calls[same.at] ?? this.first) < this.first) same.at++;
    const call = same?.calls[same.at];
    if (same === undefined || call === undefined) return;
    same.at++;
    this.taken.add(call);
  }

  private index(name: string, number: number): void {
    const same = this.byName?.get(name);
    if (same) same.calls.push(number);
    else this.byName?.set(name, { calls: [number], at: 0 });
  }
}
