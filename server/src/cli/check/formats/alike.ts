/** Which problems of a file are printed: equal ones only a few times, and no more than somebody reads. */
import { rule as rowDuplicate } from '../../../rules/json/row-duplicate.ts';
import type { Severity } from '../../../rules/support/rule.ts';
import type { FileDiagnostic } from './format.ts';

/** How many equal problems are printed by themselves. */
const MAX_PRINTED_ALIKE = 3;
/** How many errors are printed after as many problems as are asked for: warnings must not hide all of them. */
const MAX_LATE_ERRORS = 5;
/** How many lines of further ones are listed. */
const MAX_LISTED_LINES = 5;
/** For how many different problems it is said how many more there are: those with the most. */
const MAX_GROUPS = 5;
/** How many different problems are remembered. Further ones are taken to differ. */
const MAX_KINDS = 1000;

/** Problems whose messages differ only in the line that they name are equal. */
const NAMES_LINE: ReadonlySet<string> = new Set([rowDuplicate.code]);

/** Equal problems that are not printed by themselves. */
export interface Alike {
  readonly code: string;
  readonly severity: Severity;
  /** The line of the first one, from 1. */
  readonly first: number;
  /** They are of one kind, although each has something else to say. */
  readonly differ: boolean;
  readonly count: number;
  /** The lines of the first of those that are not printed. */
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
  /** How many different ones were not printed. */
  private different = 0;

  /** `most`: how many are printed by themselves, at most, and a few errors after these; 0: all, also equal ones. */
  constructor(private readonly most: number) {}

  /** Takes the next problem of the file. */
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

  /** The equal ones that were not printed, of the most frequent kinds, in the order of the first ones. */
  get groups(): readonly Alike[] {
    const unprinted = [...this.kinds.values()].filter(({ count }) => count > 0);
    const frequent = new Set([...unprinted].sort((a, b) => b.count - a.count).slice(0, MAX_GROUPS));
    return unprinted.filter((kind) => frequent.has(kind));
  }

  /** How many problems were not printed, and are in none of these groups. */
  get left(): number {
    const countIn = (all: Iterable<Alike>) => [...all].reduce((sum, { count }) => sum + count, 0);
    return this.different + countIn(this.kinds.values()) - countIn(this.groups);
  }
}
