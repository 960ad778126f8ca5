/** Server-sent events, as chat APIs stream their answers: how a text shows that it is such a stream. */
import { beginsWithChunk, isChunk } from './chunk-stream.ts';

/** How far a text is looked at (UTF-16 units): pings and comments may come before the first data. */
const farEnough = 1 << 16;

/** The text before the body if the whole response was saved: status line and headers, several of them after redirections. */
const responseHeads = /^\uFEFF?\s*(?:HTTP\/\d(?:\.\d)? \d{3}[^\r\n]*\r?\n(?:[^\s:]+:[^\r\n]*\r?\n)*\r?\n)+/;

/** Where the body of a text begins that may be a saved HTTP response. */
export const bodyStart = (text: string): number => responseHeads.exec(text)?.[0].length ?? 0;

export const fields = ['event:', 'id:', 'retry:', 'data:', ':'];
export const field = /^(?:(?:event|id|retry|data)(?::|$)|:)/;
/** Data of a chat API: an object of JSON, or what ends the streams of completions. YAML has no such value after `data:`. */
export const telling = /^data: ?[ \t]*(?:\{[ \t]*(?:["}].*)?|\[DONE\][ \t]*)$/;
/**
 * Whether a text, by its beginning, is a stream of server-sent events: fields and comments, the first data of which is that
 * of a chat API. The line after it, which a text that is cut there lacks, must be one of them as well. A response that was
 * saved with its headers is one, too; so are the chunks alone, and events after other lines of a log.
 */
export function isEventStream(text: string): boolean {
  const start = bodyStart(text);
  const head = text.slice(start, start + farEnough);
  if (!beginsWithField(head)) return beginsWithChunk(head) || comesAfterLog(head);
  let isTold = false;
  for (const line of linesIn(head)) {
    // The last one may be cut.
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
  /** Before its line break. */
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
