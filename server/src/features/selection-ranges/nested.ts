/** Nested spans around a position, from the smallest to the largest. */
import type { Position, Range, SelectionRange } from 'vscode-languageserver-types';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';

/** The maximum number of levels. All levels are sent at once, and no user expands a selection a thousand times. */
const MAX_LEVELS = 200;

/**
 * The spans that contain `at`, each nested in the next, from the smallest to the largest. Equal spans are merged. Of two spans that partly
 * overlap, the larger is dropped. If no span contains `at`, the result is an empty span at `at`.
 */
export function nested(spans: readonly Span[], at: number): Span[] {
  const around = spans.filter(({ start, end }) => start <= at && at <= end && start < end);
  const chain: Span[] = [];
  for (const span of around.sort((a, b) => a.end - a.start - (b.end - b.start))) {
    const inner = chain.at(-1);
    if (inner === undefined) chain.push(span);
    else if (span.start <= inner.start && span.end >= inner.end && span.end - span.start > inner.end - inner.start)
      chain.push(span);
  }
  return chain.length > 0 ? chain : [{ start: at, end: at }];
}

/** Converts nested spans, ordered from the smallest to the largest, to a selection range of the protocol. */
export function selectionRange(chain: readonly Span[], rangeOf: (span: Span) => Range): SelectionRange {
  const spans = chain.length > MAX_LEVELS ? [...chain.slice(0, MAX_LEVELS - 3), ...chain.slice(-3)] : chain;
  return spans.reduceRight<SelectionRange | undefined>(
    (parent, span) => (parent ? { range: rangeOf(span), parent } : { range: rangeOf(span) }),
    undefined,
  ) as SelectionRange;
}

/** The selection range for a position where nothing can be selected. */
export const nothingAt = (position: Position): SelectionRange => ({ range: { start: position, end: position } });

const wordPart = /[\p{L}\p{M}\p{N}_]/u;
const MAX_WORD_LENGTH = 200;

/** The spans of the word around a position and of its line without the line break. Both are limited to the text between `from` and `to`. */
export function wordAndLine(text: string, at: number, from: number, to: number): Span[] {
  let start = at;
  while (start > from && at - start < MAX_WORD_LENGTH && wordPart.test(text[start - 1] as string)) start--;
  let end = at;
  while (end < to && end - at < MAX_WORD_LENGTH && wordPart.test(text[end] as string)) end++;
  const before = at === from ? from - 1 : Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1));
  const breaks = /[\r\n]/g;
  breaks.lastIndex = at;
  const line = { start: Math.max(from, before + 1), end: Math.min(to, breaks.exec(text)?.index ?? to) };
  return [{ start, end }, line];
}

/**
 * The spans of the values that contain a position, and of the fields with these values, from the outermost to the innermost. A string has
 * two spans: with and without its quotes. Not recursive, because values may be nested arbitrarily deep.
 */
export function valuesAround(root: JsonNode | undefined, at: number): Span[] {
  const spans: Span[] = [];
  const covers = (span: Span | undefined): span is Span => span !== undefined && span.start <= at && at <= span.end;
  for (let node = covers(root) ? root : undefined; node !== undefined; ) {
    spans.push(node);
    let next: JsonNode | undefined;
    if (node.kind === 'array') next = childAt(node.items, at);
    else if (node.kind === 'object') {
      const member = node.members[lastStarting(node.members, at, ({ key }) => key.start)];
      if (member !== undefined) {
        spans.push({ start: member.key.start, end: member.value?.end ?? member.key.end });
        next = covers(member.key) ? member.key : member.value;
      }
    } else if (node.kind === 'string' && node.end - node.start > 2)
      spans.push({ start: node.start + 1, end: node.end - 1 });
    node = covers(next) ? next : undefined;
  }
  return spans;
}

function childAt(items: readonly JsonNode[], at: number): JsonNode | undefined {
  return items[lastStarting(items, at, ({ start }) => start)];
}

/** The index of the last item in an ordered list that begins at or before `at`, or 0 if there is none. */
function lastStarting<T>(all: readonly T[], at: number, startOf: (one: T) => number): number {
  let low = 0;
  let high = all.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (startOf(all[middle] as T) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
