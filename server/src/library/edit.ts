/**
 * Applies changes made by callers. Positions must exist in the text, so that a caller that missed an edit gets an error
 * instead of a wrong text.
 */
import type { AnyDocument } from '../syntax/any-document.ts';
import type { Change, Offsets, Position } from './types.ts';

/**
 * Applies changes one after the other. Together, they create one new version. `version`: the version to which they
 * apply. Throws a `RangeError`, and changes nothing, if that is not the document's version, or if a change refers to a
 * position outside the text.
 */
export function applyChanges(document: AnyDocument, changes: readonly Change[], version: number): void {
  const current = document.version;
  if (version !== current)
    throw new RangeError(`These changes are for version ${version}, but the document is at version ${current}`);
  // A single change is checked before it is applied. If one of several changes is invalid, the changes already applied
  // are undone.
  const before = changes.length > 1 ? document.getText() : undefined;
  try {
    for (const change of changes) apply(change, document);
  } catch (error) {
    if (before !== undefined) document.update([{ text: before }], current);
    throw error;
  }
  document.update([], current + 1);
}

function apply(change: Change, document: AnyDocument): void {
  const { text } = change;
  if (typeof text !== 'string') throw new TypeError('The `text` of a change must be a string');
  const stretch = stretchOf(change, document);
  if (stretch === undefined) document.update([{ text }], document.version);
  else document.replace(stretch.start, stretch.end, text);
}

/** Returns the offsets of the text that a change replaces; undefined if it replaces the whole text. */
function stretchOf(change: Change, document: AnyDocument): Offsets | undefined {
  if ('range' in change) {
    const { start, end } = change.range;
    return checked({ start: offsetOf(start, document), end: offsetOf(end, document) }, document);
  }
  return 'start' in change ? checked(change, document) : undefined;
}

/** Returns the offset of a position. Throws if the position is outside the text. A document would use the nearest position instead. */
function offsetOf({ line, character }: Position, document: AnyDocument): number {
  const offset = document.offsetAt({ line, character });
  const position = document.positionAt(offset);
  if (position.line !== line || position.character !== character)
    throw new RangeError(`There is no character ${character} on line ${line} of the text (both counted from 0)`);
  return offset;
}

function checked({ start, end }: Offsets, { length }: AnyDocument): Offsets {
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end && end <= length)
    return { start, end };
  throw new RangeError(`${start} to ${end} is not a range of the text, which has ${length} UTF-16 code units`);
}
