/** Recognizes a transcript that resembles JSON: it has control tokens outside JSON strings. If in doubt, the text is JSON. */

import { beginsAsJson, tellingKey } from './opening.ts';

/**
 * Whether control tokens outside JSON strings show that a text is a transcript. In broken JSON, an extra quote swaps what is
 * inside and what is outside strings from there on, so tokens in strings would be parsed, and hidden text would be shown. So a
 * text that begins like JSON is JSON, unless the text before the token is a complete value, with which a transcript may begin.
 * `lines`: one value per line.
 */
export function isTranscriptInstead(text: string, lines: boolean): boolean {
  if (!beginsAsJson(text)) return tokenOutside(text, lines) !== undefined;
  if (lines) return !hasFurtherRow(text) && tokenOutside(text, lines) !== undefined;
  const token = tokenOutside(text, lines);
  return token !== undefined && beginsWithValue(text, token);
}

/** Whether a text begins like JSON that may be a conversation, even if it is incomplete. */
export const isBrokenConversation = (text: string): boolean =>
  beginsAsJson(text) && tellingKey.test(text.slice(0, MAX_BEGINNING));

/** How much of a text is examined for its opening and a member of a conversation (UTF-16 units). */
const MAX_BEGINNING = 4000;

/** Whether one of the lines after the first begins like JSON, too. */
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

/** How many lines are examined for another value. */
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

/** The offset of the first control token outside JSON strings. */
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

/** The offset after the string that begins at an offset; an unclosed string ends with the text, or with the line in JSON Lines. */
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
