/** JSON Lines whose lines are records of one thing, such as a session: together they are one value, a list. */
import type { JsonNode, JsonReading } from './nodes.ts';
import { valuesIn } from './read.ts';

/**
 * Reads lines as one list, with the places that they have in the text. A line that is not JSON is an element of the kind
 * `broken`, and raises no fault: the others are read all the same. The last one may have been cut off while it was written.
 */
export function readRecords(text: string): JsonReading {
  const valueAt = valuesIn(text);
  const items: JsonNode[] = [];
  for (let from = 0; from < text.length; ) {
    const lineFeed = text.indexOf('\n', from);
    const to = lineFeed < 0 ? text.length : lineFeed;
    const line = text.slice(from, to);
    const start = from + (line.length - line.trimStart().length);
    const end = from + line.trimEnd().length;
    if (start < end) items.push((isJson(line) && valueAt(start).root) || { kind: 'broken', value: null, start, end });
    from = to + 1;
  }
  const root: JsonNode = { kind: 'array', items, start: 0, end: text.length };
  const last = items.at(-1)?.start ?? -1;
  return { text, root, faults: [], repairs: [], repairable: true, doubt: undefined, open: [], unclosed: -1, last };
}

/** A reader that mends what is broken would continue a torn line in the next one, and might read on to the end. */
function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
