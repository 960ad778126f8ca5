/** Whether a text is JSON Lines, and its lines. */
import { isJsonLinesFile, type JsonDialectId } from '../../grammar/index.ts';
import { readJson } from './read.ts';

const byteOrderMark = '\uFEFF';

/** The lines of a text, with their line breaks; an empty text has one empty line. */
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

/** A value that continues on the next line: it begins with a lone bracket, or its first line ends inside it, before an indented line. */
const indented = /^\uFEFF?\s*(?:\[[ \t]*\r?\n|\{[ \t]*\r?\n\s*"|[[{].*[[{,][ \t]*\r?\n[ \t]+\S)/;
/** How many lines are checked for `indented`, since blank lines may come first. */
export const MAX_BLANK_LINES = 20;

/** Whether the name of a text says JSON Lines, but it begins like a value over several lines. */
export const isMisnamed = (path: string, text: string): boolean => isJsonLinesFile(path) && indented.test(text);

/** The beginning of a further value. */
const bracketNext = /^\s*[[{]/;

/**
 * Whether a document has one value per line: events always do; other documents by file name, unless the beginning contradicts it, or else
 * by their first line. A name that ends with `.json` suggests one value, so another one has to begin on the next line.
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
