import type { Replacement } from './replacement.ts';

/** A span of the original text, or inserted text. */
type Patch = { readonly from: number; readonly to: number } | string;

const lengthOf = (patch: Patch) => (typeof patch === 'string' ? patch.length : patch.to - patch.from);

function cut(patch: Patch, start: number, end: number): Patch {
  return typeof patch === 'string'
    ? patch.slice(start, end)
    : { from: patch.from + start, to: Math.min(patch.to, patch.from + end) };
}

/** Tracks a text through edits, so that a series of them can be expressed as one in the coordinates of the original. */
export class Patchwork {
  private patches: Patch[];

  constructor(private readonly length: number) {
    this.patches = [{ from: 0, to: length }];
  }

  /** Applies ordered, disjoint edits in the coordinates after all previous ones. */
  apply(edits: readonly Replacement[]): void {
    const next: Patch[] = [];
    const left = [...this.patches].reverse();
    let at = 0;
    /** Moves past the patches up to an offset, which are kept or dropped. */
    const passTo = (to: number, keep: boolean) => {
      while (at < to) {
        const patch = left.pop();
        if (patch === undefined) return;
        const length = Math.min(lengthOf(patch), to - at);
        if (keep) next.push(cut(patch, 0, length));
        if (length < lengthOf(patch)) left.push(cut(patch, length, lengthOf(patch)));
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
