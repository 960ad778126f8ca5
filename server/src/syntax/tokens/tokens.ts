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
    const { text: written } = token;
    const letter = written.charCodeAt(shared);
    const bar = written.length - 2;
    byLetter[letter] ??= [];
    byLetter[letter].push({ token, written, bar, sign: written.charCodeAt(bar) });
  }
  return (text, at) => {
    const candidates = byLetter[text.charCodeAt(at + shared)];
    if (candidates === undefined) return undefined;
    for (let i = 0; i < candidates.length; i++) {
      const { token, written, bar, sign } = candidates[i] as (typeof candidates)[number];
      if (text.charCodeAt(at + bar) === sign && text.startsWith(written, at)) return token;
    }
    return undefined;
  };
}

/** Returns the token at an offset of a 2.x document. This may also be a token that frames messages in other dialects. */
export const tokenAt: TokenAt = lookup([...controlTokens, ...thoughtMarkers, ...foreignTo2x]);

const all = [...new Set(Object.values(tokensOf).flat())];

/** The length of the longest token of any dialect. */
export const MAX_TOKEN_LENGTH = maximum(all.map(({ text }) => text.length));

const named = (name: string, tokens = controlTokens): TokenFact => {
  const token = tokens.find((candidate) => candidate.name === name);
  if (!token) throw new Error(`no token ${name}`);
  return token;
};

export const START = named('start');
export const CHANNEL = named('channel');
export const CONSTRAIN = named('constrain');
export const MESSAGE = named('message');
export const END = named('end');
export const CALL = named('call');
export const RETURN = named('return');
export const LITERAL = named('literal');
export const ENDLITERAL = named('endliteral');
export const START_HEADER = named('start_header_id', llamaTokens);
export const EOT = named('eot_id', llamaTokens);
export const EOM = named('eom_id', llamaTokens);
export const END_HEADER = named('end_header_id', llamaTokens);
export const IM_START = named('im_start', chatmlTokens);
export const IM_SEP = named('im_sep', chatmlTokens);
export const IM_END = named('im_end', chatmlTokens);

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
