/** Finds tools that a template does not write as JSON; only their position is learned. */
import type { Observation } from './observe.ts';

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
  const toolText = { part: 'toolText', message: -1, call: 0, start, end } as const;
  return { ...first, items: [...messages, toolText].sort((a, b) => a.start - b.start), toolsUnreadable: false };
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
