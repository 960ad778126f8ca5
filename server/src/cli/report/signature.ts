/**
 * By which rows that are nearly the same are found: of the hashes of all stretches of three words, the smallest in each of 32 bins
 * (MinHash with one permutation), four of which make a band. Rows that share a band are compared.
 */
import { SIGNATURE_SIZE, type TextScanner } from './text-scanner.ts';

const BAND_SIZE = 4;
/** How many bands a row has. Two rows of which four fifths are common share none of them in one of seventy cases, at nine tenths in one of five thousand. */
const BANDS = SIGNATURE_SIZE / BAND_SIZE;
/** Rows with fewer stretches have too little to compare. */
const MIN_STRETCHES = 12;
const EMPTY = 0xffffffff;

/** A number for each band; none for a row that is too short. */
export function bandsOf({ signature, stretches }: Pick<TextScanner, 'signature' | 'stretches'>): number[] {
  if (stretches < MIN_STRETCHES) return [];
  const bands: number[] = [];
  for (let band = 0; band < BANDS; band++) {
    let hash = band + 1;
    for (let i = 0; i < BAND_SIZE; i++) {
      hash = Math.imul(hash ^ valueAt(signature, band * BAND_SIZE + i), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    // The band is a part of the number, so that bands are compared with those of their place.
    bands.push((hash >>> 0) * BANDS + band + 1);
  }
  return bands;
}

/** The value of a bin; of one that is empty, that of the next that is not, in a way of its own. */
function valueAt(signature: Uint32Array, bin: number): number {
  for (let i = 0; i < SIGNATURE_SIZE; i++) {
    const value = signature[(bin + i) % SIGNATURE_SIZE] as number;
    if (value !== EMPTY) return value + i * 0x61c88647;
  }
  return EMPTY;
}
