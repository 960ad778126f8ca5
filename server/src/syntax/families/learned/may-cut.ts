/**
 * Decides whether an edit within a message may change where messages begin or end. Most edits do not, so the block need not be scanned
 * again.
 */
import type { Block } from '../../block.ts';
import { type FoundMark, MarkSearch, type MarkTable } from './mark-search.ts';

/** The maximum length of an insertion that is examined. After a longer one, the block is always scanned again. */
const MAX_INSERTED = 1000;

/** The distance from an edge of the body within which an edit may change which white space belongs to the frame (UTF-16 units). */
const MAX_EDGE = 8;

/**
 * Whether the edit may change the boundaries. `start`, `end`: the replaced text, as offsets in the block; `longest`: the length of the
 * longest mark.
 */
export function mayCut(
  { kind, text, bodyStart, bodyEnd }: Block,
  start: number,
  end: number,
  inserted: string,
  { marks, longest }: { readonly marks: MarkTable; readonly longest: number },
): boolean {
  if (kind !== 'message' || inserted.length > MAX_INSERTED) return true;
  if (start - bodyStart < MAX_EDGE || bodyEnd - end < MAX_EDGE) return true;
  const from = Math.max(0, start - longest);
  const to = Math.min(text.length, end + longest);
  const old = marksIn(text.slice(from, to), marks);
  const now = marksIn(text.slice(from, start) + inserted + text.slice(end, to), marks);
  if (old.length !== now.length) return true;
  const grown = inserted.length - (end - start);
  return old.some((mark, i) => {
    const isBefore = mark.at + mark.text.length <= start - from;
    const isAfter = mark.at >= end - from;
    const other = now[i];
    return !(isBefore || isAfter) || other?.text !== mark.text || other.at !== (isBefore ? mark.at : mark.at + grown);
  });
}

function marksIn(text: string, marks: MarkTable): readonly FoundMark[] {
  const foundMarks: FoundMark[] = [];
  const search = new MarkSearch(marks, text);
  for (let mark = search.after(0); mark !== undefined; mark = search.after(mark.at + mark.text.length))
    foundMarks.push(mark);
  return foundMarks;
}
