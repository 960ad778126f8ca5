/** The common interface of the checkers for text and for JSON. */
import type { Range } from 'vscode-languageserver-textdocument';
import type { Problem, Related } from '../rules/support/rule.ts';
import type { CheckerSettings } from './session.ts';

/** The checker of a document, text or JSON. */
export interface DocumentChecker {
  configure(settings: CheckerSettings): void;
  update(): void;
  problems(limit: number, deadline?: number, mayWait?: boolean): CheckedDocument;
  /** At most `limit` problems that overlap a stretch of the document (UTF-16 offsets), in document order. */
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
