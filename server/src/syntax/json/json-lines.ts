/** Determines whether a text is JSON Lines, and divides it into lines. */
import { isJsonLinesFile, type JsonDialectId } from '../../grammar/index.ts';
import { readJson } from './read.ts';

const byteOrderMark = '\uFEFF';

/** Yields the lines of a text with their line breaks. An empty text has one empty line. */
export function* linesOf(text: string): Generator<string> {
  let from = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
    yield text.slice(from, at + 1);
    from = at + 1;
  }
  if (from < text.length || from === 0) yield text.slice(from);
}

const linesByDialect: Partial<Record<JsonDialectId, boolean>> = { 'stream-event': true, 'chatml-wire': false };
export const isAlwaysLines = (dialect: JsonDialectId): boolean => linesByDialect[dialect] === true;

/**
 * Matches a value that continues on the next line: its first line is only a bracket, or ends inside the value with an indented line after
 * it.
 */
const indented = /^\uFEFF?\s*(?:\[[ \t]*\r?\n|\{[ \t]*\r?\n\s*"|[[{].*[[{,][ \t]*\r?\n[ \t]+\S)/;
/** The number of lines that are passed to `indented`, since empty lines may come first. */
export const MAX_BLANK_LINES = 20;

/** Whether the file name implies JSON Lines, but the text begins like a value that spans several lines. */
export const isMisnamed = (path: string, text: string): boolean => isJsonLinesFile(path) && indented.test(text);

/** Matches the beginning of another value. */
const bracketNext = /^\s*[[{]/;

/**
 * Whether a document has one value per line. Events always do. In other documents, the file name decides, unless the beginning of the text
 * contradicts it; without such a name, the first line decides. Since a name that ends with `.json` suggests a single value, another value
 * must then begin on the next line.
 */
export function hasLines(path: string, dialect: JsonDialectId, text: string): boolean {
  const isNamed = isJsonLinesFile(path);
  if (isNamed && !indented.test(text)) return true;
  const always = linesByDialect[dialect];
  if (always !== undefined) return always;
  const end = text.indexOf('\n');
  if (isNamed || end < 0) return false;
  const further = path.toLowerCase().endsWith('.json') ? bracketNext : /\S/;
  if (!further.test(text.slice(end, end + 1000))) return false;
  const { root, faults } = readJson(text.slice(text.startsWith(byteOrderMark) ? 1 : 0, end));
  return root !== undefined && faults.length === 0;
}
