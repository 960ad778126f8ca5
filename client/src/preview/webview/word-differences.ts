/** Finds the words in which two texts differ. */

/** The maximum number of words to compare. If more remain between the common beginning and end, all of them count as different. */
const MAX_COMPARED_WORDS = 1500;

/** Returns the indices of the words that differ in each of two lists, which are those outside a longest common subsequence. */
export function differences(a: readonly string[], b: readonly string[]): readonly [Set<number>, Set<number>] {
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from++;
  let [endA, endB] = [a.length, b.length];
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const onlyA = new Set(Array.from({ length: endA - from }, (_, i) => from + i));
  const onlyB = new Set(Array.from({ length: endB - from }, (_, i) => from + i));
  if (onlyA.size > MAX_COMPARED_WORDS || onlyB.size > MAX_COMPARED_WORDS) return [onlyA, onlyB];
  const width = onlyB.size + 1;
  const common = new Uint16Array((onlyA.size + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] as number;
  for (let i = onlyA.size - 1; i >= 0; i--)
    for (let j = onlyB.size - 1; j >= 0; j--)
      common[i * width + j] = a[from + i] === b[from + j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  for (let i = 0, j = 0; i < endA - from && j < endB - from; )
    if (a[from + i] === b[from + j]) {
      onlyA.delete(from + i++);
      onlyB.delete(from + j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  return [onlyA, onlyB];
}
