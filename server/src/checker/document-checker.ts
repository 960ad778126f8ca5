/** The common interface of the checkers for text and for JSON. */
import type { Range } from 'vscode-languageserver-textdocument';
import type { Problem, Related } from '../rules/support/rule.ts';
import type { CheckerSettings } from './session.ts';

/** A checker for one document, which is either text or JSON. */
export interface DocumentChecker {
  configure(settings: CheckerSettings): void;
  update(): void;
  problems(limit: number, deadline?: number, mayWait?: boolean): CheckedDocument;
  /** Returns at most `limit` problems that overlap a range of the document (UTF-16 offsets), in document order. */
  problemsIn(start: number, end: number, limit?: number): readonly PlacedProblem[];
  rangeOf(placed: PlacedProblem): Range;
  rangeIn(block: Related['block'], span: Related): Range | undefined;
  offsetOf(placed: PlacedProblem): number;
}

interface CheckedDocument {
  readonly problems: readonly PlacedProblem[];
  readonly total: number;
  readonly complete: boolean;
}

export interface PlacedProblem {
  readonly problem: Problem;
}
