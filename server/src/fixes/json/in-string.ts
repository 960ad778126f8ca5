/** Where a text that JSON holds as a string is in its document, and how edits of it are written there. */
import type { JsonString } from '../../syntax/json/nodes.ts';
import { sourceOffsets } from '../../syntax/json/strings.ts';
import type { Replacement } from '../proof/replacement.ts';

/** How edits of a text are written in its document: where that keeps to ASCII, so do they. */
export function placesIn(source: string, string: JsonString) {
  const offsets = sourceOffsets(source, string);
  const ascii = !/[^\0-\x7f]/.test(source.slice(string.start, string.end));
  const escaped = (text: string) => {
    const quoted = JSON.stringify(text).slice(1, -1);
    return ascii ? quoted.replace(/[^\0-\x7f]/g, unicodeEscape) : quoted;
  };
  const written = ({ start, end, text }: Replacement): Replacement => ({
    start: offsets[start] as number,
    end: offsets[end] as number,
    text: escaped(text),
  });
  return { offsets, written };
}

const unicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
