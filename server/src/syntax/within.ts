/**
 * Where a word first is in a stretch of a text; -1 if it is not there. What `indexOf` finds after the stretch would be of no use,
 * and where thousands of stretches are searched, going through the rest of the text for each takes time with its square.
 */
export function indexWithin(text: string, word: string, from: number, to: number): number {
  const at = text.slice(from, to).indexOf(word);
  return at < 0 ? -1 : from + at;
}
