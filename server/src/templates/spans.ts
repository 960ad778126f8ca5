/**
 * Finds the spans in a prompt that are strings of the conversation, control tokens of the template, or text on which a trainer
 * trains.
 */
import type { Source } from './input/conversation.ts';
import { type Origin, originsOf, plain, type Text } from './jinja/runtime/text.ts';

/** A span of the prompt with text from a message, at UTF-16 offsets. */
export interface MappedSpan {
  readonly start: number;
  readonly end: number;
  readonly source: Source;
  /** The offset in the string at which the text of this span begins; undefined if the template has rewritten the string. */
  readonly from: number | undefined;
}

export interface PromptMap {
  readonly mapped: readonly MappedSpan[];
  readonly tokens: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  readonly generation: readonly { readonly start: number; readonly end: number }[];
}

/** Returns the map of a prompt. `markers`: the control tokens of its template. */
export function mapOf(prompt: Text, sources: readonly Source[], markers: readonly string[]): PromptMap {
  const origins = [...originsOf(prompt)].sort((a, b) => a.start - b.start || b.end - a.end);
  const mapped: MappedSpan[] = [];
  for (const { start, end, source, from } of origins) {
    const of = typeof source === 'number' ? sources[source] : undefined;
    if (of === undefined) continue;
    const last = mapped.at(-1);
    const goesOn =
      last?.source === of &&
      last.end === start &&
      from !== undefined &&
      last.from !== undefined &&
      last.from + last.end - last.start === from;
    if (last && goesOn) mapped[mapped.length - 1] = { ...last, end };
    else mapped.push({ start, end, source: of, from });
  }
  return { mapped, tokens: tokensIn(plain(prompt), mapped, markers), generation: merged(origins) };
}

function merged(origins: readonly Origin[]) {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end, source } of origins) {
    if (source !== 'generation') continue;
    const last = spans.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}

/** Returns a pattern that matches any of these markers, and prefers longer ones; undefined if there are no markers. */
export function anyOf(markers: readonly string[]): RegExp | undefined {
  const longest = [...markers]
    .sort((a, b) => b.length - a.length)
    .map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return longest.length === 0 ? undefined : new RegExp(longest.join('|'), 'g');
}

/** The markers that the template itself has written. Markers inside text from a message are not among them. */
function tokensIn(prompt: string, mapped: readonly MappedSpan[], markers: readonly string[]) {
  const tokens: { start: number; end: number; text: string }[] = [];
  let next = 0;
  const pattern = anyOf(markers);
  if (pattern === undefined) return tokens;
  for (const { 0: text, index } of prompt.matchAll(pattern)) {
    while ((mapped[next]?.end ?? Number.POSITIVE_INFINITY) <= index) next++;
    const inside = (mapped[next]?.start ?? Number.POSITIVE_INFINITY) <= index;
    if (!inside) tokens.push({ start: index, end: index + text.length, text });
  }
  return tokens;
}
