/** Why a row cannot be read, without quoting it: what is in it may not be for users. */

/** Undefined: it is valid JSON. `text`: all of the row. */
export function rowFault(text: string): string | undefined {
  try {
    JSON.parse(withoutMark(text));
    return undefined;
  } catch {
    return text.trim() === '' ? notes.empty : notes.broken;
  }
}

/** A byte order mark, which a file may begin with, is not JSON. */
export const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

const notes = {
  empty: 'This row is empty.',
  broken: 'This row is not valid JSON, so data loaders fail on it. “Open Row as Document” shows the errors.',
};
