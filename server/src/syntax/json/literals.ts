/** Recognizes the three literals of JSON, and their misspellings: truncated or mistyped forms, and `True`, `False` and `None` of Python. */
import { closest } from '../tokens/closest.ts';

export type Literal = 'true' | 'false' | 'null';

const literals: readonly Literal[] = ['true', 'false', 'null'];

/** The first letters of misspelled literals: the first letter of a literal or, if two letters are swapped, its second. */
const initials = /^[tfnrau]/i;

/** The words of Python for the literals of JSON. */
const python: ReadonlyMap<string, Literal> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/** The literal for which a word certainly stands. Such a word is unlikely to be text without quotes. */
export function literalMeant(word: string): Literal | undefined {
  const pythonLiteral = python.get(word);
  if (pythonLiteral !== undefined) return pythonLiteral;
  // A long text with broken quotes contains many words. The first letter rules most of them out.
  if (!initials.test(word)) return undefined;
  const lower = word.toLowerCase();
  return literals.find((literal) => literal === lower || isCut(lower, literal) || isMistyped(lower, literal));
}

/** Whether a word may stand for a literal, so that it is not certainly text without quotes. */
export function mayBeLiteral(word: string): boolean {
  const lower = word.toLowerCase();
  return (
    spellings.some((literal) => literal.startsWith(lower) || lower.startsWith(literal)) ||
    closest(word, spellings, 1) !== undefined
  );
}
const spellings = [...literals, 'none'];

/** Whether a word is the beginning of a literal, and too long to have another meaning. */
const isCut = (word: string, literal: Literal) => word.length >= 3 && literal.startsWith(word);

/** Whether two adjacent letters of a literal are swapped, or a letter is repeated. */
const isMistyped = (word: string, literal: Literal) =>
  once(word) === once(literal) ||
  (word.length === literal.length &&
    [...word].sort().join('') === [...literal].sort().join('') &&
    closest(word, [literal], 1) !== undefined);

/** A word in which each run of the same letter is reduced to one. */
const once = (word: string) => word.replace(/(.)\1+/g, '$1');
