import type { Block } from '../../syntax/block.ts';
import type { Span } from '../../syntax/span.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import type { Fix } from '../fix.ts';

/** A replacement. Its offsets refer to the text for which it was computed (UTF-16 units). */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits, which must be in order and must not overlap. */
export function applyEdits(text: string, edits: readonly Replacement[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** Whether a span overlaps or touches one of `others`. Both the starts and the ends of `others` must ascend. */
export function meets(others: readonly Span[], { start, end }: Span): boolean {
  let low = 0;
  let high = others.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((others[middle] as Span).end < start) low = middle + 1;
    else high = middle;
  }
  return low < others.length && (others[low] as Span).start <= end;
}

/** The edits of a fix as offsets in the document. */
export function placeEdits(fix: Fix, defaultBlock: Block, transcript: Transcript): Replacement[] {
  return fix.edits
    .map(({ block = defaultBlock, start, end, text }) => {
      const base = transcript.blocks.placeOf(block)?.start ?? 0;
      return { start: base + start, end: base + end, text };
    })
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** A single replacement that turns one text into another. */
export function difference(before: string, after: string): Replacement {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
