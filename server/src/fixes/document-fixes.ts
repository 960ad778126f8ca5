/** The fixes of a document of either kind, for the problems that its checker knows. Each is proved. */
import type { Checker, CheckerSettings, LocatedProblem } from '../checker/checker.ts';
import type { DocumentChecker, PlacedProblem } from '../checker/document-checker.ts';
import type { JsonChecker, UnitProblem } from '../checker/json/checker.ts';
import { JsonInspector, type LineInspector } from '../checker/json/inspector.ts';
import { byKind } from '../syntax/any-document.ts';
import { getOwn } from '../syntax/get-own.ts';
import type { JsonDocument } from '../syntax/json/document.ts';
import type { Fix } from './fix.ts';
import { fixAll, placeEdits, type Replacement } from './fix-all.ts';
import { hasFixer, proposalsOf } from './index.ts';
import { fixDocument } from './json/fix-all.ts';
import { jsonFixers } from './json/index.ts';
import { type JsonSource, jsonFixesOf, sourceIn } from './json/prove.ts';
import { type Effort, fixesOf, validateFix } from './proof/prove.ts';
import { applyEdits } from './proof/replacement.ts';

/** A fix as it may be offered; its edits are at offsets of the document, in order (UTF-16 units). */
interface DocumentFix extends Pick<Fix, 'title' | 'preferred' | 'safe'> {
  readonly edits: readonly Replacement[];
}

/** What can be done about the problems of a document. `effort`: what may still be read; it is used up. */
export interface DocumentFixes {
  /** The fixes of a problem, the preferred one first. */
  of(placed: PlacedProblem, effort?: Effort): readonly DocumentFix[];
  /** Whether a safe fix is thought of. To find out, the message may be read. */
  mayBeSafe(placed: PlacedProblem, effort: Effort): boolean;
  /** Whether a safe one passes the proof. */
  isSafe(placed: PlacedProblem, effort: Effort): boolean;
  /** How much is read to think of a fix, besides what its proof reads. */
  readingCost(placed: PlacedProblem): number;
}

/** The fixes of a document. `checker`: the one of the document. */
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
  json: (document, checker) => unitFixes(document, (checker as JsonChecker).inspector),
});

/** The same of a JSON document whose units an inspector has checked. */
export function unitFixes(document: JsonDocument, inspector: LineInspector): DocumentFixes {
  // The problems of a unit come one after the other, and what its proofs compare with is kept with its source.
  let last: { readonly index: number; readonly source: JsonSource } | undefined;
  const sourceOf = (index: number) => {
    if (last?.index !== index) last = { index, source: sourceIn(document, index, inspector) };
    return last.source;
  };
  return {
    of(placed, effort) {
      const { problem, index } = placed as UnitProblem;
      const base = document.startOf(index);
      return jsonFixesOf(problem, sourceOf(index), effort).map((fix) => ({
        ...fix,
        edits: fix.edits.map(({ start, end, text }) => ({ start: base + start, end: base + end, text })),
      }));
    },
    mayBeSafe(placed) {
      const { problem, index } = placed as UnitProblem;
      const unit = document.units[index];
      if (unit === undefined) return false;
      return getOwn(jsonFixers, problem.code)?.safe === true || inspector.textsIn(unit) !== undefined;
    },
    isSafe: (placed, effort) => {
      const { problem, index } = placed as UnitProblem;
      return jsonFixesOf(problem, sourceOf(index), effort).some(({ safe }) => safe);
    },
    readingCost: () => 0,
  };
}

/** The text of a document with all safe fixes of what a checker with these settings reports. */
export const fixedText = byKind<[settings: CheckerSettings], string>({
  text: (transcript, settings) => fixAll(transcript, settings).text,
  json(document, settings) {
    const edits = fixDocument(document, new JsonInspector(document, settings, () => {}));
    return applyEdits(document.getText(), edits);
  },
});
