/**
 * A baseline: a file of known problems that are not reported. With a baseline, a team can check new data even though old data still has
 * problems.
 */

import { whyUnreadable } from '../../files/regular.ts';
import { isObject } from '../../syntax/is-object.ts';
import { readInput } from '../files/input.ts';
import { beginFile } from '../files/new.ts';
import { hashOf } from './fingerprints.ts';
import type { FileDiagnostic } from './formats/format.ts';

const version = 1;

/** Returns the key of a problem in a baseline: its code, its message and the text around it, regardless of its position. */
export function keyOf(
  text: string,
  { code, message }: Pick<FileDiagnostic, 'code' | 'message'>,
  start: number,
  end: number,
) {
  return hashOf(text, `${code}\0${message}`, start, end);
}

/** Counts how often each problem occurs. */
export class Baseline {
  private readonly counts = new Map<string, number>();
  /** The number of problems added with `add`; those read from a file are not counted. */
  total = 0;

  static async read(file: string): Promise<Baseline> {
    const baseline = new Baseline();
    let data: unknown;
    try {
      data = JSON.parse((await readInput(file)).text);
    } catch (error) {
      const why = error instanceof SyntaxError ? 'it is not JSON' : whyUnreadable(error);
      throw new Error(`--baseline ${file}: ${why}`);
    }
    if (!isObject(data) || data.version !== version || !isObject(data.problems))
      throw new Error(`--baseline ${file}: this file was not written by ocml check --write-baseline`);
    for (const [key, count] of Object.entries(data.problems)) {
      if (typeof count === 'number' && count > 0) baseline.counts.set(key, count);
    }
    return baseline;
  }

  add({ key }: FileDiagnostic): void {
    if (key === undefined) return;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    this.total++;
  }

  /** Whether a problem is known. Each call uses up one of the recorded problems with the same key. */
  knows({ key }: FileDiagnostic): boolean {
    const count = key === undefined ? 0 : (this.counts.get(key) ?? 0);
    if (key === undefined || count === 0) return false;
    this.counts.set(key, count - 1);
    return true;
  }

  /** Writes the baseline, and replaces an existing file as a whole. */
  async write(file: string): Promise<void> {
    const problems = Object.fromEntries([...this.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
    const fresh = beginFile(file, true);
    try {
      fresh.write(`${JSON.stringify({ version, problems }, null, 1)}\n`);
      await fresh.finish();
    } finally {
      await fresh.close();
    }
  }
}
