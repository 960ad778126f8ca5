/** A unit of a JSON document, which is read separately: a line, the whole document, or the records of a session. */
import type { JsonReading } from './nodes.ts';
import { readJson } from './read.ts';
import { type ReadBefore, readRecords } from './records.ts';
import { type RowNames, renameReading } from './row-names.ts';

export interface JsonUnit {
  /** The text, including the line break at its end, if any. Offsets in a unit are relative to its start. */
  readonly text: string;
  /** The value with the positions of all its parts, after the first request (`readUnit`). */
  reading: JsonReading | undefined;
  /** The offsets at which its lines begin, after the first request. */
  lineStarts: readonly number[] | undefined;
  /** The results that the checker remembers for this unit. */
  memo: unknown;
  /** The checker's memo about an earlier unit that this one continues. The text of that unit is the beginning of this one. */
  memoBefore?: unknown;
  /** Whether the lines of the unit are the elements of a list. */
  readonly records?: boolean;
  /** The reading of the records at the beginning of the unit, from before a change. It is dropped once the unit is read. */
  before?: ReadBefore | undefined;
  /** After records were appended: the last line of the unit, or an empty one if a line break ends the text. */
  lastLine?: { readonly start: number; readonly text: string };
  /** The field and role names that the data set uses in place of the usual ones. */
  readonly names?: RowNames | undefined;
}

export function jsonUnit(text: string, names?: RowNames): JsonUnit {
  const unit = { text, reading: undefined, lineStarts: undefined, memo: undefined };
  return names ? { ...unit, names } : unit;
}

/** Creates a unit whose lines are records that belong together. */
export const unitOfRecords = (text: string): JsonUnit => ({ ...jsonUnit(text), records: true });

export function readUnit(unit: JsonUnit): JsonReading {
  if (unit.reading === undefined) {
    const reading = unit.records ? readRecords(unit.text, unit.before) : readJson(unit.text);
    unit.reading = unit.names ? renameReading(reading, unit.names) : reading;
    unit.before = undefined;
  }
  return unit.reading;
}

/** Lets the new unit reuse the reading of the records before a change. `start`: the offset of the change in the old unit. */
export function inheritRecords(unit: JsonUnit, old: JsonUnit, start: number): void {
  const same = old.text.lastIndexOf('\n', start - 1) + 1;
  const reading = old.reading ?? (old.before && old.before.same <= same ? old.before.reading : undefined);
  const from = old.reading ? same : (old.before?.same ?? 0);
  if (reading) unit.before = { reading, same: from, rest: unit.text.slice(from) };
}

/**
 * Appends text to records without accessing the text before it. V8 stores a concatenated string as two parts, and would copy both of them
 * to return a single character.
 */
export function appendRecords(old: JsonUnit, text: string): JsonUnit {
  const lines = lineStartsOf(old);
  const last = old.lastLine ?? lastLineOf(old.text);
  const rest = last.text + text;
  const begin = rest.lastIndexOf('\n') + 1;
  const unit: JsonUnit = {
    ...unitOfRecords(old.text + text),
    lastLine: { start: last.start + begin, text: rest.slice(begin) },
    memoBefore: old.memo ?? old.memoBefore,
  };
  if (old.reading) unit.before = { reading: old.reading, same: last.start, rest };
  else if (old.before) unit.before = { ...old.before, rest: old.before.rest + text };
  if (!last.text.endsWith('\r')) {
    const starts = lines.slice();
    for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\r|\n/g))
      starts.push(old.text.length + index + lineBreak.length);
    unit.lineStarts = starts;
  }
  return unit;
}

function lastLineOf(text: string): { readonly start: number; readonly text: string } {
  const start = text.lastIndexOf('\n') + 1;
  return { start, text: text.slice(start) };
}

/** The number of line breaks in a unit. */
export function breaksIn(unit: JsonUnit): number {
  return lineStartsOf(unit).length - 1;
}

const plainLine = [0];
const brokenLine = new Map<number, readonly number[]>();

export function lineStartsOf(unit: JsonUnit): readonly number[] {
  unit.lineStarts ??= findLineStarts(unit.text);
  return unit.lineStarts;
}

function findLineStarts(text: string): readonly number[] {
  const lf = text.indexOf('\n');
  const cr = text.indexOf('\r');
  if (lf < 0 && cr < 0) return plainLine;
  const { length } = text;
  if (lf === length - 1 && (cr < 0 || cr === length - 2)) {
    // A line of JSON Lines, with its only line break at the end. Lines of the same length share their result.
    let shared = brokenLine.get(length);
    if (shared === undefined) {
      if (brokenLine.size > 10_000) brokenLine.clear();
      shared = [0, length];
      brokenLine.set(length, shared);
    }
    return shared;
  }
  const starts = [0];
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + lineBreak.length);
  return starts;
}

/**
 * The end of a line before its line break. If `offset` is certainly not after that end, returns `offset`, which saves a look at the text.
 */
export function lineEnd(text: string, starts: readonly number[], line: number, offset: number): number {
  const next = starts[line + 1];
  if (next === undefined) return text.length;
  if (offset < next - 2) return offset;
  return next - (text.startsWith('\r\n', next - 2) ? 2 : 1);
}
