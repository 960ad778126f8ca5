/** A range of text, in UTF-16 offsets. `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The index of the last of the ascending offsets `starts` that is at or before `offset`. */
export function indexBefore(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
