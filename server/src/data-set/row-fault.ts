/** Explains why a row cannot be read. The explanation does not quote the row, whose content may be hidden from users. */

/** Returns the reason, or undefined for valid JSON. `text`: the whole row. */
export function rowFault(text: string): string | undefined {
  try {
    JSON.parse(withoutMark(text));
    return undefined;
  } catch {
    return text.trim() === '' ? notes.empty : notes.broken;
  }
}

/** Removes a byte-order mark, which may begin a file but is not valid JSON. */
export const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

const notes = {
  empty: 'This row is empty.',
  broken: 'This row is not valid JSON, so data loaders fail on it. “Open Row as Document” shows the errors.',
};
