/** A replacement in the coordinates of the text that it was made for (UTF-16 offsets). */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that are in order and apart. */
export function applyEdits(text: string, edits: readonly Replacement[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}
