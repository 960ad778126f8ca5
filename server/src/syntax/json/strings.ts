/**
 * Reads JSON strings that may be broken. Finds the end of strings that have wrong quotes, extend over several lines, or are not closed.
 * Valid JSON is always read as defined.
 */

import { getOwn } from '../get-own.ts';
import type { JsonFault } from './faults.ts';
import type { JsonEdit, JsonString } from './nodes.ts';
import { type StringEnds, single, typographic } from './string-ends.ts';

const openers = new RegExp(`["${typographic}${single}]`);
const smart = new RegExp(`[${typographic}\u2018-\u201b]`);

/** The maximum length of a string with wrong quotes that extends beyond its line (UTF-16 units). */
const reach = 20_000;

export function opensString(unit: string): boolean {
  return unit === '"' || openers.test(unit);
}

/** Reads the string that begins at `start`. Reports its faults, and the edits that make it valid JSON with the same value. */
export function readString(
  text: string,
  start: number,
  ends: StringEnds,
  report: (fault: JsonFault) => void,
  repair: (edit: JsonEdit) => void,
): JsonString {
  const quote = text[start] as string;
  let faulty = false;
  const note = (fault: JsonFault) => {
    faulty = true;
    report(fault);
  };
  const { end, contentEnd } =
    quote === '"' ? closeDouble(text, start, ends, note) : closeOther(text, start, ends, note);
  const raw = text.slice(start + 1, contentEnd);
  const node = decode(raw, start, end, note);
  if (faulty) repairString(text, start, contentEnd, end, repair);
  return node;
}

const unwritten = /\\(?:u[\da-fA-F]{4}|[^])?|["\u0000-\u001f]/g;

/** Corrects the quotes of a string and the escapes in it. */
function repairString(text: string, start: number, contentEnd: number, end: number, repair: (edit: JsonEdit) => void) {
  if (text[start] !== '"') repair({ start, end: start + 1, text: '"' });
  const raw = text.slice(start + 1, contentEnd);
  const isLiteral = isLiteralPath(raw);
  for (const { 0: piece, index } of raw.matchAll(unwritten)) {
    const at = start + 1 + index;
    const escapedPiece = isLiteral ? piece.replaceAll('\\', '\\\\') : writtenAs(piece);
    if (escapedPiece !== piece) repair({ start: at, end: at + piece.length, text: escapedPiece });
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

/** Whether a piece of a string is a valid escape of JSON. */
function isEscape(piece: string): boolean {
  return piece.length > 2 || (piece.length === 2 && '"\\/bfnrt'.includes(piece[1] as string));
}

/** Matches a Windows path with single backslashes that begins with a drive or a share. */
const path = /^(?:[A-Za-z]:|\\\\[\w.-]{2,}\\[\w.$-]{2,})(?:\\[^\\"'\u0000-\u001f][^\\"\u0000-\u001f]*)+$/;
const unknownEscape = /\\(?!["\\/bfnrt]|u[\da-fA-F]{4})/;

/**
 * Whether a string is a path whose backslashes are not doubled. Since at least one backslash does not begin a valid escape, the writer
 * meant none of them as an escape.
 */
function isLiteralPath(raw: string): boolean {
  return path.test(raw) && unknownEscape.test(raw.slice(2));
}

interface Close {
  /** The offset after the closing quote. `contentEnd`: the offset before it. */
  readonly end: number;
  readonly contentEnd: number;
}

function closeDouble(text: string, start: number, ends: StringEnds, report: (fault: JsonFault) => void): Close {
  const quoteIndex = ends.quote(start + 1);
  const followed = ends.quoteFollowed(start + 1);
  if (quoteIndex >= 0 && followed === quoteIndex) return { end: quoteIndex + 1, contentEnd: quoteIndex };
  const to = Math.min(quoteIndex < 0 ? text.length : quoteIndex, start + reach);
  const curly = ends.typographicFollowed(start + 1);
  if (curly >= 0 && curly < to) {
    report(smartQuote(text, curly));
    return { end: curly + 1, contentEnd: curly };
  }
  const lineEnd = endOfLine(text, start + 1, ends);
  if (quoteIndex < 0 || quoteIndex >= lineEnd) return unclosed(text, start, lineEnd, report);
  // If a later quote on the line is more likely to close the string, this one is an unescaped quote within it.
  const better = followed >= 0 && followed < lineEnd && followed - quoteIndex <= reach;
  if (better && /[\p{L}\p{N}]/u.test(text[quoteIndex + 1] ?? '')) {
    report({ code: 'quote-unescaped', start: quoteIndex, end: quoteIndex + 1 });
    return { end: followed + 1, contentEnd: followed };
  }
  return { end: quoteIndex + 1, contentEnd: quoteIndex };
}

function closeOther(text: string, start: number, ends: StringEnds, report: (fault: JsonFault) => void): Close {
  const quote = text[start] as string;
  report(smart.test(quote) ? smartQuote(text, start) : { code: 'string-quotes', start, end: start + 1 });
  const isSingle = single.includes(quote);
  const lineEnd = endOfLine(text, start + 1, ends);
  const to = Math.max(start + reach, lineEnd);
  const followed = (isSingle ? ends.singleFollowed : ends.doubleFollowed)(start + 1);
  const end = followed >= 0 && followed < to ? followed : (isSingle ? ends.single : ends.double)(start + 1);
  if (end < 0 || end >= to) return unclosed(text, start, lineEnd, report);
  // Wrong single quotes around a string are reported once, at the first quote. A typographic quote at the end is reported separately.
  if (smart.test(text[end] as string)) report(smartQuote(text, end));
  return { end: end + 1, contentEnd: end };
}

/**
 * Ends a string without a closing quote at the end of its line, but before separators there. Otherwise, the parser would read text that is
 * being typed as words, and compare each word with the literals.
 */
function unclosed(text: string, start: number, lineEnd: number, report: (fault: JsonFault) => void): Close {
  let end = Math.max(start + 1, lineEnd);
  while (end > start + 1 && /[\s,\]}]/.test(text[end - 1] as string)) end--;
  report({ code: 'string-unclosed', start, end: start + 1 });
  return { end, contentEnd: end };
}

const smartQuote = (text: string, at: number): JsonFault => ({
  code: 'smart-quote',
  start: at,
  end: at + 1,
  what: text[at] as string,
});

function endOfLine(text: string, from: number, ends: StringEnds): number {
  const lf = ends.lineFeed(from);
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
      const escaped = getOwn(escapes, letter);
      if (escaped !== undefined) return escaped;
      report({ ...span, code: 'escape-unknown', what: piece.trim() });
      return letter === "'" ? letter : piece;
    }
    if (piece === '\t' || (piece[0] !== '\n' && piece[0] !== '\r')) {
      report({ ...span, code: 'control-character' });
      return piece;
    }
    breaks++;
    firstBreak ??= span;
    return piece;
  });
  if (isLiteralPath(raw)) return { kind: 'string', start, end, value: raw, exact: true };
  if (firstBreak) report({ ...firstBreak, code: 'raw-newline', count: breaks });
  return { kind: 'string', start, end, value, exact: false };
}

