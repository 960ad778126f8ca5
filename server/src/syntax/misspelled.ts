/** Spellings that are no token but are surely meant as one. */
import { controlTokens, type TokenFact, thoughtMarkers, tokenByName } from '../grammar/index.ts';
import { tokenAt } from './tokens.ts';

const names = [...controlTokens, ...thoughtMarkers].map((token) => token.name.replace('_', '\\\\?_'));
const bar = '[ \\t]*\\\\?[|｜][ \\t]*';
const spelling = new RegExp(`[<＜]${bar}(${names.join('|')})${bar}[>＞]`, 'iuy');

export interface Misspelling {
  readonly token: TokenFact;
  readonly length: number;
}

const anywhere = new RegExp(spelling.source, 'iug');

/** The misspelt tokens of a stretch, in order. */
export function* misspellings(
  text: string,
  from: number,
  to: number,
): IterableIterator<{ start: number; end: number; token: TokenFact }> {
  anywhere.lastIndex = 0;
  for (const found of text.slice(from, to).matchAll(anywhere)) {
    const start = from + found.index;
    const misspelt = misspelledAt(text, start);
    if (misspelt) yield { start, end: start + misspelt.length, token: misspelt.token };
  }
}

/** The misspelt token that begins at `at`, if one does. */
export function misspelledAt(text: string, at: number): Misspelling | undefined {
  if (tokenAt(text, at) !== undefined) return undefined;
  spelling.lastIndex = at;
  const found = spelling.exec(text);
  const token = found && tokenByName.get((found[1] as string).replace('\\', '').toLowerCase());
  return found && token ? { token, length: found[0].length } : undefined;
}

/** Whether a text is the beginning of a token, but not a whole one. */
export function tokenBegins(text: string): boolean {
  return [...controlTokens, ...thoughtMarkers].some((token) => token.text.startsWith(text) && token.text !== text);
}

/** An unfinished token at the very end of a text, `<|ret`: where it begins, and which it can become. */
export function unfinishedAt(text: string): { start: number; token: TokenFact } | undefined {
  const start = text.lastIndexOf('<|');
  if (start < 0 || text.length - start < 4 || text.length - start > 20) return undefined;
  const tail = text.slice(start);
  const token = [...controlTokens, ...thoughtMarkers].find((candidate) => candidate.text.startsWith(tail));
  return token && token.text !== tail ? { start, token } : undefined;
}
