/**
 * Which elements of a list in JSON are read without doubt. After a syntax error, what looks like a message may be part of
 * another one, or text in it; so unsound elements are hidden (2.2 §14).
 */
import type { JsonNode, JsonReading } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import type { JsonMessage } from './message.ts';

/**
 * Tells of each element, given in their order, whether it is sound. Up to the first fault, a text is what it would be
 * without it; from the last one to an end that is whole, it fits only in one way, too. Between them, and in what holds a
 * fault, anything can be anything. Offsets in the unit.
 *
 * Where the first fault is in no element, the one before it may have ended too early, and is in doubt as well: one bracket
 * too many in `{"role": "assistant"}, "channel": …` makes a message of a half. A first fault outside the root shows that
 * the root may be no more than a part of the document; a mere comma after it, which lines of a list end in, raises no doubt.
 */
export function soundIn(
  { root, doubt }: JsonReading,
  list: JsonNode | undefined,
  elements: readonly Span[],
): (element: Span) => boolean {
  if (doubt === undefined) return () => true;
  if (root === undefined || list === undefined || doubt.start < root.start || doubt.start >= root.end)
    return () => false;
  const isInside = elements.some(({ start, end }) => start < doubt.start && doubt.start < end);
  const last = isInside || doubt.start >= list.end ? undefined : elements.findLast(({ end }) => end <= doubt.start);
  return (element) => element.start >= doubt.end || (element.end <= doubt.start && element !== last);
}

/** Messages as they are, or, if they are not read without doubt, each saying so. */
export function markedBySoundness(messages: readonly JsonMessage[], sound: boolean): readonly JsonMessage[] {
  return sound ? messages : messages.map((message) => ({ ...message, sound }));
}
