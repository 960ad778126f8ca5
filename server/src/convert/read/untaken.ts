/**
 * Makes sure that no part of a value is dropped without a note. Readers record the parts that they take (`Notes.take`), and all
 * other parts are noted at their positions, so that no text is lost silently even in an unforeseen shape.
 */
import type { JsonNode } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import type { Notes } from '../notes.ts';
import { dropped, isNothing } from './unread.ts';

/** Notes everything in a value that no reader took and that no note covers. */
export function noteUntaken(root: JsonNode, notes: Notes): void {
  const { taken: starts, messages } = notes.account;
  const takenStarts = sortedStarts(starts);
  let reaches: Reaches | undefined;
  const isNoted = (at: Span) => isWithinOne((reaches ??= reachesOf(notes.all)), at);
  // A value is only searched if a reader took something in it. Any other value is noted as a whole, so its depth does not matter.
  const walk = (node: JsonNode, inMessage: boolean): void => {
    const isMessage = inMessage || (node.kind === 'object' && messages.has(node.start));
    if (node.kind === 'array') for (const item of node.items) account(item, item, undefined, isMessage);
    else if (node.kind === 'object')
      for (const { key, value } of node.members)
        if (value) account(value, { start: key.start, end: value.end }, key.value, isMessage);
  };
  const account = (value: JsonNode, span: Span, key: string | undefined, inMessage: boolean): void => {
    const first = takenStarts[firstAtLeast(takenStarts, value.start)];
    if (first === value.start) return;
    if (first !== undefined && first < value.end) return walk(value, inMessage);
    if (
      isNothing(value) ||
      isPosition(key, value) ||
      (inMessage && isLiteral(value)) ||
      isNoted(value) ||
      isNoted(span)
    )
      return;
    notes.lose(span, reasonOf(key, inMessage));
  };
  if (takenStarts[firstAtLeast(takenStarts, root.start)] !== root.start) walk(root, false);
}

function reasonOf(key: string | undefined, inMessage: boolean): string {
  if (key === undefined) return 'This is dropped: it cannot be read as a message, text or a call.';
  return inMessage
    ? dropped(key)
    : `\`${key}\` is dropped: besides messages, only tool declarations and response formats are converted.`;
}

/** Whether a field is the index of an element, which is redundant. */
const isPosition = (key: string | undefined, { kind }: JsonNode) => key === 'index' && kind === 'number';

/** Numbers and booleans in a message are not content; `noteUnread` notes those that mean something in another format. */
const isLiteral = ({ kind }: JsonNode) => kind === 'number' || kind === 'boolean';

function sortedStarts(starts: readonly number[]): readonly number[] {
  const isSorted = starts.every((start, i) => i === 0 || (starts[i - 1] as number) <= start);
  return isSorted ? starts : starts.toSorted((a, b) => a - b);
}

/** The index of the first number that is at least `least`. */
function firstAtLeast(sorted: readonly number[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The sorted starts of spans and, for each start, the maximum end of this span and all spans before it. */
interface Reaches {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function reachesOf(spans: readonly Span[]): Reaches {
  let reach = 0;
  return {
    starts: spans.map(({ start }) => start),
    ends: spans.map(({ end }) => {
      reach = Math.max(reach, end);
      return reach;
    }),
  };
}

/**
 * Whether a single span contains a range. Two adjacent spans that cover the range only together do not count, since the notes on
 * them may be about different things.
 */
function isWithinOne({ starts, ends }: Reaches, { start, end }: Span): boolean {
  const at = firstAtLeast(starts, start + 1) - 1;
  return at >= 0 && end <= (ends[at] as number);
}
