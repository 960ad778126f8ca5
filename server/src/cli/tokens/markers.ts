/** Finds markers such as `<|im_start|>` in a text. A model reads a marker either as a single token or as several tokens. */

/** The maximum number of markers that are examined. No genuine document has more. */
export const MAX_MARKERS = 1000;

/** Returns the distinct markers in a text. */
export function markersIn(text: string): Set<string> {
  const markers = new Set<string>();
  for (const [marker] of text.matchAll(/<\|\w{1,40}\|>/g)) if (markers.size < MAX_MARKERS) markers.add(marker);
  return markers;
}
