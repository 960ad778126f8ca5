/**
 * Uses control tokens outside JSON strings to recognize a transcript that begins like JSON. When in doubt, the text is treated as
 * JSON.
 */

import { beginsAsJson, tellingKey } from './opening.ts';

/**
 * Whether control tokens outside JSON strings show that a text is a transcript. In broken JSON, an extra quote swaps what is inside and
 * outside the strings after it. Tokens in strings would then be parsed as tokens, and hidden text would be shown. Therefore, text that
 * begins like JSON is treated as JSON, unless a complete value precedes the token, since a transcript may begin with a value. In JSON
 * Lines, such text is treated as JSON if another line begins like JSON, too. `lines`: whether there is one value per line.
 */
export function isTranscriptInstead(text: string, lines: boolean): boolean {
  if (!beginsAsJson(text)) return tokenOutside(text, lines) !== undefined;
  if (lines) return !hasFurtherRow(text) && tokenOutside(text, lines) !== undefined;
  const token = tokenOutside(text, lines);
  return token !== undefined && beginsWithValue(text, token);
}

/** Whether a text, complete or not, begins like JSON that may be a conversation. */
export const isBrokenConversation = (text: string): boolean =>
  beginsAsJson(text) && tellingKey.test(text.slice(0, MAX_BEGINNING));

/** The length of the beginning that is searched for a key of a conversation (UTF-16 units). */
const MAX_BEGINNING = 4000;

/** Whether a line after the first one also begins like JSON. */
function hasFurtherRow(text: string): boolean {
  const first = /\S.*/.exec(text);
  let from = first ? first.index + first[0].length : text.length;
  for (let line = 0; line < MAX_LINES && from < text.length; line++) {
    const next = text.indexOf('\n', from + 1);
    const end = next < 0 ? text.length : next;
    if (beginsAsJson(text.slice(from, end))) return true;
    from = end;
  }
  return false;
}

/** The maximum number of lines that are examined for another value. */
const MAX_LINES = 20;

/** Whether a text begins with a complete value that ends before an offset. */
function beginsWithValue(text: string, before: number): boolean {
  let depth = 0;
  for (let at = 0; at < before; ) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at, false);
      continue;
    }
    if (char === '{' || char === '[') depth++;
    if ((char === '}' || char === ']') && --depth <= 0) return isValue(text.slice(0, at + 1));
    at++;
  }
  return false;
}

function isValue(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}

function tokenOutside(text: string, lines: boolean): number | undefined {
  for (let at = 0; ; ) {
    const token = text.indexOf('<|', at);
    if (token < 0) return undefined;
    const quote = text.indexOf('"', at);
    if (quote < 0 || token < quote) {
      if (/^<\|\w{1,40}\|>/.test(text.slice(token, token + 50))) return token;
      at = token + 2;
    } else at = endOfString(text, quote, lines);
  }
}

/** Returns the offset after the string that begins at `start`. An unclosed string ends with the text or, in JSON Lines, with the line. */
function endOfString(text: string, start: number, lines: boolean): number {
  const line = lines ? text.indexOf('\n', start) : -1;
  const most = line < 0 ? text.length : line;
  for (let at = start + 1; ; ) {
    const end = text.indexOf('"', at);
    if (end < 0 || end > most) return most;
    let slashes = end;
    while (text[slashes - 1] === '\\') slashes--;
    if ((end - slashes) % 2 === 0) return end + 1;
    at = end + 1;
  }
}
