/** Chooses rows by their numbers, and determines their order. The same seed leads to the same choice. */

/**
 * Returns a generator of pseudorandom numbers from 0 up to, but not including, 1. The same seed always gives the same numbers (mulberry32).
 */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the numbers from 0 up to, but not including, `count`, in random order. */
function shuffled(count: number, seed: number): Uint32Array {
  const all = Uint32Array.from({ length: count }, (_, i) => i);
  const random = randomFrom(seed);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j] as number, all[i] as number];
  }
  return all;
}

export interface Choice {
  readonly sample: number | undefined;
  readonly seed: number;
  /** The length of each row, if rows are sorted. */
  readonly sizes: ArrayLike<number> | undefined;
  readonly isReversed: boolean;
  readonly head: number | undefined;
  /** The relative sizes of the parts. */
  readonly split: readonly number[];
}

/** Returns the rows of each part, in output order; a single part if the rows are not split. */
export function chosenRows(count: number, { sample, seed, sizes, isReversed, head, split }: Choice): Uint32Array[] {
  let rows: Uint32Array =
    sample === undefined
      ? Uint32Array.from({ length: count }, (_, i) => i)
      : shuffled(count, seed).slice(0, sample).sort();
  if (sizes !== undefined) {
    const sign = isReversed ? -1 : 1;
    // Rows of equal length keep their order.
    rows = rows.sort((a, b) => sign * ((sizes[a] as number) - (sizes[b] as number)) || a - b);
  }
  if (head !== undefined) rows = rows.slice(0, head);
  if (split.length === 0) return [rows];
  const total = split.reduce((sum, share) => sum + share, 0);
  const order = shuffled(rows.length, seed + 1);
  let [from, sum] = [0, 0];
  return split.map((share) => {
    sum += share;
    const to = Math.round((sum / total) * rows.length);
    // Each part keeps the order of the rows.
    const part = order
      .slice(from, to)
      .sort()
      .map((at) => rows[at] as number);
    from = to;
    return part;
  });
}
