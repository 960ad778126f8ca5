/** Markers such as `<|im_start|>` in a text, which a model knows as one token, or otherwise reads as several. */

/** The maximum number of markers that are examined; no genuine document has more. */
export const MAX_MARKERS = 1000;

/** The different markers of a text. */
export function markersIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [marker] of text.matchAll(/<\|\w{1,40}\|>/g)) if (found.size < MAX_MARKERS) found.add(marker);
  return found;
}
