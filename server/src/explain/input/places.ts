/** Where a text that was taken from the input is written there: in lines, in a string with escapes, in a value of JSON. */
import { placesOf } from '../../syntax/json/places.ts';
import { sourceOffsets } from '../../syntax/json/strings.ts';
import { indexBefore } from '../../syntax/span.ts';
import { escapesOfPython } from './escapes.ts';

/** A place in the input, from 1; the column (UTF-16 units) is missing where only the line is known. */
export interface Place {
  readonly line: number;
  readonly column?: number;
}

/** The place of an offset of a text; undefined where it cannot be told. What this needs is computed when it is first asked. */
export type PlaceOf = (offset: number) => Place | undefined;

/** A text of the input in which JSON is, with the way back. */
export interface Source {
  readonly text: string;
  readonly placeOf: PlaceOf;
}

/** Keys and indices from the root of a value to a string in it, the last one first. */
export interface Path {
  readonly name: string;
  readonly parent: Path | undefined;
}

/** Stands for the characters skipped at the beginning of a line if columns in it are not known. */
export const NO_COLUMN = -1;

/** The places of lines of the input; `skipped`: how many characters of each of them are not in the text. */
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

/** The places of a text that begins at an offset of another one. */
export const after = (start: number, placeOf: PlaceOf): PlaceOf => {
  return (offset) => placeOf(start + offset);
};

/** The places of what a string in a value of JSON says. */
export function inJsonString(source: Source, value: string, path?: Path): PlaceOf {
  let offsets: Uint32Array | undefined;
  return (offset) => {
    offsets ??= offsetsOf(source.text, value, path);
    const at = offsets[Math.min(offset, value.length)];
    return at === undefined ? undefined : source.placeOf(at);
  };
}

/** The offset of each unit of a string, and that after the last; none if it is not there. */
function offsetsOf(text: string, value: string, path: Path | undefined): Uint32Array {
  const names: string[] = [];
  for (let one = path; one !== undefined; one = one.parent) names.unshift(one.name);
  const [found] = placesOf(text, [names]);
  if (found === undefined || text[found.start] !== '"') return new Uint32Array(0);
  return sourceOffsets(text, { kind: 'string', start: found.start, end: found.end, value, exact: false });
}

/** The places of what a string of Python says; `source`: what is between its quotes. */
export function inPythonString({ text, placeOf }: Source): PlaceOf {
  let ends: { readonly said: number[]; readonly written: number[] } | undefined;
  return (offset) => {
    ends ??= escapesOfPython(text);
    const index = indexBefore(ends.said, offset);
    return placeOf((ends.written[index] as number) + offset - (ends.said[index] as number));
  };
}
