/**
 * Divides a list into its elements and reads each one separately, as a reader of a stream does. It stops at the first element that is not
 * exactly one value between its commas.
 */
import type { Span } from '../span.ts';
import type { JsonReading } from './nodes.ts';
import { readJson } from './read.ts';

export interface ListedValues {
  /** The spans of the elements (UTF-16 offsets in the text). */
  readonly spans: readonly Span[];
  /** The start of the rest of the text after the last valid element; undefined if the list ends correctly. */
  readonly restFrom: number | undefined;
}

/** Patterns for the text before the first element, between two elements, and after the last one. */
export const listOpening = /^\uFEFF?[\t-\r ]*\[[\t-\r ]*$/;
export const listSeparator = /^[\t-\r ]*,[\t-\r ]*$/;
export const listEnding = /^[\t-\r ]*\][\t-\r ]*$/;

/** Whether an element that was read separately is exactly one value, whatever follows it in the list. */
export const isOneValue = ({ root, open, faults, text }: JsonReading): boolean =>
  root !== undefined &&
  root.end === text.length &&
  open.length === 0 &&
  faults.every(({ code }) => code !== 'after-value' && code !== 'ends-early' && !code.startsWith('comma-'));

/** Returns the elements of a text that is a list, from its reading. */
export function listedValues({ text, root, faults }: JsonReading): ListedValues {
  if (root?.kind === 'array' && faults.length === 0) return { spans: root.items, restFrom: undefined };
  const spans: Span[] = [];
  let end = 0;
  for (const span of spansIn(text)) {
    const opening = spans.length === 0 ? listOpening : listSeparator;
    if (!opening.test(text.slice(end, span.start))) return { spans, restFrom: end };
    if (!isOneValue(readJson(text.slice(span.start, span.end)))) return { spans, restFrom: end };
    spans.push(span);
    ({ end } = span);
  }
  return { spans, restFrom: listEnding.test(text.slice(end)) ? undefined : end };
}

/** Yields the spans of possible elements up to the end of the list. Only brackets, commas and strings are considered. */
function* spansIn(text: string): Generator<Span> {
  const marks = /["[\]{},]|[^\t-\r "[\]{},]+/g;
  let [depth, start, last] = [0, -1, 0];
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const [mark] = match;
    const at = match.index;
    if (depth === 0 && mark !== '[') return;
    if (depth === 1 && (mark === ',' || mark === ']' || mark === '}')) {
      if (start >= 0) yield { start, end: last };
      start = -1;
      if (mark !== ',') return;
      continue;
    }
    if (depth === 1 && start < 0) start = at;
    if (mark === '[' || mark === '{') depth++;
    else if (mark === ']' || mark === '}') depth--;
    else if (mark === '"') marks.lastIndex = stringEnd(text, at + 1);
    last = marks.lastIndex;
    if (depth !== 1 || (mark !== ']' && mark !== '}')) continue;
    yield { start, end: last };
    start = -1;
  }
  if (start >= 0) yield { start, end: last };
}

function stringEnd(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = quote;
    while (slashes > from && text[slashes - 1] === '\\') slashes--;
    if ((quote - slashes) % 2 === 0) return quote + 1;
  }
  return text.length;
}
