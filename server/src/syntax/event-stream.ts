/** Server-sent events, as chat APIs stream their answers: recognizes a text as one of these streams. */
import { beginsWithChunk, isChunk } from './chunk-stream.ts';

/** How much of a text is examined (UTF-16 units): pings and comments may precede the first data. */
const farEnough = 1 << 16;

/** The text before the body if the whole response was saved: status line and headers, several of them after redirections. */
const responseHeads = /^\uFEFF?\s*(?:HTTP\/\d(?:\.\d)? \d{3}[^\r\n]*\r?\n(?:[^\s:]+:[^\r\n]*\r?\n)*\r?\n)+/;

/** Where the body begins in a text that may be a saved HTTP response. */
export const bodyStart = (text: string): number => responseHeads.exec(text)?.[0].length ?? 0;

export const fields = ['event:', 'id:', 'retry:', 'data:', ':'];
export const field = /^(?:(?:event|id|retry|data)(?::|$)|:)/;
/** Data of a chat API: a JSON object, or the marker that ends a stream of completions. In YAML, no `data:` has these values. */
export const telling = /^data: ?[ \t]*(?:\{[ \t]*(?:["}].*)?|\[DONE\][ \t]*)$/;
/**
 * Whether a text is a stream of server-sent events, judged by its beginning: fields and comments, with the first data from a chat API. The
 * next line, unless the text is cut off before it, must be a field or a comment as well. Responses saved with their headers, chunks alone,
 * and events after other lines of a log also count.
 */
export function isEventStream(text: string): boolean {
  const start = bodyStart(text);
  const head = text.slice(start, start + farEnough);
  if (!beginsWithField(head)) return beginsWithChunk(head) || comesAfterLog(head);
  let isTold = false;
  for (const line of linesIn(head)) {
    // The last line may be cut off.
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

/** Text that a log has no reason to contain: control tokens, and fences around a quotation. */
const quoting = /<\||^\s*(?:```|~~~)/;

/** Whether the lines of a log are followed by events of a chat API: the first data is a chunk, and so is the next. */
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
  /** Excludes the line break. */
  readonly end: number;
}

const lineBreak = /\r\n|\r|\n/g;

/** The lines of a text, without its byte-order mark. */
export function* linesIn(text: string): Generator<Line> {
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (const { 0: found, index } of text.matchAll(lineBreak)) {
    yield { text: text.slice(start, index), start, end: index };
    start = index + found.length;
  }
  yield { text: text.slice(start), start, end: text.length };
}
