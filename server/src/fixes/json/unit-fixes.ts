/** The fixes of a JSON document that an inspector has checked. */
import type { CheckerSettings } from '../../checker/checker.ts';
import type { UnitProblem } from '../../checker/json/checker.ts';
import { JsonInspector, type LineInspector } from '../../checker/json/inspector.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import type { DocumentFixes } from '../document-fixes.ts';
import { applyEdits } from '../proof/replacement.ts';
import { fixDocument } from './fix-all.ts';
import { jsonFixers } from './index.ts';
import { type JsonSource, jsonFixesOf, sourceIn } from './prove.ts';

/** The fixes for the problems that an inspector found in the units of a document. */
export function unitFixes(document: JsonDocument, inspector: LineInspector): DocumentFixes {
  // The problems of one unit follow each other, and the data for their proofs is cached with the source of the unit. So only the last
  // source is kept.
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

/** The text of a document with all safe fixes applied. The settings determine which problems are reported. */
export function fixedUnits(document: JsonDocument, settings: CheckerSettings): string {
  const edits = fixDocument(document, new JsonInspector(document, settings, () => {}));
  return applyEdits(document.getText(), edits);
}
