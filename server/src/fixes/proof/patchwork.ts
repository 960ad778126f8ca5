import type { Replacement } from './replacement.ts';

/** A span of the original text, or inserted text. */
type Patch = { readonly from: number; readonly to: number } | string;

const lengthOf = (patch: Patch) => (typeof patch === 'string' ? patch.length : patch.to - patch.from);

function cut(patch: Patch, start: number, end: number): Patch {
  return typeof patch === 'string'
    ? patch.slice(start, end)
    : { from: patch.from + start, to: Math.min(patch.to, patch.from + end) };
}

/** Tracks a text through several sets of edits, so that they can be expressed as one set of edits to the original text. */
export class Patchwork {
  private patches: Patch[];

  constructor(private readonly length: number) {
    this.patches = [{ from: 0, to: length }];
  }

  /** Applies edits that are in order and do not overlap. Their offsets refer to the text after all previous edits. */
  apply(edits: readonly Replacement[]): void {
    const next: Patch[] = [];
    const remainingPatches = [...this.patches].reverse();
    let at = 0;
    /** Moves forward to an offset, and keeps or drops the patches on the way. */
    const passTo = (to: number, keep: boolean) => {
      while (at < to) {
        const patch = remainingPatches.pop();
        if (patch === undefined) return;
        const length = Math.min(lengthOf(patch), to - at);
        if (keep) next.push(cut(patch, 0, length));
        if (length < lengthOf(patch)) remainingPatches.push(cut(patch, length, lengthOf(patch)));
        at += length;
      }
    };
    for (const { start, end, text } of edits) {
      passTo(start, true);
      if (text !== '') next.push(text);
      passTo(end, false);
    }
    passTo(Number.POSITIVE_INFINITY, true);
    this.patches = next;
  }

  edits(): Replacement[] {
    const replacements: Replacement[] = [];
    let start = 0;
    let text = '';
    for (const patch of [...this.patches, { from: this.length, to: this.length }]) {
      if (typeof patch === 'string') text += patch;
      else {
        if (text !== '' || patch.from > start) replacements.push({ start, end: patch.from, text });
        start = patch.to;
        text = '';
      }
    }
    return replacements;
  }
}
