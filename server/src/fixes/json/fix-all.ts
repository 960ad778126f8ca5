/** All safe fixes of a unit, applied until nothing changes: what is left needs somebody to decide. */

import type { JsonInspector } from '../../checker/json/inspector.ts';
import { dialectOf } from '../../model/json/shapes.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { type JsonDocument, type JsonUnit, jsonUnit, readUnit } from '../../syntax/json/document.ts';
import { mostFaults, readJson } from '../../syntax/json/reader.ts';
import { own } from '../../syntax/own.ts';
import type { Span } from '../../syntax/span.ts';
import type { Fix } from '../fix.ts';
import { applyEdits, meets, type Replacement } from '../proof/replacement.ts';
import { jsonFixers, jsonProposalsOf } from './index.ts';
import { type JsonSource, jsonFixesOf, proveUnit, revealedInUnit } from './prove.ts';
import { holds } from './syntax.ts';

export interface FixedUnit {
  readonly text: string;
  /** From the old text to the new one, in order and apart from one another. */
  readonly edits: readonly Replacement[];
}

/** Fixes can make way for others, but not for ever. */
const mostRounds = 20;
/** How many fixes are tried one by one where all at once would change what the document says, or what users see. */
const mostTried = 20;
/** How often fixes are left out, before all are. */
const mostAttempts = 10;

/** The edits of all safe fixes in a document, in its coordinates. */
export function fixDocument(document: JsonDocument, inspector: JsonInspector): Replacement[] {
  return document.units.flatMap((unit, index) => {
    const base = document.startOf(index);
    const edits = fixUnit(unit, inspector)?.edits ?? [];
    return edits.map(({ start, end, text }) => ({ start: base + start, end: base + end, text }));
  });
}

/** Applies the safe fixes of what is wrong with a unit by itself; undefined if there are none. */
export function fixUnit(unit: JsonUnit, inspector: JsonInspector): FixedUnit | undefined {
  let current = unit;
  let edits: readonly Replacement[] = [];
  let problems = inspector.inspect(unit);
  let rounds = 0;
  while (problems.some(({ code }) => own(jsonFixers, code)?.safe) && rounds < mostRounds) {
    const { text } = current;
    let reading = readUnit(current);
    if (reading.faults.length >= mostFaults) {
      // All faults, and not only those that are worth telling.
      const all = { ...jsonUnit(text), reading: readJson(text, Number.POSITIVE_INFINITY) };
      reading = all.reading;
      problems = inspector.inspect(all);
    }
    edits = safeEdits({ dialect: dialectOf(reading, inspector.dialect), text, reading }, problems);
    if (edits.length === 0) break;
    rounds++;
    current = jsonUnit(applyEdits(text, edits));
    problems = inspector.inspect(current);
  }
  const { text } = current;
  if (rounds === 0) return undefined;
  return { text, edits: rounds === 1 && edits.length > 0 ? edits : [difference(unit.text, text)] };
}

/** The edits of safe fixes that do not meet. */
function safeEdits(unit: JsonSource, problems: readonly Problem[]): readonly Replacement[] {
  const chosen = (proof: boolean) =>
    problems.filter(({ code }) => own(jsonFixers, code)?.safe && (own(jsonFixers, code)?.proof ?? false) === proof);
  const syntax = chosen(true);
  if (syntax.length > 0) {
    // What is not JSON goes first: it can hide what the rest is about.
    const fixes = syntax.map((problem) => safeOf(own(jsonFixers, problem.code)?.fix({ ...unit, problem }) ?? []));
    const edits = withoutRevealing(unit, apart(fixes));
    if (edits.length > 0 && holds(unit, edits)) return edits;
    for (const problem of syntax.slice(0, mostTried)) {
      const proven = safeOf(jsonFixesOf({ ...unit, problem }));
      if (proven) return proven.edits;
    }
  }
  return withoutRevealing(unit, apart(chosen(false).map((problem) => safeOf(jsonProposalsOf({ ...unit, problem })))));
}

const safeOf = (fixes: readonly (Fix | undefined)[]) => fixes.find((fix) => fix?.safe);

/** Fixes without those that meet others. */
function apart(fixes: readonly (Fix | undefined)[]): Fix[] {
  const found: Fix[] = [];
  let end = -1;
  for (const fix of fixes) {
    const [first, last] = [fix?.edits[0], fix?.edits.at(-1)];
    if (fix === undefined || first === undefined || last === undefined || first.start <= end) continue;
    found.push(fix);
    end = last.end;
  }
  return found;
}

/** The edits of fixes that are apart, without those after which users would see more; proven for all of them at once. */
function withoutRevealing(unit: JsonSource, fixes: readonly Fix[]): readonly Replacement[] {
  let left = fixes;
  for (let attempt = 0; left.length > 0 && attempt < mostAttempts; attempt++) {
    const edits = left.flatMap((fix) => fix.edits);
    const revealed = revealedInUnit(unit, edits);
    if (revealed.length === 0) return edits;
    const suspects = new Set(suspectsOf(left, revealed));
    const innocent = [...suspects]
      .slice(0, mostTried)
      .filter((fix) => proveUnit(unit, fix.edits).reveals?.length === 0);
    // Where they reveal something only together, one of them is kept.
    const kept = new Set(innocent.length < suspects.size ? innocent : innocent.slice(0, 1));
    left = left.filter((fix) => !suspects.has(fix) || kept.has(fix));
  }
  return [];
}

/** The fixes in messages that are revealed, whose places are those after the fixes; or all, if it is none of these. */
function suspectsOf(fixes: readonly Fix[], revealed: readonly Span[]): readonly Fix[] {
  const places: Span[] = [];
  for (const { start, end } of [...revealed].sort((a, b) => a.start - b.start)) {
    const last = places.at(-1);
    if (last !== undefined && start <= last.end)
      places[places.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else places.push({ start, end });
  }
  let shift = 0;
  const found = fixes.filter(({ edits }) =>
    edits
      .map(({ start, end, text }) => {
        const from = start + shift;
        shift += text.length - (end - start);
        return meets(places, { start: from, end: from + text.length });
      })
      .includes(true),
  );
  return found.length > 0 ? found : fixes;
}

/** One replacement that makes a text another one. */
function difference(before: string, after: string): Replacement {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