/** The offset in the document of the UTF-16 unit `index` of a string's value. */
export function sourceOffset(text: string, node: JsonString, index: number): number {
  if (node.exact) return node.start + 1 + index;
  const isBehind = reached.node === node && reached.index <= index;
  let { index: from, at } = isBehind ? reached : { index: 0, at: node.start + 1 };
  for (; from < index && at < node.end; from++) at += unitLength(text, at);
  reached = { node, index: from, at };
  return Math.min(at, node.end);
}

/** The last computed offset. Callers request the offsets of a string in ascending order. */
let reached: { readonly node: JsonString | undefined; readonly index: number; readonly at: number } = {
  node: undefined,
  index: 0,
  at: 0,
};

/**
 * The offsets in the document of all UTF-16 units of a string's value, followed by the offset after the last unit. For callers that need
 * many offsets.
 */
export function sourceOffsets(text: string, node: JsonString): Uint32Array {
  const offsets = new Uint32Array(node.value.length + 1);
  let at = node.start + 1;
  for (let index = 0; index < offsets.length; index++) {
    offsets[index] = Math.min(at, node.end);
    at += unitLength(text, at);
  }
  return offsets;
}

/** The length in the source of one UTF-16 unit of a string's value. */
function unitLength(text: string, at: number): number {
  if (text.charCodeAt(at) !== 92) return 1;
  if (/^u[\da-fA-F]{4}/.test(text.slice(at + 1, at + 6))) return 6;
  // If the escape does not exist in JSON, the backslash is part of the value.
  return `"\\/bfnrt'`.includes(text[at + 1] ?? 'x') ? 2 : 1;
}
