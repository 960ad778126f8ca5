import type { Replacement } from './replacement.ts';

/** A stretch of the original text, or a text that was put in. */
type Patch = { readonly from: number; readonly to: number } | string;

const lengthOf = (patch: Patch) => (typeof patch === 'string' ? patch.length : patch.to - patch.from);

function cut(patch: Patch, start: number, end: number): Patch {
  return typeof patch === 'string'
    ? patch.slice(start, end)
    : { from: patch.from + start, to: Math.min(patch.to, patch.from + end) };
}

/** Follows a text through edits, so that a series of them can be told as one in the coordinates of the original. */
export class Patchwork {
  private patches: Patch[];

  constructor(private readonly length: number) {
    this.patches = [{ from: 0, to: length }];
  }

  /** Takes in an edit in the coordinates that the one before it left. */
  replace({ start, end, text }: Replacement): void {
    const next: Patch[] = [];
    let at = 0;
    let inserted = false;
    const put = () => {
      if (!inserted && text !== '') next.push(text);
      inserted = true;
    };
    for (const patch of this.patches) {
      const to = at + lengthOf(patch);
      if (at < start) next.push(cut(patch, 0, start - at));
      if (to > start || at >= start) put();
      if (to > end) next.push(cut(patch, Math.max(0, end - at), to - at));
      at = to;
    }
    put();
    this.patches = next.filter((patch) => lengthOf(patch) > 0);
  }

  edits(): Replacement[] {
    const found: Replacement[] = [];
    let start = 0;
    let text = '';
    for (const patch of [...this.patches, { from: this.length, to: this.length }]) {
      if (typeof patch === 'string') text += patch;
      else {
        if (text !== '' || patch.from > start) found.push({ start, end: patch.from, text });
        start = patch.to;
        text = '';
      }
    }
    return found;
  }
}
