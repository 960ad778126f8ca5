/** Finds tools that a template does not write as JSON; only their position is learned. */
import type { Item, Observation } from './observe.ts';

/**
 * Compares prompts that differ in their tools. Returns the observation of the first prompt, with a single part for all tools. Undefined if
 * the tools are not in a single span outside the messages.
 */
export function withToolText(observations: readonly Observation[]): Observation | undefined {
  const [first, ...others] = observations;
  if (first === undefined || others.length === 0) return undefined;
  const { text } = first;
  const words = first.items.filter(({ message }) => message < 0);
  const starts = [...others.map((one) => commonStart(text, one.text)), ...words.map((word) => word.start)];
  const start = starts.reduce(smallerOf);
  const rest = others.map((one) => commonEnd(text, one.text, start)).reduce(smallerOf);
  const end = words.reduce((last, word) => Math.max(last, word.end), text.length - rest);
  const messages = first.items.filter(({ message }) => message >= 0);
  if (start >= end || messages.some((item) => item.start < end && start < item.end)) return undefined;
  return withPart(first, start, end);
}

/**
 * Returns the observation with a single part for all tools, whose text is already known from other prompts with the same tools. Undefined if
 * this text does not occur exactly once, or if the prompt has words of tools elsewhere.
 */
export function withSameToolText(observation: Observation, text: string): Observation | undefined {
  const start = observation.text.indexOf(text);
  const end = start + text.length;
  if (start < 0 || observation.text.indexOf(text, start + 1) >= 0) return undefined;
  const isInside = (item: Item) => start <= item.start && item.end <= end;
  const isOutside = (item: Item) => item.end <= start || end <= item.start;
  if (!observation.items.every((item) => (item.message < 0 ? isInside(item) : isOutside(item)))) return undefined;
  return withPart(observation, start, end);
}

/** Replaces the words of the tools by a part for all tools. */
function withPart(observation: Observation, start: number, end: number): Observation {
  const messages = observation.items.filter(({ message }) => message >= 0);
  const toolText = { part: 'toolText', message: -1, call: 0, start, end } as const;
  const items = [...messages, toolText].sort((a, b) => a.start - b.start);
  return { ...observation, items, toolsUnreadable: false };
}

const smallerOf = (a: number, b: number): number => Math.min(a, b);

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** The length of the end that two texts have in common and that does not overlap their common start. */
function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return length;
}
