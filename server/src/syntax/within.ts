/**
 * Returns the first offset of a word in a stretch of text, or -1. `indexOf` would search beyond the stretch. With thousands of stretches,
 * searching the rest of the text each time would take quadratic time.
 */
export function indexWithin(text: string, word: string, from: number, to: number): number {
  const at = text.slice(from, to).indexOf(word);
  return at < 0 ? -1 : from + at;
}
