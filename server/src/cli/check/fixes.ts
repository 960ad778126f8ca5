/** The fix of a problem for formats that print it: the preferred one, if there is one. */

import type { Checker, LocatedProblem } from '../../checker/checker.ts';
import type { JsonChecker, UnitProblem } from '../../checker/json/checker.ts';
import type { LineInspector } from '../../checker/json/inspector.ts';
import type { AnyDocument, DocumentChecker, PlacedProblem } from '../../documents/document.ts';
import type { Fix } from '../../fixes/fix.ts';
import type { Effort } from '../../fixes/proof/prove.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { Transcript } from '../../syntax/transcript.ts';
import type { FileDiagnostic, FileFix } from './formats/format.ts';

/**
 * Some fixes look through the whole document. So they are computed only for the first problems, and for fewer where the
 * document is long (UTF-16 units).
 */
const maxFixesFor = (length: number) => Math.max(20, Math.min(500, 20_000_000 / length));

/** How much of a document is read to prove these fixes (UTF-16 units). */
const MAX_READ_LENGTH = 20_000_000;

const isClear = ({ preferred, safe }: Fix) => preferred === true || safe === true;

/** Gives the fix of a problem of a document. */
export async function fixesIn(document: AnyDocument, checker: DocumentChecker) {
  let left = maxFixesFor(document.length);
  if (document instanceof Transcript) {
    const { fixesOf } = await import('../../fixes/proof/prove.ts');
    const subject = { transcript: document, checker: checker as Checker };
    const effort = { left: MAX_READ_LENGTH };
    const { placeEdits } = await import('../../fixes/fix-all.ts');
    return (placed: PlacedProblem): FileFix | undefined => {
      const { block } = placed as LocatedProblem;
      effort.left -= left > 0 ? block.text.length : 0;
      const fix =
        left-- > 0 && effort.left > 0 ? fixesOf(placed as LocatedProblem, subject, effort).find(isClear) : undefined;
      const at = (offset: number) => document.positionAt(offset);
      return fix && inFile(fix.title, placeEdits(fix, block, document), at);
    };
  }
  const fixOf = await fixesInUnits(document, (checker as JsonChecker).inspector);
  return (placed: PlacedProblem): FileFix | undefined => {
    const { problem, index } = placed as UnitProblem;
    return fixOf(problem, index);
  };
}

/** The same for a problem in a unit of a JSON document. */
export async function fixesInUnits(document: JsonDocument, inspector: LineInspector) {
  const { jsonFixesOf, sourceIn } = await import('../../fixes/json/prove.ts');
  let left = maxFixesFor(document.length);
  const effort = { left: MAX_READ_LENGTH };
  return (problem: Problem, index: number): FileFix | undefined => {
    if (document.units[index] === undefined || left-- <= 0) return undefined;
    const fix = jsonFixesOf(problem, sourceIn(document, index, inspector), effort).find(isClear);
    return fix && inFile(fix.title, fix.edits, (offset) => document.positionIn(index, offset));
  };
}

/** What may still be tried to find out which problems `--fix` fixes. */
export interface Tries {
  problems: number;
  readonly effort: Effort;
}

/** For so many problems; of long messages, for fewer. */
export const triesOf = (problems: number): Tries => ({ problems, effort: { left: 20_000 * problems } });

/** Tells whether `--fix` fixes a problem of a document; unknown when nothing may be tried any more. */
export async function fixableIn(document: AnyDocument, checker: DocumentChecker, tries: Tries) {
  if (!(document instanceof Transcript)) {
    const fixableOf = await fixableInUnits(document, (checker as JsonChecker).inspector, tries);
    return (placed: PlacedProblem) => fixableOf((placed as UnitProblem).problem, (placed as UnitProblem).index);
  }
  const { validateFix: proven } = await import('../../fixes/proof/prove.ts');
  const { hasFixer, proposalsOf } = await import('../../fixes/index.ts');
  const subject = { transcript: document, checker: checker as Checker };
  return (placed: PlacedProblem): FileDiagnostic['fixable'] => {
    const { problem, block } = placed as LocatedProblem;
    if (!hasFixer(problem, subject.checker.context)) return undefined;
    if (isUsedUp(tries)) return 'unknown';
    // To propose a fix, its message is read.
    tries.effort.left -= block.text.length;
    const proposals = proposalsOf(problem, block, subject.checker.context).filter(({ safe }) => safe);
    return tried(proposals.length > 0, tries, () =>
      proposals.some((fix) => proven(fix, block, subject, problem, tries.effort)?.safe),
    );
  };
}

/** The same for a problem in a unit of a JSON document. */
export async function fixableInUnits(document: JsonDocument, inspector: LineInspector, tries: Tries) {
  const { jsonFixers } = await import('../../fixes/json/index.ts');
  const { jsonFixesOf, sourceIn } = await import('../../fixes/json/prove.ts');
  return (problem: Problem, index: number): FileDiagnostic['fixable'] => {
    const unit = document.units[index];
    if (unit === undefined) return undefined;
    const mayBe = getOwn(jsonFixers, problem.code)?.safe || inspector.textsIn(unit) !== undefined;
    return tried(mayBe, tries, () =>
      jsonFixesOf(problem, sourceIn(document, index, inspector), tries.effort).some(({ safe }) => safe),
    );
  };
}

const isUsedUp = ({ problems, effort }: Tries) => problems <= 0 || effort.left <= 0;

/** `mayBe`: a safe fix was thought of. */
function tried(mayBe: boolean, tries: Tries, isSafe: () => boolean): FileDiagnostic['fixable'] {
  if (!mayBe) return undefined;
  if (isUsedUp(tries)) return 'unknown';
  tries.problems--;
  if (isSafe()) return true;
  // What was given up is not known.
  return tries.effort.left <= 0 ? 'unknown' : undefined;
}

type Edits = readonly { readonly start: number; readonly end: number; readonly text: string }[];

function inFile(
  title: string,
  edits: Edits,
  at: (offset: number) => FileFix['edits'][number]['range']['start'],
): FileFix {
  return { title, edits: edits.map(({ start, end, text }) => ({ range: { start: at(start), end: at(end) }, text })) };
}
