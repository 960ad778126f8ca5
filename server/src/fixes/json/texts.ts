/** Fixes of transcripts that are stored in JSON strings. They are the fixes of text, with their edits escaped for JSON. */
import { Checker } from '../../checker/checker.ts';
import type { LineInspector } from '../../checker/json/inspector.ts';
import type { Texts } from '../../checker/json/texts.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { type JsonUnit, jsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { type JsonReading, type JsonString, lastAtMost } from '../../syntax/json/nodes.ts';
import { Transcript } from '../../syntax/transcript.ts';
import type { Fix } from '../fix.ts';
import { fixAll } from '../fix-all.ts';
import { type Effort, fixesOf } from '../proof/prove.ts';
import { placeEdits, type Replacement } from '../proof/replacement.ts';
import { placesIn } from './in-string.ts';
import { jsonFixers } from './index.ts';

interface Source {
  readonly text: string;
  readonly reading: JsonReading;
  readonly inspector: LineInspector;
}

/** The text that contains the problem, unless the problem is in the JSON notation of the text. */
function textAt({ code, start }: Problem, texts: Texts | undefined): JsonString | undefined {
  const text = texts && lastAtMost(texts.strings, start, (one) => one.start);
  return text && text.start < start && start < text.end && !getOwn(jsonFixers, code)?.proof ? text : undefined;
}

/** The problems of a unit without those in its texts. */
export function besidesTexts(problems: readonly Problem[], texts: Texts | undefined): readonly Problem[] {
  return texts ? problems.filter((problem) => textAt(problem, texts) === undefined) : problems;
}

/** The fixes of a problem in a text, proven like those of any transcript. Undefined if the problem is not in a text. */
export function textFixesOf(problem: Problem, source: Source, effort?: Effort): Fix[] | undefined {
  const texts = source.inspector.textsIn({ ...jsonUnit(source.text, source.reading.names), reading: source.reading });
  const string = textAt(problem, texts);
  if (texts === undefined || string === undefined) return undefined;
  const transcript = new Transcript('', 'ocml', 0, string.value, texts.choice);
  const checker = new Checker(transcript, texts.settings);
  const { offsets, written: encodeEdit } = placesIn(source.text, string);
  const { code, message, start } = problem;
  const placed = checker.problems(Number.POSITIVE_INFINITY).problems.find((one) => {
    const { problem: other } = one;
    return other.code === code && other.message === message && offsets[checker.offsetOf(one) + other.start] === start;
  });
  if (placed === undefined) return [];
  return fixesOf(placed, { transcript, checker }, effort).map((fix) => ({
    ...fix,
    edits: placeEdits(fix, placed.block, transcript).map(encodeEdit),
  }));
}

/**
 * The edits of all safe fixes in the texts of a unit. In a unit that is not valid JSON, no text is fixed, because its meaning is uncertain.
 */
export function fixTexts(unit: JsonUnit, inspector: LineInspector): readonly Replacement[] {
  const texts = inspector.textsIn(unit);
  if (texts === undefined || readUnit(unit).faults.length > 0) return [];
  return texts.strings.flatMap((string) => {
    const { value } = string;
    const document = { uri: '', choice: texts.choice, getText: () => value };
    const fixed = fixAll(document, texts.settings);
    return fixed.edits.map(placesIn(unit.text, string).written);
  });
}
