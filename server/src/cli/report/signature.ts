/**
 * Signatures for finding near-duplicates. Each stretch of three words is hashed, and its hash falls into one of 32 bins. The smallest hash
 * in each bin forms the signature (one-permutation MinHash). Four bins form a band, and rows that share a band are compared.
 */
import { SIGNATURE_SIZE, type TextScanner } from './text-scanner.ts';

const BAND_SIZE = 4;
/**
 * The number of bands. Among pairs of rows that are 80 % similar, one in 70 shares no band and is missed. Among pairs that are 90 %
 * similar, one in 5,000 is missed.
 */
const BANDS = SIGNATURE_SIZE / BAND_SIZE;
/** The minimum number of stretches in a row that is compared. */
const MIN_STRETCHES = 12;
const EMPTY = 0xffffffff;

/** Returns a hash for each band; no hashes for a row that is too short. */
export function bandsOf({ signature, stretches }: Pick<TextScanner, 'signature' | 'stretches'>): number[] {
  if (stretches < MIN_STRETCHES) return [];
  const bands: number[] = [];
  for (let band = 0; band < BANDS; band++) {
    let hash = band + 1;
    for (let i = 0; i < BAND_SIZE; i++) {
      hash = Math.imul(hash ^ valueAt(signature, band * BAND_SIZE + i), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    // The hash includes the index of the band, so that only bands with the same index match.
    bands.push((hash >>> 0) * BANDS + band + 1);
  }
  return bands;
}

/** Returns the value of a bin. The value of an empty bin is derived from the next nonempty bin and the distance to it. */
function valueAt(signature: Uint32Array, bin: number): number {
  for (let i = 0; i < SIGNATURE_SIZE; i++) {
    const value = signature[(bin + i) % SIGNATURE_SIZE] as number;
    if (value !== EMPTY) return value + i * 0x61c88647;
  }
  return EMPTY;
}
