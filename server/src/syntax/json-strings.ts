/**
 * Strings of JSON that may be broken: where one ends that was opened or closed with the wrong quote, that runs over
 * lines, or that nobody closed. What is valid JSON is always read as JSON reads it.
 */
import type { JsonEdit, JsonFault, JsonString } from './json-reader.ts';

const typographic = '\u201c\u201d\u201e\u201f\u2033\uff02';
const single = "'\u2018\u2019\u201a\u201b`";
const openers = new RegExp(`["${typographic}${single}]`);
const typographicAny = new RegExp(`[${typographic}]`, 'g');
const smart = new RegExp(`[${typographic}\u2018-\u201b]`);

/** How far is looked for the end of a string whose quotes are wrong, so that no text takes long. */
const reach = 20_000;

export function opensString(unit: string): boolean {
  return openers.test(unit);
}

/** The string that begins at `start`, with what is wrong with it, and what makes it JSON of the same value. */
export function readString(
  text: string,
  start: number,
  report: (fault: JsonFault) => void,
  repair: (edit: JsonEdit) => void,
): JsonString {
  const quote = text[start] as string;
  let faulty = false;
  const note = (fault: JsonFault) => {
    faulty = true;
    report(fault);
  };
  const { end, contentEnd } = quote === '"' ? closeDouble(text, start, note) : closeOther(text, start, quote, note);
  const raw = text.slice(start + 1, contentEnd);
  const found = decode(raw, start, end, note);
  if (faulty) repairString(text, start, contentEnd, end, repair);
  return found;
}

const unwritten = /\\(?:u[\da-fA-F]{4}|[^])?|["\u0000-\u001f]/g;

/** Quotes, and within them escapes, as JSON has them. */
function repairString(text: string, start: number, contentEnd: number, end: number, repair: (edit: JsonEdit) => void) {
  if (text[start] !== '"') repair({ start, end: start + 1, text: '"' });
  for (const { 0: piece, index } of text.slice(start + 1, contentEnd).matchAll(unwritten)) {
    const at = start + 1 + index;
    const written = writtenAs(piece);
    if (written !== piece) repair({ start: at, end: at + piece.length, text: written });
  }
  if (contentEnd === end) repair({ start: end, end, text: '"' });
  else if (text[contentEnd] !== '"') repair({ start: contentEnd, end, text: '"' });
}

function writtenAs(piece: string): string {
  if (piece[0] !== '\\') return JSON.stringify(piece).slice(1, -1);
  const letter = piece[1] ?? '';
  if (letter === "'") return letter;
  return isEscape(piece) ? piece : `\\\\${JSON.stringify(letter).slice(1, -1)}`;
}

/** Whether JSON knows an escape. */
function isEscape(piece: string): boolean {
  return piece.length > 2 || (piece.length === 2 && '"\\/bfnrt'.includes(piece[1] as string));
}

interface Close {
  /** Behind the closing quote. */
  readonly end: number;
  readonly contentEnd: number;
}

function closeDouble(text: string, start: number, report: (fault: JsonFault) => void): Close {
  const found = nextQuote(text, start + 1);
  if (found >= 0 && isFollowed(text, found + 1)) return { end: found + 1, contentEnd: found };
  const to = Math.min(found < 0 ? text.length : found, start + reach);
  typographicAny.lastIndex = start + 1;
  for (let hit = typographicAny.exec(text); hit !== null && hit.index < to; hit = typographicAny.exec(text)) {
    if (!isFollowed(text, hit.index + 1)) continue;
    report(smartQuote(text, hit.index));
    return { end: hit.index + 1, contentEnd: hit.index };
  }
  const lineEnd = endOfLine(text, start + 1);
  if (found < 0 || found >= lineEnd) return unclosed(text, start, lineEnd, report);
  // A quote inside of the text that nobody escaped, if the line has a better one further on.
  if (/[\p{L}\p{N}]/u.test(text[found + 1] ?? '')) {
    for (let next = nextQuote(text, found + 1); next >= 0 && next < lineEnd; next = nextQuote(text, next + 1)) {
      if (next - found > reach) break;
      if (!isFollowed(text, next + 1)) continue;
      report({ kind: 'syntax', start: found, end: found + 1, message: 'a quote inside of a string is written `\\"`' });
      return { end: next + 1, contentEnd: next };
    }
  }
  return { end: found + 1, contentEnd: found };
}

function closeOther(text: string, start: number, quote: string, report: (fault: JsonFault) => void): Close {
  report(
    smart.test(quote)
      ? smartQuote(text, start)
      : { kind: 'syntax', start, end: start + 1, message: 'strings stand in double quotes' },
  );
  const closers = new RegExp(`["${typographic}${single.includes(quote) ? single : ''}]`, 'g');
  const to = Math.min(text.length, start + reach);
  let first = -1;
  closers.lastIndex = start + 1;
  for (let hit = closers.exec(text); hit !== null && hit.index < to; hit = closers.exec(text)) {
    if (first < 0) first = hit.index;
    if (!isFollowed(text, hit.index + 1)) continue;
    first = hit.index;
    break;
  }
  const lineEnd = endOfLine(text, start + 1);
  if (first < 0) return unclosed(text, start, lineEnd, report);
  // The wrong single quotes are one mistake, named at the first.
  if (smart.test(text[first] as string)) report(smartQuote(text, first));
  return { end: first + 1, contentEnd: first };
}

/** Without a closing quote the string ends with its line, and what separates it from the next is none of its text. */
function unclosed(text: string, start: number, lineEnd: number, report: (fault: JsonFault) => void): Close {
  const line = text.slice(start + 1, Math.min(lineEnd, start + reach));
  const end = start + 1 + line.replace(/[\s,\]}]+$/, '').length;
  report({ kind: 'syntax', start, end: start + 1, message: 'the closing quote of this string is missing' });
  return { end, contentEnd: end };
}

