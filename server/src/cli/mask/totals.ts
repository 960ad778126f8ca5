/** The totals over the rows of a data set: the numbers of kept, cut and dropped rows, and of trained tokens. */
import type { MaskedRow } from '../../mask/mask.ts';
import { IGNORED } from '../../mask/sequence.ts';

export interface Totals {
  rows: number;
  kept: number;
  cut: number;
  /** The number of rows with an uncertain mask. */
  uncertain: number;
  /** The number of rows by reason. `dropped`: rows that the trainer drops. `refused`: rows at which the trainer stops with an error. */
  readonly dropped: Map<string, number>;
  readonly refused: Map<string, number>;
  /** The number of rows without trained tokens. */
  empty: number;
  /** The number of rows without trained tokens in which a sequence is cut. */
  emptyCut: number;
  tokens: number;
  trained: number;
  /** The number of trained tokens by kind. */
  readonly kinds: Map<string, number>;
  /** The number of answers in the prompts. `stops` is the number of answers with a trained stop token. */
  answers: number;
  stops: number;
  /** The number of sequences by length in tokens, before they are cut. */
  readonly lengths: Map<number, number>;
}

export const noTotals = (): Totals => ({
  rows: 0,
  kept: 0,
  cut: 0,
  uncertain: 0,
  empty: 0,
  emptyCut: 0,
  tokens: 0,
  trained: 0,
  answers: 0,
  stops: 0,
  dropped: new Map(),
  refused: new Map(),
  kinds: new Map(),
  lengths: new Map(),
});

/** The maximum number of reasons that are counted separately. Rows with any other reason are counted together. */
const MAX_REASONS = 20;

function count<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function countReason(counts: Map<string, number>, reason: string, by = 1): void {
  // Reasons that differ only in their numbers count as the same reason. -100 is not replaced, since it is the label of ignored tokens.
  const key = reason.replace(/(?<!-)\b\d[\d,]*/g, 'N');
  count(counts, counts.has(key) || counts.size < MAX_REASONS ? key : 'for other reasons', by);
}

export function addRow(totals: Totals, { sequences, refused, dropped, uncertain, unmade }: MaskedRow): void {
  totals.rows++;
  if (refused !== undefined) countReason(totals.refused, refused);
  else if (uncertain !== undefined) totals.uncertain++;
  else if (dropped !== undefined) countReason(totals.dropped, dropped);
  else totals.kept++;
  if (sequences.some(({ ids, length }) => ids.length < length) && dropped === undefined) totals.cut++;
  let isEmpty = sequences.length > 0 && unmade === undefined;
  for (const { ids, labels, length, trained, stops } of sequences) {
    count(totals.lengths, length);
    if (labels.some((label) => label !== IGNORED)) isEmpty = false;
    if (dropped !== undefined) continue;
    totals.tokens += ids.length;
    for (const [kind, many] of trained) {
      totals.trained += many;
      count(totals.kinds, kind, many);
    }
    totals.answers += stops.length;
    totals.stops += stops.filter((isTrained) => isTrained).length;
  }
  if (!isEmpty) return;
  totals.empty++;
  if (sequences.some(({ ids, length }) => ids.length < length)) totals.emptyCut++;
}

const sums = [
  ...(['rows', 'kept', 'cut', 'uncertain', 'empty', 'emptyCut', 'tokens', 'trained', 'answers', 'stops'] as const),
];

/** Adds the totals of further rows. */
export function addTotals(totals: Totals, more: Totals): void {
  for (const key of sums) totals[key] += more[key];
  for (const [reason, many] of more.dropped) countReason(totals.dropped, reason, many);
  for (const [reason, many] of more.refused) countReason(totals.refused, reason, many);
  for (const [kind, many] of more.kinds) count(totals.kinds, kind, many);
  for (const [length, many] of more.lengths) count(totals.lengths, length, many);
}

const shares = [50, 90, 95, 99, 100] as const;

/** Returns a map from percentages to lengths. Each length is the smallest one that this percentage of the sequences does not exceed. */
export function quantilesOf({ lengths }: Totals): ReadonlyMap<number, number> {
  const sorted = [...lengths].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, many]) => sum + many, 0);
  const quantiles = new Map<number, number>();
  let [countSoFar, next] = [0, 0];
  for (const [length, many] of sorted) {
    countSoFar += many;
    for (let share = shares[next]; share !== undefined && countSoFar * 100 >= share * total; share = shares[++next])
      quantiles.set(share, length);
  }
  return quantiles;
}
