/** Recognizes spellings that are not tokens, but certainly stand for one. */
import { controlTokens, type TokenFact, thoughtMarkers } from '../../grammar/index.ts';
import { scanBars, type TokenLike } from './token-like.ts';
import { MAX_TOKEN_LENGTH, type TokenAt, tokenAt } from './tokens.ts';

/**
 * A pattern for a bar, ASCII or full-width, perhaps with a backslash before it. In a misspelled token, one space or tab may precede the
 * first bar. Any number of them may precede the second bar or follow either bar.
 */
const bar = '\\\\?[|｜]';
const spaces = '[ \\t]*';

/** Returns a pattern for all spellings of the tokens with these names, including the correct one. */
export function anySpelling(names: readonly string[]): string {
  const words = names.map((name) => name.replaceAll('_', '\\\\?_')).join('|');
  return `[<＜][ \\t]?${bar}${spaces}(${words})${spaces}${bar}${spaces}[>＞]`;
}

/** The tokens of a family, with functions and patterns that find correct and incorrect spellings of them. */
export interface Spellings {
  readonly tokens: readonly TokenFact[];
  /** Returns the correctly spelled token at an offset. */
  readonly find: TokenAt;
  readonly byName: ReadonlyMap<string, TokenFact>;
  /** Matches any spelling of one of the tokens, at `lastIndex`. */
  readonly here: RegExp;
}

export function spellings(tokens: readonly TokenFact[], find: TokenAt): Spellings {
  const source = anySpelling(tokens.map(({ name }) => name));
  const byName = new Map(tokens.map((token) => [token.name, token]));
  return { tokens, find, byName, here: new RegExp(source, 'iuy') };
}

export const spellings2x = spellings([...controlTokens, ...thoughtMarkers], tokenAt);

interface Misspelling {
  readonly token: TokenFact;
  readonly length: number;
}

/** A misspelled token, with its actual text. */
export interface MisspelledToken extends TokenLike {
  readonly text: string;
}

/** Yields the misspelled tokens in a stretch of text, in order. */
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

/** The offset of the angle bracket before a bar, with only spaces in between; -1 if there is none. */
function angleBefore(text: string, bar: number): number {
  let at = text[bar - 1] === '\\' ? bar - 2 : bar - 1;
  while (text[at] === ' ' || text[at] === '\t') at--;
  return text[at] === '<' || text[at] === '＜' ? at : -1;
}

/** Returns the misspelled token that begins at `at`; undefined if there is none. */
export function misspelledAt(text: string, at: number, how: Spellings = spellings2x): Misspelling | undefined {
  const { find, here, byName } = how;
  if (find(text, at) !== undefined) return undefined;
  here.lastIndex = at;
  const match = here.exec(text);
  const token = match && byName.get((match[1] as string).replaceAll('\\', '').toLowerCase());
  return match && token ? { token, length: match[0].length } : undefined;
}

/** Whether a text is the beginning of a token, but not the whole token. */
export function tokenBegins(text: string, { tokens }: Spellings = spellings2x): boolean {
  return tokens.some((token) => token.text.startsWith(text) && token.text !== text);
}

/** Finds an unfinished token at the end of a text, such as `<|ret`. Returns its offset, and the token that it may become. */
export function unfinishedAt(
  text: string,
  { tokens }: Spellings = spellings2x,
): { start: number; token: TokenFact } | undefined {
  const start = text.lastIndexOf('<|');
  if (start < 0 || text.length - start < 4 || text.length - start > MAX_TOKEN_LENGTH) return undefined;
  const tail = text.slice(start);
  const possible = tokens.filter((candidate) => candidate.text.startsWith(tail));
  // A text usually breaks off in a terminator.
  const token = possible.find(({ kind }) => kind === 'terminator') ?? possible[0];
  return token && token.text !== tail ? { start, token } : undefined;
}
