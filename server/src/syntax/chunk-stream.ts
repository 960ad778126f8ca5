/**
 * Recognizes the chunks of an answer without the fields of server-sent events, as client programs save them: one object per line, or a list
 * of objects.
 */
import { isObject } from './is-object.ts';

/** Matches the text up to the first chunk, which may be in a list. */
export const chunksOpening = /^\uFEFF?\s*(\[\s*)?\{/;
/** A quick check whether an object can be a chunk, since most JSON is not one. */
const mayBeChunk = /"(?:chat\.completion\.chunk|message_start|response\.[\w.]{1,60}|delta|done)"/;

/** Whether a text begins with a chunk. `text`: the whole text, or its beginning. */
export function beginsWithChunk(text: string): boolean {
  const begin = chunksOpening.exec(text);
  if (begin === null) return false;
  const start = begin[0].length - 1;
  const end = objectEnd(text, start, text.length);
  return end !== undefined && isChunk(text.slice(start, end));
}

/** Whether a text is an object that a chat API sends at the beginning of an answer or within it. */
export function isChunk(text: string): boolean {
  if (!mayBeChunk.test(text)) return false;
  try {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const { object, choices, type, done } = value;
    if (done === false) return (value.message ?? value.response) !== undefined;
    const deltas = Array.isArray(choices) ? choices : [];
    if (object === 'chat.completion.chunk' || deltas.some((choice) => isObject(choice?.delta))) return true;
    if (type === 'message_start') return isObject(value.message);
    const isNumbered = isObject(value.response) || typeof value.sequence_number === 'number';
    return typeof type === 'string' && type.startsWith('response.') && isNumbered;
  } catch {
    return false;
  }
}

/** The offset after the object that begins at `start`; undefined if the object does not end before `limit`. */
export function objectEnd(text: string, start: number, limit: number): number | undefined {
  const marks = /["{}]/g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null && mark.index < limit; mark = marks.exec(text)) {
    if (mark[0] === '"') {
      const end = stringEnd(text, mark.index, limit);
      if (end === undefined) return undefined;
      marks.lastIndex = end;
    } else if (mark[0] === '{') depth++;
    else if (--depth === 0) return mark.index + 1;
  }
  return undefined;
}

function stringEnd(text: string, start: number, limit: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at >= 0 && at < limit; at = text.indexOf('"', at + 1)) {
    let slashes = at;
    while (text[slashes - 1] === '\\') slashes--;
    if ((at - slashes) % 2 === 0) return at + 1;
  }
  return undefined;
}
