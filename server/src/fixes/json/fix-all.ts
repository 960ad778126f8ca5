/** Applies all safe fixes of a unit, until none is left. The remaining problems need a decision by the user. */

import type { JsonInspector } from '../../checker/json/inspector.ts';
import { dialectOf } from '../../model/json/shapes.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, jsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { MAX_FAULTS } from '../../syntax/json/nodes.ts';
import { readLike } from '../../syntax/json/row-names.ts';
import type { Span } from '../../syntax/span.ts';
import { wholeOf } from '../fix.ts';
import { areSafe, type Proposed } from '../proof/prove.ts';
import { applyEdits, difference, meets, type Replacement } from '../proof/replacement.ts';
import { jsonFixers, jsonProposalsOf } from './index.ts';
import { type JsonSource, outcomeOf, proveUnit } from './prove.ts';
import { isLosslessRepair } from './syntax-fixes.ts';
import { besidesTexts, fixTexts } from './texts.ts';

interface FixedUnit {
  readonly text: string;
  /** The edits from the old text to the new one, in order and disjoint. */
  readonly edits: readonly Replacement[];
}

/** The maximum number of rounds. Since every fix can make another one possible, the rounds could otherwise go on forever. */
const MAX_ROUNDS = 20;
/** The maximum number of fixes that are proven one by one if all of them together would change the meaning or the text that users see. */
const MAX_TRIES = 20;
/** The maximum number of times that failing fixes are removed. After that, the remaining fixes are abandoned. */
const MAX_ATTEMPTS = 10;

/**
 * The edits of all safe fixes in a document, at offsets of the document. `codes`: if given, only problems with these codes are fixed, and
 * none in texts that are stored as strings.
 */
export function fixDocument(
  document: JsonDocument,
  inspector: JsonInspector,
  codes?: ReadonlySet<string>,
): Replacement[] {
  return document.units.flatMap((unit, index) => {
    const base = document.startOf(index);
    const edits = fixUnit(unit, inspector, codes)?.edits ?? [];
    return edits.map(({ start, end, text }) => ({ start: base + start, end: base + end, text }));
  });
}

/** Applies the safe fixes of the problems that concern a single unit. Undefined if nothing changes. */
export function fixUnit(unit: JsonUnit, inspector: JsonInspector, codes?: ReadonlySet<string>): FixedUnit | undefined {
  // A log records what happened. No fix may change that.
  if (unit.records || !inspector.isOurs(unit)) return undefined;
  let current = unit;
  let edits: readonly Replacement[] = [];
  const problemsOf = (one: JsonUnit) =>
    besidesTexts(inspector.inspect(one), inspector.textsIn(one)).filter(({ code }) => codes?.has(code) ?? true);
  let problems = problemsOf(unit);
  let rounds = 0;
  while (problems.some(({ code }) => getOwn(jsonFixers, code)?.safe) && rounds < MAX_ROUNDS) {
    const { text } = current;
    let reading = readUnit(current);
    if (reading.faults.length >= MAX_FAULTS) {
      // Finds all faults of the JSON, beyond the limit for reports.
      const all = { ...jsonUnit(text, unit.names), reading: readLike(text, reading, Number.POSITIVE_INFINITY) };
      reading = all.reading;
      problems = problemsOf(all);
    }
    edits = safeEdits({ dialect: dialectOf(reading, inspector.dialect), text, reading, inspector }, problems);
    if (edits.length === 0) break;
    rounds++;
    current = jsonUnit(applyEdits(text, edits), unit.names);
    problems = problemsOf(current);
  }
  const inTexts = codes === undefined ? fixTexts(current, inspector) : [];
  if (inTexts.length > 0) {
    edits = inTexts;
    rounds++;
    current = jsonUnit(applyEdits(current.text, edits), unit.names);
  }
  const { text } = current;
  if (rounds === 0) return undefined;
  return { text, edits: rounds === 1 && edits.length > 0 ? edits : [difference(unit.text, text)] };
}

/** The edits of safe fixes. If several fixes overlap, only the first is included. */
function safeEdits(unit: JsonSource, problems: readonly Problem[]): readonly Replacement[] {
  // Fixes of invalid JSON are applied first, because invalid JSON can hide other problems.
  for (const ofSyntax of [true, false]) {
    const chosen = problems.flatMap((problem) => {
      const { safe, proof = false, fix: proposals } = getOwn(jsonFixers, problem.code) ?? {};
      if (!safe || proof !== ofSyntax) return [];
      // Fixes of invalid JSON can depend on each other, so they are only proven together (`isLosslessRepair`).
      const fixes = ofSyntax ? wholeOf(proposals?.({ ...unit, problem }) ?? []) : jsonProposalsOf({ ...unit, problem });
      const fix = fixes.find(({ safe }) => safe);
      return fix ? [{ fix, problem }] : [];
    });
    const edits = provenEdits(unit, apart(chosen), ofSyntax ? (edits) => isLosslessRepair(unit, edits) : () => true);
    if (edits.length > 0) return edits;
  }
  return [];
}

/** The fixes without those that overlap an earlier one. */
function apart(fixes: readonly Proposed[]): Proposed[] {
  const disjointFixes: Proposed[] = [];
  let end = -1;
  for (const one of fixes) {
    const [first, last] = [one.fix.edits[0], one.fix.edits.at(-1)];
    if (first === undefined || last === undefined || first.start <= end) continue;
    disjointFixes.push(one);
    end = last.end;
  }
  return disjointFixes;
}

/**
 * The edits of fixes that do not overlap, proven together. If the proof fails, the suspected fixes that also fail on their own are removed,
 * and the remaining fixes are tried again.
 */
function provenEdits(
  unit: JsonSource,
  fixes: readonly Proposed[],
  isAcceptable: (edits: readonly Replacement[]) => boolean,
): readonly Replacement[] {
  let candidates = fixes;
  for (let attempt = 0; candidates.length > 0 && attempt < MAX_ATTEMPTS; attempt++) {
    const edits = candidates.flatMap(({ fix }) => fix.edits);
    const outcome = outcomeOf(unit, edits);
    if (areSafe(candidates, outcome) && isAcceptable(edits)) return edits;
    const suspects = new Set(suspectsOf(candidates, outcome.shown));
    const innocent = [...suspects]
      .slice(0, MAX_TRIES)
      .filter((one) => areSafe([one], proveUnit(unit, one.fix.edits)) && isAcceptable(one.fix.edits));
    // If the suspected fixes fail only together, only the first of them is kept.
    const survivors = new Set(innocent.length < suspects.size ? innocent : innocent.slice(0, 1));
    candidates = candidates.filter((one) => !suspects.has(one) || survivors.has(one));
  }
  return [];
}

/**
 * The fixes in messages that show more text after the fixes than before, or all fixes if there are none. `revealed`: the spans of such
 * messages after the fixes.
 */
function suspectsOf(fixes: readonly Proposed[], revealed: readonly Span[]): readonly Proposed[] {
  const places: Span[] = [];
  for (const { start, end } of [...revealed].sort((a, b) => a.start - b.start)) {
    const last = places.at(-1);
    if (last !== undefined && start <= last.end)
      places[places.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else places.push({ start, end });
  }
  let shift = 0;
  const suspects = fixes.filter(({ fix }) =>
    fix.edits
      .map(({ start, end, text }) => {
        const from = start + shift;
        shift += text.length - (end - start);
        return meets(places, { start: from, end: from + text.length });
      })
      .includes(true),
  );
  return suspects.length > 0 ? suspects : fixes;
}
