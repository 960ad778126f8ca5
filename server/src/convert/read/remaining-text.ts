/** Cuts stretches out of a text, together with the line breaks that templates put around such stretches. */
import { leadingBreaks, trailingBreaks } from '../../model/visibility/spoken.ts';
import type { Span } from '../../syntax/span.ts';

/** A stretch that remains, with its offsets in the remaining text and in the original text. */
export interface Stretch {
  readonly text: string;
  readonly from: number;
  readonly at: number;
}

/**
 * Returns the stretches between the sorted cuts. If there are line breaks on both sides of a cut, only the longer run of them
 * stays.
 */
export function restOf(text: string, cuts: readonly Span[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let [at, from, pending] = [0, 0, ''];
  const add = (part: string, position: number) => {
    if (part === '') return;
    stretches.push({ text: part, from, at: position });
    from += part.length;
  };
  for (const [i, { start, end }] of [...cuts, { start: text.length, end: text.length }].entries()) {
    const isLast = i === cuts.length;
    const part = text.slice(at, Math.max(at, start));
    const lead = i === 0 ? 0 : leadingBreaks(part);
    const contentEnd = lead === part.length || isLast ? part.length : part.length - trailingBreaks(part);
    if (lead < contentEnd) {
      const before = part.slice(0, lead);
      if (stretches.length > 0) add(before.length > pending.length ? before : pending, Math.max(0, at + lead - 1));
      add(part.slice(lead, contentEnd), at + lead);
      pending = part.slice(contentEnd);
    }
    at = Math.max(at, end);
  }
  return stretches;
}
