/** The counted part of a text: all of it, or, where that would take too long to wait for, samples of it. */

/** A longer text is counted by samples (UTF-16 units): so many, of this length, spread over it evenly. */
const [MAX_UNSAMPLED_LENGTH, samples, sampleLength] = [200_000, 20, 5_000];

export interface Sample {
  readonly parts: readonly string[];
  /** By what the sum of the counts of the parts is multiplied: above 1, that is an estimate. */
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
