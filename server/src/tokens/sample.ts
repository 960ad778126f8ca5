/** Chooses the part of a text whose tokens are counted: the whole text or, if that would take too long, samples of it. */

/**
 * The maximum length of a text that is counted completely (UTF-16 units). The tokens of a longer text are estimated
 * from this number of samples of this length, which are spread evenly.
 */
const [MAX_UNSAMPLED_LENGTH, samples, sampleLength] = [200_000, 20, 5_000];

export interface Sample {
  readonly parts: readonly string[];
  /** The factor by which the total count of the samples is multiplied. If it is above 1, the result is an estimate. */
  readonly factor: number;
}

export function sampleOf(text: string): Sample {
  if (text.length <= MAX_UNSAMPLED_LENGTH) return { parts: [text], factor: 1 };
  const step = (text.length - sampleLength) / (samples - 1);
  const parts = Array.from({ length: samples }, (_, i) => {
    const start = Math.floor(i * step);
    return text.slice(start, start + sampleLength);
  });
  return { parts, factor: text.length / (samples * sampleLength) };
}
