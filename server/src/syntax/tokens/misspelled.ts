/** Spellings that are not tokens but are surely meant as one. */
import { controlTokens, type TokenFact, thoughtMarkers } from '../../grammar/index.ts';
import { scanBars, type TokenLike } from './token-like.ts';
import { MAX_TOKEN_LENGTH, type TokenAt, tokenAt } from './tokens.ts';

/**
 * A bar, ASCII or full-width, perhaps with a backslash before it. A misspelled token may have one space or tab before its first bar, and
 * any number after each bar and before the second.
 */
const bar = '\\\\?[|｜]';
const spaces = '[ \\t]*';

/** A pattern for all ways to write the tokens with these names, including the correct one. */
export function anySpelling(names: readonly string[]): string {
  const words = names.map((name) => name.replaceAll('_', '\\\\?_')).join('|');
  return `[<＜][ \\t]?${bar}${spaces}(${words})${spaces}${bar}${spaces}[>＞]`;
}

/** The spellings of tokens in a family, correct or not. */
export interface Spellings {
  readonly tokens: readonly TokenFact[];
  /** The token that is spelled correctly at an offset. */
  readonly find: TokenAt;
  readonly byName: ReadonlyMap<string, TokenFact>;
  /** Matches any spelling of one of the tokens at an offset. */
  readonly here: RegExp;
}

export function spellings(tokens: readonly TokenFact[], find: TokenAt): Spellings {
  const source = anySpelling(tokens.map(({ name }) => name));
  const byName = new Map(tokens.map((token) => [token.name, token]));
  return { tokens, find, byName, here: new RegExp(source, 'iuy') };
}

/** The tokens of 2.x. */
export const spellings2x = spellings([...controlTokens, ...thoughtMarkers], tokenAt);

interface Misspelling {
  readonly token: TokenFact;
  readonly length: number;
}

/** A misspelled token, with its text as written. */
export interface MisspelledToken extends TokenLike {
  readonly text: string;
}

/** The misspelled tokens of a stretch, in order. */
export function misspellings(
  text: string,
  from: number,
  to: number,
  how: Spellings = spellings2x,
): IterableIterator<MisspelledToken> {
  return scanBars(text, from, to, (_text, bar) => {
    const start = angleBefore(text, bar);
    const misspelled = start >= from ? misspelledAt(text, start, how) : undefined;
    if (misspelled === undefined || start + misspelled.length > to) return undefined;
    const end = start + misspelled.length;
    return { start, end, text: text.slice(start, end), token: misspelled.token };
  });
}

/** The offset of the angle bracket that may belong to a bar; -1 without one. */
function angleBefore(text: string, bar: number): number {
  let at = text[bar - 1] === '\\' ? bar - 2 : bar - 1;
  while (text[at] === ' ' || text[at] === '\t') at--;
  return text[at] === '<' || text[at] === '＜' ? at : -1;
}

/** The misspelled token that begins at `at`, if one does. */
export function misspelledAt(text: string, at: number, how: Spellings = spellings2x): Misspelling | undefined {
  const { find, here, byName } = how;
  if (find(text, at) !== undefined) return undefined;
  here.lastIndex = at;
  const match = here.exec(text);
  const token = match && byName.get((match[1] as string).replaceAll('\\', '').toLowerCase());
  return match && token ? { token, length: match[0].length } : undefined;
}

/** Whether a text is the beginning of a token, but not a whole one. */
export function tokenBegins(text: string, { tokens }: Spellings = spellings2x): boolean {
  return tokens.some((token) => token.text.startsWith(text) && token.text !== text);
}

/** An unfinished token at the very end of a text, `<|ret`: where it begins, and which it can become. */
export function unfinishedAt(
  text: string,
  { tokens }: Spellings = spellings2x,
): { start: number; token: TokenFact } | undefined {
  const start = text.lastIndexOf('<|');
  if (start < 0 || text.length - start < 4 || text.length - start > MAX_TOKEN_LENGTH) return undefined;
  const tail = text.slice(start);
  const possible = tokens.filter((candidate) => candidate.text.startsWith(tail));
  // A text most likely breaks off in its terminator.
  const token = possible.find(({ kind }) => kind === 'terminator') ?? possible[0];
  return token && token.text !== tail ? { start, token } : undefined;
}
