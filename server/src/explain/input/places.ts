/** Maps extracted text back to its positions in the input, where it may be in lines, in a string with escapes, or in a JSON value. */
import { placesOf } from '../../syntax/json/places.ts';
import { sourceOffsets } from '../../syntax/json/strings.ts';
import { indexBefore } from '../../syntax/span.ts';
import { escapesOfPython } from './escapes.ts';

/** A position in the input, from 1; the column (UTF-16 units) is missing if only the line is known. */
export interface Place {
  readonly line: number;
  readonly column?: number;
}

/**
 * Maps an offset in extracted text to its position in the input, or to undefined if the position is unknown. The tables for this are
 * computed when they are first needed.
 */
export type PlaceOf = (offset: number) => Place | undefined;

/** JSON text from the input, with the mapping of its offsets to the input. */
export interface Source {
  readonly text: string;
  readonly placeOf: PlaceOf;
}

/**
 * The keys and indices on the way from the root of a value to a string in it, as a linked list whose first element is the innermost
 * one.
 */
export interface Path {
  readonly name: string;
  readonly parent: Path | undefined;
}

/** Stands for the number of characters skipped at the beginning of a line whose columns are unknown. */
export const NO_COLUMN = -1;

/**
 * Returns a function that maps positions in a text that consists of lines of the input to positions in the input. `skipped`: for each line,
 * the number of characters at its start that are not in the text.
 */
export function inLines(text: string, line: number, skipped: readonly number[] = []): PlaceOf {
  let starts: number[] | undefined;
  return (offset) => {
    if (starts === undefined) {
      starts = [0];
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    }
    const index = indexBefore(starts, offset);
    const before = skipped[index] ?? 0;
    if (before === NO_COLUMN) return { line: line + index };
    return { line: line + index, column: before + offset - (starts[index] as number) + 1 };
  };
}

/** Maps text that begins at the offset `start` of another text. */
export const after = (start: number, placeOf: PlaceOf): PlaceOf => {
  return (offset) => placeOf(start + offset);
};

/** Maps the decoded content of a string in a JSON value. */
export function inJsonString(source: Source, value: string, path?: Path): PlaceOf {
  let offsets: Uint32Array | undefined;
  return (offset) => {
    offsets ??= offsetsOf(source.text, value, path);
    const at = offsets[Math.min(offset, value.length)];
    return at === undefined ? undefined : source.placeOf(at);
  };
}

/** The source offset of each UTF-16 unit of a string, and the offset after the last one; empty if the string is not found. */
function offsetsOf(text: string, value: string, path: Path | undefined): Uint32Array {
  const names: string[] = [];
  for (let one = path; one !== undefined; one = one.parent) names.unshift(one.name);
  const [valueSpan] = placesOf(text, [names]);
  if (valueSpan === undefined || text[valueSpan.start] !== '"') return new Uint32Array(0);
  return sourceOffsets(text, { kind: 'string', start: valueSpan.start, end: valueSpan.end, value, exact: false });
}

/** Maps the decoded content of a Python string. `source`: the characters between the quotes of the string. */
export function inPythonString({ text, placeOf }: Source): PlaceOf {
  let ends: { readonly said: number[]; readonly written: number[] } | undefined;
  return (offset) => {
    ends ??= escapesOfPython(text);
    const index = indexBefore(ends.said, offset);
    return placeOf((ends.written[index] as number) + offset - (ends.said[index] as number));
  };
}
