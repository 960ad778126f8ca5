/** Reads JSON Lines whose lines are records that belong together, such as those of a session. Together, they are one value, a list. */
import type { JsonNode, JsonReading } from './nodes.ts';
import { valuesIn } from './read.ts';
import { shifted, validValue } from './valid-values.ts';

/** The reading of an earlier text that begins like the text to read. */
export interface ReadBefore {
  readonly reading: JsonReading;
  /** The offset up to which both texts are the same (UTF-16 units). A line begins there. */
  readonly same: number;
  /** The text to read from `same` on. A search in the concatenated string would make V8 copy all of it. */
  readonly rest: string;
}

/** For each list, the list that it continues, until the values derived from that list have been reused. */
const continued = new WeakMap<JsonNode, JsonNode>();

/** Returns the list that a list of records continues, and whose records it shares. A second call returns undefined. */
export function takeContinued(root: JsonNode): JsonNode | undefined {
  const before = continued.get(root);
  continued.delete(root);
  return before;
}

/** Records that a list continues another one. */
export const continueRecords = (root: JsonNode, before: JsonNode): void => void continued.set(root, before);

/**
 * Reads lines as one list, with their positions in the text. A line that is not JSON becomes an element of the kind `broken`, without a
 * fault, and the other lines are still read. The last line may be incomplete because it is still being written. `before`: the reading of
 * lines that need not be read again.
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
  // If no caller has reused the values of the old list, the new list continues the same list as the old one.
  if (old) continued.set(root, takeContinued(old) ?? old);
  const last = items.at(-1)?.start ?? -1;
  return { text, root, faults: [], repairs: [], repairable: true, doubt: undefined, open: [], unclosed: -1, last };
}

/** The value of the line from `from` to `to`; undefined if the line is empty. `base`: the offset of the text in the document. */
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
 * The result of `JSON.parse` for a line; undefined if the line is not JSON. The reader that corrects faults is not used. It would continue
 * a truncated line on the next one, and perhaps to the end of the text.
 */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
