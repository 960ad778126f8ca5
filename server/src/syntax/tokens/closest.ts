/**
 * Returns the candidate with the fewest single-character edits from `word`, ignoring case, if it is close enough: at most `most` edits, and
 * at most a third of the length of the shorter of the two, so that a prefix of a word alone does not count.
 */
export function closest(
  word: string,
  candidates: readonly string[],
  most = Number.POSITIVE_INFINITY,
): string | undefined {
  const lower = word.toLowerCase().slice(0, 64);
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const third = Math.max(1, Math.floor(Math.min(lower.length, candidate.length) / 3));
    const limit = Math.min(least, Math.min(third, most) + 1);
    const distance = editDistance(lower, candidate.toLowerCase(), limit);
    if (distance < limit) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Returns the longest candidate with which a word begins, ignoring case, since content may follow it without a space. */
export function beginning(word: string, candidates: readonly string[]): string | undefined {
  const lower = word.slice(0, 64).toLowerCase();
  return candidates.filter((one) => lower.startsWith(one)).sort((a, b) => b.length - a.length)[0];
}

/** Returns the only candidate that begins with a word, if the word has at least half the length of the candidate. */
export function begun(word: string, candidates: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const [one, ...others] = candidates.filter((name) => name.startsWith(lower) && 2 * lower.length >= name.length);
  return others.length === 0 ? one : undefined;
}

/** Returns the Levenshtein distance with transpositions. The computation stops at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let distance = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(distance);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit;
}
