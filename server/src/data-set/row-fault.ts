/** Explains why a row cannot be read, without quoting it: its content may not be for users. */

/** Returns undefined for valid JSON. `text`: the whole row. */
export function rowFault(text: string): string | undefined {
  try {
    JSON.parse(withoutMark(text));
    return undefined;
  } catch {
    return text.trim() === '' ? notes.empty : notes.broken;
  }
}

/** Removes a byte-order mark, which a file may begin with, but which is not JSON. */
export const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

const notes = {
  empty: 'This row is empty.',
  broken: 'This row is not valid JSON, so data loaders fail on it. “Open Row as Document” shows the errors.',
};
