/** How much is tried: a sample in every test run, a larger one in `.ci/run`, and with `OCML_ATTACK=all` every fault. */
import { seedOf, whole } from '../../support/effort.ts';

const OCML_ATTACK = process.env.OCML_ATTACK ?? (whole ? 100_000 : undefined);

export const seed = seedOf(20_250_801);

/** The part of `total` that is tried: all, the number that `OCML_ATTACK` says, or else `usual`. */
export function shareOf(total: number, usual: number, most = total): number {
  const wanted = OCML_ATTACK === 'all' ? most : Number(OCML_ATTACK ?? usual);
  return Math.min(1, most / total, wanted / total);
}
