/** Recognizes the control tokens that are listed in `grammar/`. */

import {
  chatmlTokens,
  controlTokens,
  foreignTo2x,
  llamaTokens,
  roles,
  type TokenFact,
  thoughtMarkers,
  tokensOf,
  toolRolePrefixes,
} from '../../grammar/index.ts';
import { maximum } from '../lists.ts';

/** Returns the token that begins at an offset of a text; undefined if there is none. */
export type TokenAt = (text: string, at: number) => TokenFact | undefined;

/**
 * Returns the common prefix of tokens, such as `<|`. Scanners jump from one occurrence to the next, so the prefix must not be empty; if it
 * is, this throws.
 */
export function commonStart(tokens: readonly Pick<TokenFact, 'text'>[]): string {
  const [first = '', ...others] = tokens.map(({ text }) => text);
  let length = first.length - 1;
  for (const text of others) {
    while (!text.startsWith(first.slice(0, length))) length--;
    if (length === 0) throw new Error(`The tokens ${first} and ${text} do not begin with the same character.`);
  }
  return first.slice(0, length);
}

/**
 * Returns a function that finds tokens quickly. It selects the candidates by the first letter after the common prefix, then compares the
 * character at the second bar, and only then the whole text.
 */
export function lookup(tokens: readonly TokenFact[]): TokenAt {
  const shared = commonStart(tokens).length;
  const byLetter: { token: TokenFact; written: string; bar: number; sign: number }[][] = [];
  for (const token of tokens) {
    const { text: tokenText } = token;
    const letter = tokenText.charCodeAt(shared);
    const bar = tokenText.length - 2;
    byLetter[letter] ??= [];
    byLetter[letter].push({ token, written: tokenText, bar, sign: tokenText.charCodeAt(bar) });
  }
  return (text, at) => {
    const candidates = byLetter[text.charCodeAt(at + shared)];
    if (candidates === undefined) return undefined;
    for (let i = 0; i < candidates.length; i++) {
      const { token, written: tokenText, bar, sign } = candidates[i] as (typeof candidates)[number];
      if (text.charCodeAt(at + bar) === sign && text.startsWith(tokenText, at)) return token;
    }
    return undefined;
  };
}

/** Returns the token at an offset of a 2.x document. This may also be a token that frames messages in other dialects. */
export const tokenAt: TokenAt = lookup([...controlTokens, ...thoughtMarkers, ...foreignTo2x]);

const all = [...new Set(Object.values(tokensOf).flat())];

/** The length of the longest token of any dialect. */
export const MAX_TOKEN_LENGTH = maximum(all.map(({ text }) => text.length));

const findToken = (name: string, tokens = controlTokens): TokenFact => {
  const token = tokens.find((candidate) => candidate.name === name);
  if (!token) throw new Error(`no token ${name}`);
  return token;
};

export const START = findToken('start');
export const CHANNEL = findToken('channel');
export const CONSTRAIN = findToken('constrain');
export const MESSAGE = findToken('message');
export const END = findToken('end');
export const CALL = findToken('call');
export const RETURN = findToken('return');
export const LITERAL = findToken('literal');
export const ENDLITERAL = findToken('endliteral');
export const START_HEADER = findToken('start_header_id', llamaTokens);
export const EOT = findToken('eot_id', llamaTokens);
export const EOM = findToken('eom_id', llamaTokens);
export const END_HEADER = findToken('end_header_id', llamaTokens);
export const IM_START = findToken('im_start', chatmlTokens);
export const IM_SEP = findToken('im_sep', chatmlTokens);
export const IM_END = findToken('im_end', chatmlTokens);

const terminators = all.filter(({ kind }) => kind === 'terminator');

/** Returns the token directly before an offset, if it ends messages in any dialect. */
export function terminatorBefore(text: string, end: number): TokenFact | undefined {
  return terminators.find((token) => text.endsWith(token.text, end));
}

/** Matches a `<|start|>` with a plausible role. Unlike `<|start|>` in prose, it ends an unclosed message. */
const plausibleStart = new RegExp(
  `<\\|start\\|>(?:(?:${roles.map((role) => role.name).join('|')})|functions\\.[^\\s<]*|(?:${toolRolePrefixes.slice(1).join('|')})(?:\\.[^\\s<]*)?)(?=\\s|<\\||$)`,
  'iy',
);

export function isPlausibleStart(text: string, at: number): boolean {
  plausibleStart.lastIndex = at;
  return plausibleStart.test(text);
}

/** Whether a token can be escaped by doubling its `<`, as the nine control tokens and the thought markers can. */
export function isEscapable(token: TokenFact): boolean {
  return token.kind !== 'foreign';
}

const lessThan = 60;

/** Whether a `<` directly before `at` escapes a token there. A `<` before `from` does not count. */
export function afterAngle(text: string, at: number, from: number): boolean {
  return at > from && text.charCodeAt(at - 1) === lessThan;
}
