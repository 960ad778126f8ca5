/** JSON Lines whose lines are records of one thing, such as a session: together they are one value, a list. */
import type { JsonNode, JsonReading } from './nodes.ts';
import { valuesIn } from './read.ts';

/** What was read of a text that another one begins with. */
export interface ReadBefore {
  readonly reading: JsonReading;
  /** The texts are the same up to here, where a line begins (UTF-16 offset). */
  readonly same: number;
}

/** The list that another one continues, until what was made of it is taken over. */
const continued = new WeakMap<JsonNode, JsonNode>();

/** The list that a list of records continues, whose records it has; the answer is given once. */
export function takeContinued(root: JsonNode): JsonNode | undefined {
  const before = continued.get(root);
  continued.delete(root);
  return before;
}

/** Says that a list has records of another one. */
export const continueRecords = (root: JsonNode, before: JsonNode): void => void continued.set(root, before);

/**
 * Reads lines as one list, with the places that they have in the text. A line that is not JSON is an element of the kind
 * `broken`, and raises no fault: the others are read all the same. The last one may have been cut off while it was written.
 * `before`: lines that need not be read again.
 */
export function readRecords(text: string, before?: ReadBefore): JsonReading {
  const valueAt = valuesIn(text);
  const old = before?.reading.root;
  const items = old?.kind === 'array' && before ? itemsBefore(old.items, before.same) : [];
  for (let from = before?.same ?? 0; from < text.length; ) {
    const lineFeed = text.indexOf('\n', from);
    const to = lineFeed < 0 ? text.length : lineFeed;
    const line = text.slice(from, to);
    const start = from + (line.length - line.trimStart().length);
    const end = from + line.trimEnd().length;
    if (start < end) items.push((isJson(line) && valueAt(start).root) || { kind: 'broken', value: null, start, end });
    from = to + 1;
  }
  const root: JsonNode = { kind: 'array', items, start: 0, end: text.length };
  // If nobody has asked about the old one, what it continues is still what is known.
  if (old) continued.set(root, takeContinued(old) ?? old);
  const last = items.at(-1)?.start ?? -1;
  return { text, root, faults: [], repairs: [], repairable: true, doubt: undefined, open: [], unclosed: -1, last };
}

function itemsBefore(items: readonly JsonNode[], end: number): JsonNode[] {
  let count = items.length;
  while (count > 0 && (items[count - 1] as JsonNode).end > end) count--;
  return items.slice(0, count);
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
