/** The problems in the rows of a data set. For each row, the codes and their counts are stored in a few bytes each. */
import type { DataSetRow } from '../../../protocol/data-sets.ts';
import type { Severity } from '../rules/support/rule.ts';
import { firstNotBelow, GrowingNumbers } from './growing.ts';

type RowProblems = NonNullable<DataSetRow['problems']>;
type Level = RowProblems[number]['level'];

interface ProblemKind {
  readonly code: string;
  readonly level: Level;
}

/**
 * The layout of an entry: the upper bits contain the index of a problem kind, and the lower bits the number of such
 * problems in the row.
 */
const [COUNT_BITS, MAX_PROBLEM_COUNT] = [20, (1 << 20) - 1];

export class RowProblemStore {
  /** The numbers of the rows with problems, in ascending order, and the index of the first entry of each row. */
  private readonly rows = new GrowingNumbers();
  private readonly begins = new GrowingNumbers();
  private readonly entries = new GrowingNumbers();
  private readonly kinds: ProblemKind[] = [];
  private readonly kindNumbers = new Map<string, number>();
  /** For each code, the number of rows with such a problem. */
  private readonly counts = new Map<string, number>();
  /** The number of the first row that has not been checked yet. */
  checkedTo = 1;

  /** Adds a problem. Problems must be added in ascending order of their rows. */
  add(row: number, code: string, severity: Severity): void {
    const level: Level = severity === 'error' || severity === 'warning' ? severity : 'information';
    const kind = this.kindOf({ code, level });
    if (this.rows.at(this.rows.length - 1) !== row) {
      this.rows.push(row);
      this.begins.push(this.entries.length);
    }
    const begin = this.begins.at(this.begins.length - 1) as number;
    let hasCode = false;
    for (let i = begin; i < this.entries.length; i++) {
      const entry = this.entries.at(i) as number;
      hasCode ||= this.kinds[entry >>> COUNT_BITS]?.code === code;
      if (entry >>> COUNT_BITS !== kind) continue;
      if ((entry & MAX_PROBLEM_COUNT) < MAX_PROBLEM_COUNT) this.entries.set(i, entry + 1);
      return;
    }
    if (!hasCode) this.counts.set(code, (this.counts.get(code) ?? 0) + 1);
    this.entries.push(kind * 2 ** COUNT_BITS + 1);
  }

  private kindOf(kind: ProblemKind): number {
    const key = `${kind.level} ${kind.code}`;
    let number = this.kindNumbers.get(key);
    if (number === undefined) {
      number = this.kinds.push(kind) - 1;
      this.kindNumbers.set(key, number);
    }
    return number;
  }

  /** The number of rows with problems. */
  get length(): number {
    return this.rows.length;
  }

  get codes(): { readonly [code: string]: number } {
    return Object.fromEntries([...this.counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)));
  }

  /** Returns the problems of a row; undefined if the row has not been checked. */
  of(row: number): RowProblems | undefined {
    const index = firstNotBelow(this.rows.values, row);
    if (this.rows.at(index) !== row) return row < this.checkedTo ? [] : undefined;
    const problems: RowProblems[number][] = [];
    const end = this.begins.at(index + 1) ?? this.entries.length;
    for (let i = this.begins.at(index) as number; i < end; i++) {
      const entry = this.entries.at(i) as number;
      const kind = this.kinds[entry >>> COUNT_BITS] as ProblemKind;
      problems.push({ ...kind, count: entry & MAX_PROBLEM_COUNT });
    }
    return problems;
  }

  /** Returns the rows with a problem of any of these codes, in ascending order. */
  rowsWith(codes: readonly string[]): Uint32Array {
    const kindIndexes = new Set(this.kinds.flatMap(({ code }, kind) => (codes.includes(code) ? kind : [])));
    const growingNumbers = new GrowingNumbers();
    for (let index = 0; index < this.rows.length; index++) {
      const end = this.begins.at(index + 1) ?? this.entries.length;
      for (let i = this.begins.at(index) as number; i < end; i++) {
        if (!kindIndexes.has((this.entries.at(i) as number) >>> COUNT_BITS)) continue;
        growingNumbers.push(this.rows.at(index) as number);
        break;
      }
    }
    return growingNumbers.values;
  }

  /** Returns the next row with a problem after `row`, or the last one before it if `backwards` is set. */
  next(row: number, backwards: boolean): number | undefined {
    const index = firstNotBelow(this.rows.values, backwards ? row : row + 1);
    return this.rows.at(backwards ? index - 1 : index);
  }
}
