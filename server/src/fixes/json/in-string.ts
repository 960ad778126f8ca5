/** Converts edits to the text of a JSON string to edits to the document, in which the text is escaped. */
import type { JsonString } from '../../syntax/json/nodes.ts';
import { sourceOffsets } from '../../syntax/json/strings.ts';
import type { Replacement } from '../proof/replacement.ts';

/**
 * Returns the offsets of the text in the document, and a function that encodes an edit of the text. If the string uses only ASCII, so does
 * the encoded edit.
 */
export function placesIn(source: string, string: JsonString) {
  const offsets = sourceOffsets(source, string);
  const ascii = !/[^\0-\x7f]/.test(source.slice(string.start, string.end));
  const escaped = (text: string) => {
    const quoted = JSON.stringify(text).slice(1, -1);
    return ascii ? quoted.replace(/[^\0-\x7f]/g, unicodeEscape) : quoted;
  };
  const encodeEdit = ({ start, end, text }: Replacement): Replacement => ({
    start: offsets[start] as number,
    end: offsets[end] as number,
    text: escaped(text),
  });
  return { offsets, written: encodeEdit };
}

const unicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