const smartQuote = (text: string, at: number): JsonFault => ({
  kind: 'smart-quote',
  start: at,
  end: at + 1,
  message: text[at] as string,
});

/** The next `"` that no backslash escapes, or -1. */
function nextQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let back = at;
    while (back > from && text.charCodeAt(back - 1) === 92) back--;
    if ((at - back) % 2 === 0) return at;
  }
  return -1;
}

/** Whether what follows a string follows: `,`, `:`, a closing bracket, or the end. */
function isFollowed(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at] as string)) at++;
  return at >= text.length || ',:]}'.includes(text[at] as string);
}

function endOfLine(text: string, from: number): number {
  const lf = text.indexOf('\n', from);
  const end = lf < 0 ? text.length : lf;
  return end > from && text[end - 1] === '\r' ? end - 1 : end;
}

const special = /[\\\u0000-\u001f]/;
const pieces = /\\(?:u[\da-fA-F]{4}|[^])?|\r\n|[\u0000-\u001f]/g;
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function decode(raw: string, start: number, end: number, report: (fault: JsonFault) => void): JsonString {
  if (!special.test(raw)) return { kind: 'string', start, end, value: raw, exact: true };
  let breaks = 0;
  let firstBreak: { start: number; end: number } | undefined;
  const value = raw.replace(pieces, (piece, at: number) => {
    const span = { start: start + 1 + at, end: start + 1 + at + piece.length };
    if (piece[0] === '\\') {
      const letter = piece[1] ?? '';
      if (letter === 'u' && piece.length === 6) return String.fromCharCode(Number.parseInt(piece.slice(2), 16));
      if (letter !== '' && '"\\/'.includes(letter)) return letter;
      const escaped = escapes[letter];
      if (escaped !== undefined) return escaped;
      report({
        ...span,
        kind: 'syntax',
        message: `JSON has no escape \`${piece.trim()}\`; a backslash is written \`\\\\\``,
      });
      return letter === "'" ? letter : piece;
    }
    if (piece === '\t' || (piece[0] !== '\n' && piece[0] !== '\r')) {
      report({
        ...span,
        kind: 'syntax',
        message: 'a control character in a string is written as an escape, such as `\\t`',
      });
      return piece;
    }
    breaks++;
    firstBreak ??= span;
    return piece;
  });
  if (firstBreak) report({ ...firstBreak, kind: 'raw-newline', message: '', count: breaks });
  return { kind: 'string', start, end, value, exact: false };
}

/** The offset in the document of the `index`th unit of a string's value. */
export function sourceOffset(text: string, node: JsonString, index: number): number {
  if (node.exact) return node.start + 1 + index;
  let at = node.start + 1;
  for (let left = index; left > 0 && at < node.end; left--) {
    if (text.charCodeAt(at) !== 92) at++;
    else if (/^u[\da-fA-F]{4}/.test(text.slice(at + 1, at + 6))) at += 6;
    // Where JSON knows no such escape, the backslash is a character.
    else at += `"\\/bfnrt'`.includes(text[at + 1] ?? 'x') ? 2 : 1;
  }
  return Math.min(at, node.end);
}
