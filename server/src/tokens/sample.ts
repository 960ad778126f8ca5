/** The counted part of a text: the whole text, or samples if that would take too long. */

/** A longer text (UTF-16 units) is estimated from this many samples of this length, spread evenly. */
const [MAX_UNSAMPLED_LENGTH, samples, sampleLength] = [200_000, 20, 5_000];

export interface Sample {
  readonly parts: readonly string[];
  /** The factor for the sum of the parts' counts: above 1, the result is an estimate. */
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
