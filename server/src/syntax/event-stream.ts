/** Server-sent events, as chat APIs stream their answers: how a text shows that it is such a stream, and its data with places. */
import { beginsWithChunk, chunksIn, isChunk } from './chunk-stream.ts';

/** How far a text is looked at (UTF-16 units): pings and comments may come before the first data. */
const farEnough = 1 << 16;

/** What is before the body if the whole response was saved: a status line and headers, several with redirections. */
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

/** What a log has no reason to contain: control tokens, and fences around what is quoted. */
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
  return chunks > 0;
}

const beginsWithField = (text: string): boolean => {
  const first = /[^\uFEFF\s]/.exec(text)?.index ?? text.length;
  return fields.some((one) => text.startsWith(one, first));
};

interface Line {
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

/** The data of an event: its lines as one text, which knows where they are in the stream. */
export interface EventData {
  readonly text: string;
  /** The offset in the stream of an offset in `text`. */
  at(offset: number): number;
}

/** The data of the events of a stream, in order. An event without any is none, as is what ends the stream. */
export function* eventData(text: string): Generator<EventData> {
  if (beginsWithChunk(text)) return yield* chunksIn(text);
  let lines: Pick<Line, 'text' | 'start'>[] = [];
  const start = bodyStart(text);
  for (const line of linesIn(text)) {
    if (line.start < start) continue;
    const data = /^data(?:: ?|$)/.exec(line.text);
    if (data) lines.push({ text: line.text.slice(data[0].length), start: line.start + data[0].length });
    if (lines.length > 0 && (line.text === '' || line.end === text.length)) {
      yield dataOf(lines);
      lines = [];
    }
  }
}

function dataOf(lines: readonly Pick<Line, 'text' | 'start'>[]): EventData {
  const [first] = lines;
  if (first && lines.length === 1) return { text: first.text, at: (offset) => first.start + offset };
  const begins: number[] = [];
  let length = 0;
  for (const { text } of lines) {
    begins.push(length);
    length += text.length + 1;
  }
  return {
    text: lines.map(({ text }) => text).join('\n'),
    at(offset) {
      const line = Math.max(
        0,
        begins.findLastIndex((begin) => begin <= offset),
      );
      return (lines[line] as Line).start + offset - (begins[line] as number);
    },
  };
}
