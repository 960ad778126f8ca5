/** The fixes for the problems that the checker of a document found. Each fix is proven before it is offered. */
import type { Checker, CheckerSettings, LocatedProblem } from '../checker/checker.ts';
import type { DocumentChecker, PlacedProblem } from '../checker/document-checker.ts';
import type { JsonChecker } from '../checker/json/checker.ts';
import { byKind } from '../syntax/any-document.ts';
import type { Fix } from './fix.ts';
import { fixAll, placeEdits, type Replacement } from './fix-all.ts';
import { hasFixer, proposalsOf } from './index.ts';
import { type Effort, fixesOf, validateFix } from './proof/prove.ts';

/** Loaded only for JSON documents, since the rules and shapes of JSON take as long to load as the fixes for text. */
const ofUnits = () => require('./json/unit-fixes.ts') as typeof import('./json/unit-fixes.ts');

/** A fix that may be offered. Its edits are in order, with offsets in the document (UTF-16 units). */
interface DocumentFix extends Pick<Fix, 'title' | 'preferred' | 'safe'> {
  readonly edits: readonly Replacement[];
}

/** The fixes for the problems of a document. `effort`: the amount of text that may still be read. Each call reduces it. */
export interface DocumentFixes {
  /** The fixes of a problem, the preferred one first. */
  of(placed: PlacedProblem, effort?: Effort): readonly DocumentFix[];
  /** Whether a problem may have a safe fix, judged without a proof. This may require parsing the message. */
  mayBeSafe(placed: PlacedProblem, effort: Effort): boolean;
  /** Whether a problem has a safe fix that passes the proof. */
  isSafe(placed: PlacedProblem, effort: Effort): boolean;
  /** The length of the text that has to be read to compute a fix, without its proof. */
  readingCost(placed: PlacedProblem): number;
}

export const documentFixes = byKind<[checker: DocumentChecker], DocumentFixes>({
  text(transcript, checker) {
    const subject = { transcript, checker: checker as Checker };
    const { context } = subject.checker;
    const blockOf = (placed: PlacedProblem) => (placed as LocatedProblem).block;
    return {
      of: (placed, effort) =>
        fixesOf(placed as LocatedProblem, subject, effort).map((fix) => ({
          ...fix,
          edits: placeEdits(fix, blockOf(placed), transcript),
        })),
      mayBeSafe(placed, effort) {
        if (!hasFixer(placed.problem, context)) return false;
        if (effort.left <= 0) return true;
        effort.left -= blockOf(placed).text.length;
        return proposalsOf(placed.problem, blockOf(placed), context).some(({ safe }) => safe);
      },
      isSafe: (placed, effort) =>
        proposalsOf(placed.problem, blockOf(placed), context).some(
          (fix) => fix.safe && validateFix(fix, blockOf(placed), subject, placed.problem, effort)?.safe === true,
        ),
      readingCost: (placed) => blockOf(placed).text.length,
    };
  },
  json: (document, checker) => ofUnits().unitFixes(document, (checker as JsonChecker).inspector),
});

/** The text of a document with all safe fixes applied. The settings determine which problems are reported. */
export const fixedText = byKind<[settings: CheckerSettings], string>({
  text: (transcript, settings) => fixAll(transcript, settings).text,
  json: (document, settings) => ofUnits().fixedUnits(document, settings),
});
