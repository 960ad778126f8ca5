/** The number of faults to try: a sample in every test run, a larger one in `.ci/run`, and all with `OCML_ATTACK=all`. */
import { seedOf, whole } from '../../support/effort.ts';

const OCML_ATTACK = process.env.OCML_ATTACK ?? (whole ? 100_000 : undefined);

export const seed = seedOf(20_250_801);

/** Returns the share of `total` to try: all, the number in `OCML_ATTACK`, or `usual`. */
export function shareOf(total: number, usual: number, most = total): number {
  const wanted = OCML_ATTACK === 'all' ? most : Number(OCML_ATTACK ?? usual);
  return Math.min(1, most / total, wanted / total);
}
