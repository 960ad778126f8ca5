/** JSON Lines whose lines are records of one thing, such as a session: together they are one value, a list. */
import type { JsonNode, JsonReading } from './nodes.ts';
import { valuesIn } from './read.ts';
import { shifted, validValue } from './valid-values.ts';

/** The reading of a text that is a prefix of another one. */
export interface ReadBefore {
  readonly reading: JsonReading;
  /** The texts are the same up to here, where a line begins (UTF-16 offset). */
  readonly same: number;
  /** The text from there on: searching a concatenated string would make V8 copy all of it. */
  readonly rest: string;
}

/** For each list, the list that it continues, until the values derived from that list are taken over. */
const continued = new WeakMap<JsonNode, JsonNode>();

/** The list that a list of records continues and shares records with; returned only once. */
export function takeContinued(root: JsonNode): JsonNode | undefined {
  const before = continued.get(root);
  continued.delete(root);
  return before;
}

/** Records that a list continues another one. */
export const continueRecords = (root: JsonNode, before: JsonNode): void => void continued.set(root, before);

/**
 * Reads lines as one list, with the places that they have in the text. A line that is not JSON is an element of the kind `broken`, and
 * causes no fault: the other lines are read regardless. The last line may have been cut off while it was written. `before`: lines that need
 * not be read again.
 */
export function readRecords(text: string, before?: ReadBefore): JsonReading {
  const old = before?.reading.root;
  const items = old?.kind === 'array' && before ? itemsBefore(old.items, before.same) : [];
  const { same: base, rest } = before ?? { same: 0, rest: text };
  for (let from = 0; from < rest.length; ) {
    const lineFeed = rest.indexOf('\n', from);
    const to = lineFeed < 0 ? rest.length : lineFeed;
    const item = recordAt(rest, from, to, base);
    if (item) items.push(item);
    from = to + 1;
  }
  const root: JsonNode = { kind: 'array', items, start: 0, end: text.length };
  // If nobody took the values of the old list, they are still those of the list that it continues.
  if (old) continued.set(root, takeContinued(old) ?? old);
  const last = items.at(-1)?.start ?? -1;
  return { text, root, faults: [], repairs: [], repairable: true, doubt: undefined, open: [], unclosed: -1, last };
}

/** The value of a line from `from` to `to`; undefined if it is blank. `base`: where the text begins in the document. */
function recordAt(text: string, from: number, to: number, base: number): JsonNode | undefined {
  const line = text.slice(from, to);
  const value = parsed(line);
  if (typeof value === 'object' && value !== null) return validValue(text, from, value, base);
  const start = from + (line.length - line.trimStart().length);
  const end = from + line.trimEnd().length;
  if (start >= end) return undefined;
  const root = value === undefined ? undefined : valuesIn(text)(start).root;
  return root ? shifted(root, base) : { kind: 'broken', value: null, start: base + start, end: base + end };
}

function itemsBefore(items: readonly JsonNode[], end: number): JsonNode[] {
  let count = items.length;
  while (count > 0 && (items[count - 1] as JsonNode).end > end) count--;
  return items.slice(0, count);
}

/**
 * The result of `JSON.parse` for a line; undefined if it is not JSON. A reader that repairs broken text would continue a truncated line in
 * the next one, and might read on to the end.
 */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
