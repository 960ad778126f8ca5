/** Selects the problems of a file that are printed: no more than a person would read, and only the first few of several equal problems. */
import { rule as rowDuplicate } from '../../../rules/json/row-duplicate.ts';
import type { Severity } from '../../../rules/support/rule.ts';
import type { FileDiagnostic } from './format.ts';

/** The maximum number of equal problems that are printed individually. */
const MAX_PRINTED_ALIKE = 3;
/** The maximum number of errors printed beyond the limit on problems, so that warnings do not hide all errors. */
const MAX_LATE_ERRORS = 5;
/** The maximum number of lines listed for the unprinted problems of a group. */
const MAX_LISTED_LINES = 5;
/** The maximum number of groups of equal problems whose unprinted problems are counted in the output. The largest groups are chosen. */
const MAX_GROUPS = 5;
/**
 * The maximum number of groups of equal problems that are remembered. Beyond this limit, each new problem counts as different from all
 * others.
 */
const MAX_KINDS = 1000;

/** The codes whose problems count as equal although each message names a different line. */
const NAMES_LINE: ReadonlySet<string> = new Set([rowDuplicate.code]);

/** A group of equal problems, some of which are not printed individually. */
export interface Alike {
  readonly code: string;
  readonly severity: Severity;
  /** The line of the first of these problems, from 1. */
  readonly first: number;
  /** Whether the messages of these problems differ although the problems count as equal. */
  readonly differ: boolean;
  readonly count: number;
  /** The lines of the first unprinted problems. */
  readonly lines: readonly number[];
}

interface Kind extends Alike {
  printed: number;
  count: number;
  readonly lines: number[];
}

export class AlikeProblems {
  private readonly kinds = new Map<string, Kind>();
  private printed = 0;
  private lateErrors = 0;
  /** The number of unprinted problems that do not match any remembered problem. */
  private different = 0;

  /**
   * `most`: the maximum number of problems printed individually, not counting a few later errors. If 0, all problems are printed, including
   * equal ones.
   */
  constructor(private readonly most: number) {}

  /** Adds the next problem in the file. Returns whether it is printed. */
  isPrinted({ code, severity, message, range }: FileDiagnostic): boolean {
    if (this.most === 0) return true;
    const line = range.start.line + 1;
    const differ = NAMES_LINE.has(code);
    const key = `${severity} ${code} ${differ ? '' : message}`;
    const kind = this.kinds.get(key);
    const isLate = this.printed >= this.most;
    const isFull = isLate && (severity !== 'error' || this.lateErrors >= MAX_LATE_ERRORS);
    if (kind !== undefined && (isFull || kind.printed >= MAX_PRINTED_ALIKE)) {
      kind.count++;
      if (kind.lines.length < MAX_LISTED_LINES) kind.lines.push(line);
      return false;
    }
    if (isFull) {
      this.different++;
      return false;
    }
    if (isLate) this.lateErrors++;
    this.printed++;
    if (kind) kind.printed++;
    else if (this.kinds.size < MAX_KINDS)
      this.kinds.set(key, { code, severity, first: line, differ, printed: 1, count: 0, lines: [] });
    return true;
  }

  /** The largest groups with unprinted problems, in the order of their first problems. */
  get groups(): readonly Alike[] {
    const unprinted = [...this.kinds.values()].filter(({ count }) => count > 0);
    const frequent = new Set([...unprinted].sort((a, b) => b.count - a.count).slice(0, MAX_GROUPS));
    return unprinted.filter((kind) => frequent.has(kind));
  }

  /** The number of unprinted problems that `groups` does not cover. */
  get left(): number {
    const countIn = (all: Iterable<Alike>) => [...all].reduce((sum, { count }) => sum + count, 0);
    return this.different + countIn(this.kinds.values()) - countIn(this.groups);
  }
}
