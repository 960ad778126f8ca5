/** The totals of a check of a file, of a shard of a data set, or of all shards, added up in order. */

import { readSmall, whyUnreadable } from '../../files/regular.ts';
import { isLevel } from '../../rules/support/levels.ts';
import type { Severity } from '../../rules/support/rule.ts';
import { isObject } from '../../syntax/is-object.ts';
import { beginFile } from '../files/new.ts';
import type { CountsFile } from '../printed-json.ts';
import type { FileDiagnostic } from './formats/format.ts';

const version = 1;
/** The maximum number of lines listed for each code. */
const MAX_LINES = 10;
/** The maximum size of a file with counts, in bytes: a shard takes a few hundred bytes for each code. */
const MAX_COUNTS_FILE_SIZE = 1 << 20;

interface OfCode {
  readonly counts: Map<Severity, number>;
  /** The first lines with problems of this code, counted from 1. */
  readonly lines: number[];
}

export class Counts {
  /** The number of lines in all completed files. */
  lines = 0;
  files = 0;
  private readonly codes = new Map<string, OfCode>();

  /** Adds a problem in the current file or shard, whose lines follow all lines counted so far. */
  add({ code, severity, range }: Pick<FileDiagnostic, 'code' | 'severity' | 'range'>): void {
    this.take(code, severity, 1, [range.start.line + 1]);
  }

  /** Completes the current file, which has this many lines. */
  done(lines: number): void {
    this.lines += lines;
    this.files++;
  }

  /** Adds several problems with the same code. `lines`: the first lines with such problems, counted from 1. */
  take(code: string, severity: Severity, count: number, lines: readonly number[]): void {
    const ofCode: OfCode = this.codes.get(code) ?? { counts: new Map(), lines: [] };
    this.codes.set(code, ofCode);
    ofCode.counts.set(severity, (ofCode.counts.get(severity) ?? 0) + count);
    for (const line of lines) {
      const inAll = line + this.lines;
      if (ofCode.lines.length < MAX_LINES && !ofCode.lines.includes(inAll)) ofCode.lines.push(inAll);
    }
  }

  /** Adds the counts of the next shard, whose lines follow all lines counted so far. */
  append(shard: Counts): void {
    for (const [code, { counts, lines }] of shard.codes) {
      for (const [i, [severity, count]] of [...counts].entries())
        this.take(code, severity, count, i === 0 ? lines : []);
    }
    this.lines += shard.lines;
    this.files += shard.files;
  }

  /** The number of problems of a severity. */
  of(severity: Severity): number {
    let sum = 0;
    for (const { counts } of this.codes.values()) sum += counts.get(severity) ?? 0;
    return sum;
  }

  /** Returns lines such as `error CODE: 12, on lines 7, 213, …`, with the most frequent problems first. */
  told(): string[] {
    const all = [...this.codes].flatMap(([code, { counts, lines }]) =>
      [...counts].map(([severity, count]) => ({ code, severity, count, lines })),
    );
    all.sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
    return all.map(({ code, severity, count, lines }) => {
      const more = lines.length < count ? ', …' : '';
      return `${severity} ${code}: ${count}, on ${count === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}`;
    });
  }

  json(): string {
    const findings = [...this.codes].sort(([a], [b]) => (a < b ? -1 : 1));
    const countsFile: CountsFile = {
      version,
      files: this.files,
      lines: this.lines,
      findings: Object.fromEntries(
        findings.map(([code, { counts, lines }]) => [code, { ...Object.fromEntries(counts), lines }]),
      ),
    };
    return `${JSON.stringify(countsFile)}\n`;
  }

  /** Writes the counts to a file. An existing file is replaced, so that a shard that is checked again is not counted twice. */
  async write(file: string): Promise<void> {
    const fresh = beginFile(file, true);
    try {
      fresh.write(this.json());
      await fresh.finish();
    } finally {
      await fresh.close();
    }
  }

  /** Reads a file of counts. Throws an error with a message for the user if the file was not written by `--counts`. */
  static read(file: string): Counts {
    let text: string | undefined;
    let data: unknown;
    try {
      text = readSmall(file, MAX_COUNTS_FILE_SIZE);
      data = text === undefined ? undefined : JSON.parse(text);
    } catch (error) {
      throw new Error(`${file}: ${error instanceof SyntaxError ? notOurs : whyUnreadable(error)}`);
    }
    if (text === undefined) throw new Error(`${file}: no such file. Was this part of the data set checked completely?`);
    const counts = isObject(data) ? countsOf(data) : undefined;
    if (counts === undefined) throw new Error(`${file}: ${notOurs}`);
    return counts;
  }
}

const notOurs = 'this file is incomplete, or was not written by ocml check --counts';

function countsOf({
  version: fileVersion,
  files,
  lines,
  findings,
}: Readonly<Record<string, unknown>>): Counts | undefined {
  if (fileVersion !== version || !isCount(files) || !isCount(lines) || !isObject(findings)) return undefined;
  const counts = new Counts();
  for (const [code, entry] of Object.entries(findings)) {
    if (!isObject(entry) || !Array.isArray(entry.lines) || !entry.lines.every(isCount)) return undefined;
    const { lines: first, ...bySeverity } = entry;
    for (const [severity, count] of Object.entries(bySeverity)) {
      if (!isLevel(severity) || severity === 'off' || !isCount(count)) return undefined;
      counts.take(code, severity, count, first as number[]);
    }
  }
  counts.lines = lines;
  counts.files = files;
  return counts;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
