/** Recognizes streams of server-sent events, as chat APIs send their answers. */
import { beginsWithChunk, isChunk } from './chunk-stream.ts';

/** The length of the text that is examined (UTF-16 units). Pings and comments may precede the first data. */
const farEnough = 1 << 16;

/**
 * Matches the status line and headers in front of the body, if the whole response was saved. After redirections, there are several of them.
 */
const responseHeads = /^\uFEFF?\s*(?:HTTP\/\d(?:\.\d)? \d{3}[^\r\n]*\r?\n(?:[^\s:]+:[^\r\n]*\r?\n)*\r?\n)+/;

/** The offset at which the body begins in a text that may be a saved HTTP response. */
export const bodyStart = (text: string): number => responseHeads.exec(text)?.[0].length ?? 0;

export const fields = ['event:', 'id:', 'retry:', 'data:', ':'];
export const field = /^(?:(?:event|id|retry|data)(?::|$)|:)/;
/**
 * Matches data of a chat API: a JSON object, or the marker that ends a stream of completions. These values do not occur after `data:` in
 * YAML.
 */
export const telling = /^data: ?[ \t]*(?:\{[ \t]*(?:["}].*)?|\[DONE\][ \t]*)$/;
/**
 * Whether a text is a stream of server-sent events, judged by its beginning: it consists of fields and comments, and its first data is from
 * a chat API. The next line must be a field or a comment as well, unless the text is cut off before it. Responses saved with their headers,
 * chunks alone, and events after other lines of a log also count.
 */
export function isEventStream(text: string): boolean {
  const start = bodyStart(text);
  const head = text.slice(start, start + farEnough);
  if (!beginsWithField(head)) return beginsWithChunk(head) || comesAfterLog(head);
  let isTold = false;
  for (const line of linesIn(head)) {
    // The last line of the examined text may be incomplete.
    if (line.end === head.length && start + head.length < text.length) break;
    if (line.text.trim() === '') continue;
    if (!field.test(line.text)) return false;
    if (isTold) return true;
    if (!line.text.startsWith('data:')) continue;
    if (!telling.test(line.text)) return false;
    isTold = true;
  }
  return isTold;
}

/** Matches text that does not occur in a log: control tokens, and fences around a quotation. */
const quoting = /<\||^\s*(?:```|~~~)/;

/** Whether events from a chat API follow the lines of a log: the first two pieces of data are chunks. */
function comesAfterLog(head: string): boolean {
  if (!head.includes('\ndata:')) return false;
  let chunks = 0;
  for (const { text } of linesIn(head)) {
    if (text.startsWith('data:')) {
      const data = text.slice('data:'.length).trim();
      if (!isChunk(data) && !(chunks > 0 && telling.test(text))) return false;
      if (++chunks > 1) return true;
    } else if (text.trim() !== '' && (chunks > 0 ? !field.test(text) : quoting.test(text))) return false;
  }
  return false;
}

const beginsWithField = (text: string): boolean => {
  const first = /[^\uFEFF\s]/.exec(text)?.index ?? text.length;
  return fields.some((one) => text.startsWith(one, first));
};

export interface Line {
  readonly text: string;
  readonly start: number;
  /** The offset before the line break. */
  readonly end: number;
}

const lineBreak = /\r\n|\r|\n/g;

/** The lines of a text, without its byte-order mark. */
export function* linesIn(text: string): Generator<Line> {
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (const { 0: breakText, index } of text.matchAll(lineBreak)) {
    yield { text: text.slice(start, index), start, end: index };
    start = index + breakText.length;
  }
  yield { text: text.slice(start), start, end: text.length };
}
