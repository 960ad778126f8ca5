/** A distribution of lengths, with the frequency of each length. Lengths are rounded if there are too many different ones. */

export interface Lengths {
  readonly counts: Map<number, number>;
  count: number;
  sum: number;
  max: number;
  /**
   * Whether lengths are rounded because there were too many different ones. The relative error of a rounded length is less than `ROUNDING`.
   */
  isRounded: boolean;
}

export const noLengths = (): Lengths => ({ counts: new Map(), count: 0, sum: 0, max: 0, isRounded: false });

const MAX_DISTINCT = 1_000_000;
/** The maximum relative error of a rounded length. */
const ROUNDING = 1 / 256;

/** Rounds a length down to its nine leading binary digits. Rounding a rounded length does not change it. */
function rounded(length: number): number {
  if (length < 256) return length;
  const unit = 2 ** (Math.floor(Math.log2(length)) - 8);
  return Math.floor(length / unit) * unit;
}

export function addLength(lengths: Lengths, length: number, times = 1): void {
  lengths.count += times;
  lengths.sum += length * times;
  if (length > lengths.max) lengths.max = length;
  const key = lengths.isRounded ? rounded(length) : length;
  lengths.counts.set(key, (lengths.counts.get(key) ?? 0) + times);
  if (lengths.counts.size > MAX_DISTINCT && !lengths.isRounded) round(lengths);
}

function round(lengths: Lengths): void {
  const all = [...lengths.counts];
  lengths.counts.clear();
  lengths.isRounded = true;
  for (const [length, times] of all) {
    const key = rounded(length);
    lengths.counts.set(key, (lengths.counts.get(key) ?? 0) + times);
  }
}

/** Adds the lengths of further rows. */
export function addLengths(lengths: Lengths, more: Lengths): void {
  if (more.isRounded && !lengths.isRounded) round(lengths);
  const { sum, max } = lengths;
  for (const [length, times] of more.counts) addLength(lengths, length, times);
  lengths.sum = sum + more.sum;
  lengths.max = Math.max(max, more.max);
}

const shares = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;

export interface Bin {
  /** Lengths from `from` (inclusive) to `to` (exclusive). */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export interface LengthData extends Record<keyof typeof shares, number> {
  readonly max: number;
  readonly mean: number;
  readonly count: number;
  readonly sum: number;
  readonly histogram: readonly Bin[];
  /** The largest relative error of the quantiles; 0 if they are exact. */
  readonly error: number;
}

/** Returns the distribution as data. The quantile for a share is the smallest length that this share of the lengths does not exceed. */
export function lengthData(lengths: Lengths): LengthData {
  const { counts, count, sum, max, isRounded } = lengths;
  const sorted = [...counts].sort(([a], [b]) => a - b);
  const percentiles: Partial<Record<keyof typeof shares, number>> = {};
  const open = Object.entries(shares) as [keyof typeof shares, number][];
  let countSoFar = 0;
  for (const [length, times] of sorted) {
    countSoFar += times;
    while (open[0] !== undefined && countSoFar >= open[0][1] * count)
      percentiles[(open.shift() as [keyof typeof shares, number])[0]] = length;
  }
  const { p50 = 0, p90 = 0, p95 = 0, p99 = 0 } = percentiles;
  return {
    p50,
    p90,
    p95,
    p99,
    max,
    count,
    sum,
    mean: count === 0 ? 0 : Math.round((sum / count) * 100) / 100,
    histogram: histogramOf(sorted),
    error: isRounded ? ROUNDING : 0,
  };
}

/** Returns the number of lengths above a limit. */
export function countAbove({ counts }: Lengths, limit: number): number {
  let many = 0;
  for (const [length, times] of counts) if (length > limit) many += times;
  return many;
}

/** Returns bins that begin at 0, 1, 2, 5, 10, 20, 50 and so on, from the first nonempty bin to the last. */
function histogramOf(sorted: readonly (readonly [number, number])[]): Bin[] {
  const bins: { from: number; to: number; count: number }[] = [];
  for (const [length, times] of sorted) {
    let last = bins.at(-1);
    if (last === undefined) bins.push((last = { ...binOf(length), count: 0 }));
    while (length >= last.to) bins.push((last = { ...binOf(last.to), count: 0 }));
    last.count += times;
  }
  return bins;
}

function binOf(length: number): { from: number; to: number } {
  if (length < 1) return { from: 0, to: 1 };
  const power = 10 ** Math.floor(Math.log10(length) + 1e-12);
  const step = length >= 5 * power ? 5 : length >= 2 * power ? 2 : 1;
  return { from: step * power, to: (step === 1 ? 2 : step === 2 ? 5 : 10) * power };
}
