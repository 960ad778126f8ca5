/** Extracts the data of a stream's events, with positions. This is a separate file because the server does not need it at startup. */
import { beginsWithChunk, chunksOpening, objectEnd } from './chunk-stream.ts';
import { bodyStart, type Line, linesIn } from './event-stream.ts';

/** The data of an event: its lines joined to one text, with a mapping of offsets to the stream. */
export interface EventData {
  readonly text: string;
  /** Returns the offset in the stream for an offset in `text`. */
  at(offset: number): number;
}

/** Yields the data of each event in a stream. Events without data are omitted. */
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

/** Yields the chunks of a text that begins with one. If a line is truncated, its chunk is the truncated text. */
function* chunksIn(text: string): Generator<EventData> {
  const begin = chunksOpening.exec(text);
  if (begin === null) return;
  const inList = begin[1] !== undefined;
  for (let at = begin[0].length - 1; at >= 0 && at < text.length; ) {
    const line = inList ? -1 : text.indexOf('\n', at);
    const limit = line < 0 ? text.length : line;
    // An object may extend over several lines. If it never ends, it is broken, and ends with its line.
    const end = objectEnd(text, at, limit) ?? (inList ? text.length : (objectEnd(text, at, text.length) ?? limit));
    const start = at;
    yield { text: text.slice(start, end), at: (offset) => start + offset };
    at = text.indexOf('{', end);
  }
}
