/** The three literals in JSON, and misspellings of them: Python's, truncated and mistyped ones. */
import { closest } from '../tokens/closest.ts';

export type Literal = 'true' | 'false' | 'null';

const literals: readonly Literal[] = ['true', 'false', 'null'];

/** The initials of misspelled literals: the first letter of one or, if two letters are exchanged, the second. */
const initials = /^[tfnrau]/i;

/** Python's words for those of JSON. */
const python: ReadonlyMap<string, Literal> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/** The literal that a word certainly stands for: such a word is unlikely to be text that lacks its quotes. */
export function literalMeant(word: string): Literal | undefined {
  const known = python.get(word);
  if (known !== undefined) return known;
  // A long text with broken quotes has many words: most are ruled out by their first letter.
  if (!initials.test(word)) return undefined;
  const lower = word.toLowerCase();
  return literals.find((literal) => literal === lower || isCut(lower, literal) || isMistyped(lower, literal));
}

/** Whether a word may be meant as a literal, so that it is not certainly text that lacks its quotes. */
export function mayBeLiteral(word: string): boolean {
  const lower = word.toLowerCase();
  return (
    spellings.some((literal) => literal.startsWith(lower) || lower.startsWith(literal)) ||
    closest(word, spellings, 1) !== undefined
  );
}
const spellings = [...literals, 'none'];

/** Whether a word is a truncated literal, long enough to rule out other meanings. */
const isCut = (word: string, literal: Literal) => word.length >= 3 && literal.startsWith(word);

/** Whether two letters that are next to each other are exchanged, or a letter is repeated. */
const isMistyped = (word: string, literal: Literal) =>
  once(word) === once(literal) ||
  (word.length === literal.length &&
    [...word].sort().join('') === [...literal].sort().join('') &&
    closest(word, [literal], 1) !== undefined);

/** A word with each run of a letter as one letter. */
const once = (word: string) => word.replace(/(.)\1+/g, '$1');
