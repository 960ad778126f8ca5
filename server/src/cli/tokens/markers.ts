/** Finds markers such as `<|im_start|>` in a text. For each, a model either knows a token, or reads several tokens. */

/** The maximum number of markers that are examined; no genuine document has more. */
export const MAX_MARKERS = 1000;

/** The different markers in a text. */
export function markersIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [marker] of text.matchAll(/<\|\w{1,40}\|>/g)) if (found.size < MAX_MARKERS) found.add(marker);
  return found;
}
