/**
 * Finds the start of an output in a line: after words that announce it, or in quotes. A token that is only mentioned does not start
 * an output.
 */
import { endOfString, jsonString, pythonText } from './escapes.ts';
import { firstMark } from './extracted-output.ts';
import { wrappers } from './log-lines.ts';

/** Words that introduce an output without quotes. */
const leadIn =
  /(?:unparsed \S{1,40} output|model output|raw output|generated text|completion|generated|response|output|content|text|at pos \d+)["']?\s?[:=] ?$/i;

/** Words that introduce text that was sent to the model. */
export const isSent = /\b(?:prompt|request|messages|input)\w*["']?\s?[:=]\s?[[("'{b]{0,3}$/i;

/**
 * The offset of the quotation mark that probably opens the string around a position; -1 if there is none. Double quotes are tried
 * before single ones.
 */
export function quoteBefore(text: string, position: number): number {
  for (const quote of ['"', "'"]) {
    const at = text.lastIndexOf(quote, position);
    if (at >= 0 && text[at - 1] !== '\\' && /[\s=:([{,b]/.test(text[at - 1] ?? ' ') && position - at <= 200) return at;
  }
  return -1;
}

/**
 * Returns the value of the quoted log field around a position, as in `msg="… raw='{\\"a\\": 1}'"`; undefined if the field has no
 * escapes.
 */
export function inQuotes(text: string, position: number): string | undefined {
  const quote = quoteBefore(text, position);
  const end = quote < 0 ? -1 : endOfString(text, quote);
  const literal = end > position ? text.slice(quote, end + 1) : '';
  return literal.includes('\\') ? (jsonString(literal) ?? pythonText(literal.slice(1, -1))) : undefined;
}

/** Whether a line only mentions a token: the token is within the line, and the line has no other signs of an output. */
export function isMention(text: string, mark: number): boolean {
  const rest = text.slice(mark, mark + 300);
  return (
    /\w/.test(text.slice(0, mark).replace(wrappers, '')) &&
    !/^<\|channel\|>(?:analysis|commentary|final)\b|^<\|start\|>\w|^<(?:tool_call>|function=)\S*\s*[{<]?/.test(rest) &&
    firstMark(rest.slice(1)) < 0
  );
}

/** The start of the output whose first token is at `mark`. The output begins after the words that announce it, or at its own header. */
export function beginOf(text: string, mark: number): number {
  const begin = announcementEnd(text, mark);
  if (begin !== undefined) return begin;
  const header = /(?:\bassistant)?(?: to=[^\s<]{1,100})?(?: ?(?:json|code))?$/.exec(
    text.slice(Math.max(0, mark - 200), mark),
  );
  return mark - (header?.[0].length ?? 0);
}

/** The end of the words that announce an output, if such words precede `mark` closely. */
export function announcementEnd(text: string, mark: number): number | undefined {
  const near = Math.max(0, mark - 300);
  for (let at = mark; at > near; at--) {
    if (leadIn.test(text.slice(Math.max(0, at - 60), at))) return at;
  }
  return undefined;
}

/** Whether the text before an output announces it, with words such as `output: ` or an opening quotation mark. */
export function isAnnounced(before: string): boolean {
  return quoteBefore(before, before.length) >= 0 || announcementEnd(before, before.length) !== undefined;
}
