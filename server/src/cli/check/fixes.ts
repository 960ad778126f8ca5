/** Finds the preferred fixes of problems, for formats that print fixes. */

import type { DocumentChecker, PlacedProblem } from '../../checker/document-checker.ts';
import type { LineInspector } from '../../checker/json/inspector.ts';
import type { AnyDocument } from '../../documents/document.ts';
import type { DocumentFixes } from '../../fixes/document-fixes.ts';
import type { Fix } from '../../fixes/fix.ts';
import type { Effort } from '../../fixes/proof/prove.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import type { FileDiagnostic, FileFix } from './formats/format.ts';

/**
 * Returns the maximum number of problems for which fixes are computed in a document of this length (UTF-16 units). The number is limited
 * because some fixes search the whole document.
 */
const maxFixesFor = (length: number) => Math.max(20, Math.min(500, 20_000_000 / length));

/** The maximum length of the text that is parsed again to prove these fixes (UTF-16 units). */
const MAX_READ_LENGTH = 20_000_000;

const isClear = ({ preferred, safe }: Fix) => preferred === true || safe === true;

/** Returns a function that finds the fix of a problem in a document. */
export async function fixesIn(document: AnyDocument, checker: DocumentChecker) {
  const { documentFixes } = await import('../../fixes/document-fixes.ts');
  return firstFixes(document, documentFixes(document, checker));
}

/** Returns a function that finds the fix of a problem in a unit of a JSON document. */
export async function fixesInUnits(document: JsonDocument, inspector: LineInspector) {
  const { unitFixes } = await import('../../fixes/json/unit-fixes.ts');
  return firstFixes(document, unitFixes(document, inspector));
}

function firstFixes(document: AnyDocument, fixes: DocumentFixes) {
  let remainingFixes = maxFixesFor(document.length);
  const effort = { left: MAX_READ_LENGTH };
  return (placed: PlacedProblem): FileFix | undefined => {
    if (remainingFixes-- <= 0) return undefined;
    effort.left -= fixes.readingCost(placed);
    const fix = effort.left > 0 ? fixes.of(placed, effort).find(isClear) : undefined;
    return fix && inFile(fix.title, fix.edits, (offset) => document.positionAt(offset));
  };
}

/** The remaining budget for finding out which problems `--fix` would fix. */
export interface Tries {
  problems: number;
  readonly effort: Effort;
}

/** Returns a budget for this many problems. It covers fewer problems if messages are long. */
export const triesOf = (problems: number): Tries => ({ problems, effort: { left: 20_000 * problems } });

/**
 * Returns a function that determines whether `--fix` would fix a problem in a document; the result is `unknown` once the budget is used up.
 */
export async function fixableIn(document: AnyDocument, checker: DocumentChecker, tries: Tries) {
  const { documentFixes } = await import('../../fixes/document-fixes.ts');
  return fixableBy(documentFixes(document, checker), tries);
}

/**
 * Returns a function that determines whether `--fix` would fix a problem in a unit of a JSON document; the result is `unknown` once the
 * budget is used up.
 */
export async function fixableInUnits(document: JsonDocument, inspector: LineInspector, tries: Tries) {
  const { unitFixes } = await import('../../fixes/json/unit-fixes.ts');
  return fixableBy(unitFixes(document, inspector), tries);
}

const fixableBy =
  (fixes: DocumentFixes, tries: Tries) =>
  (placed: PlacedProblem): FileDiagnostic['fixable'] => {
    if (!fixes.mayBeSafe(placed, tries.effort)) return undefined;
    if (isUsedUp(tries)) return 'unknown';
    tries.problems--;
    if (fixes.isSafe(placed, tries.effort)) return true;
    // The attempt was aborted, so the outcome is unknown.
    return tries.effort.left <= 0 ? 'unknown' : undefined;
  };

const isUsedUp = ({ problems, effort }: Tries) => problems <= 0 || effort.left <= 0;

type Edits = readonly { readonly start: number; readonly end: number; readonly text: string }[];

function inFile(
  title: string,
  edits: Edits,
  at: (offset: number) => FileFix['edits'][number]['range']['start'],
): FileFix {
  return { title, edits: edits.map(({ start, end, text }) => ({ range: { start: at(start), end: at(end) }, text })) };
}
