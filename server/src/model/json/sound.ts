/**
 * Decides which elements of a JSON list are sound. After a syntax error, text that looks like a message may be a part of another
 * message, so elements that are not sound are hidden (2.2 §14).
 */
import type { JsonNode, JsonReading } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import type { JsonMessage } from './message.ts';

/**
 * Returns a function that checks whether elements, which must be passed in order, are sound. Text before the first fault is not
 * affected by it. Text after the last fault is sound as well, if that text is complete up to its end. Nothing is certain between
 * the two faults, or in an element with a fault. Offsets are in the unit.
 *
 * If the first fault is between elements, the element before it is in doubt, too, since it may have ended too early. For example,
 * an extra bracket in `{"role": "assistant"}, "channel": …` turns half of a message into a message. If the first fault is outside
 * the root, the root may be only a part of the document. A single comma after the root, as in a line of a list, is not a reason
 * for doubt.
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

/** Returns the messages, marked as unsound unless `sound` is true. */
export function markedBySoundness(messages: readonly JsonMessage[], sound: boolean): readonly JsonMessage[] {
  return sound ? messages : messages.map((message) => ({ ...message, sound }));
}

/** The messages of a rejected answer: users do not see them, although most are clear. */
export const markedAsUnchosen = (messages: readonly JsonMessage[]): readonly JsonMessage[] =>
  messages.map((message) => (message.sound === false ? message : { ...message, sound: false, unchosen: true }));
