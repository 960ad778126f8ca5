/** Finds the words that really change in an edit that replaces a whole body. */
import type { Replacement } from '../fixes/proof/replacement.ts';

const pieces = /[\p{L}\p{N}]+|[^]/gu;

/** The maximum number of differing pieces. If there are more, everything from the first difference to the last counts as changed. */
const MAX_DIFFERENCES = 200;

/**
 * Splits edits into replacements of single words and punctuation marks, sorted and not overlapping. Their offsets refer to the same
 * text as those of `edits`.
 */
export function refine(before: string, edits: readonly Replacement[]): Replacement[] {
  return edits.flatMap(({ start, end, text }) => {
    if (start === end || text === '') return [{ start, end, text }];
    return differences(before.slice(start, end), text).map((one) => ({
      start: start + one.start,
      end: start + one.end,
      text: one.text,
    }));
  });
}

function differences(before: string, after: string): Replacement[] {
  const [old, fresh] = [before.match(pieces) ?? [], after.match(pieces) ?? []];
  let first = 0;
  while (first < old.length && first < fresh.length && old[first] === fresh[first]) first++;
  let last = 0;
  while (last < Math.min(old.length, fresh.length) - first && old.at(-1 - last) === fresh.at(-1 - last)) last++;
  const [a, b] = [old.slice(first, old.length - last), fresh.slice(first, fresh.length - last)];
  const begin = lengthOf(old.slice(0, first));
  const pairs = pairsOf(a, b);
  const replacements: Replacement[] = [];
  let [i, j, at] = [0, 0, begin];
  for (const [x, y] of [...pairs, [a.length, b.length] as const]) {
    const length = lengthOf(a.slice(i, x));
    if (x > i || y > j) replacements.push({ start: at, end: at + length, text: b.slice(j, y).join('') });
    at += length + (a[x]?.length ?? 0);
    [i, j] = [x + 1, y + 1];
  }
  return replacements;
}

const lengthOf = (list: readonly string[]) => list.reduce((sum, { length }) => sum + length, 0);

/** The pieces that both lists have in the same order, as pairs of indices (Myers' algorithm). */
function pairsOf(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const trace: Map<number, number>[] = [];
  let reach = new Map([[1, 0]]);
  for (let cost = 0; cost <= Math.min(MAX_DIFFERENCES, a.length + b.length); cost++) {
    trace.push(reach);
    const next = new Map(reach);
    for (let k = -cost; k <= cost; k += 2) {
      const down = k === -cost || (k !== cost && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkBack(trace, cost, a.length, b.length);
    }
    reach = next;
  }
  return [];
}

function walkBack(trace: readonly ReadonlyMap<number, number>[], cost: number, x: number, y: number) {
  const pairs: [number, number][] = [];
  for (let d = cost; d >= 0; d--) {
    const reach = trace[d] as ReadonlyMap<number, number>;
    const k = x - y;
    const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const before = down ? k + 1 : k - 1;
    const [fromX, fromY] = d === 0 ? [0, 0] : [reach.get(before) ?? 0, (reach.get(before) ?? 0) - before];
    while (x > fromX && y > fromY) pairs.push([--x, --y]);
    [x, y] = [fromX, fromY];
  }
  return pairs.reverse();
}
