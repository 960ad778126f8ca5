/**
 * Decides which elements of a JSON list are unambiguous. After a syntax error, an apparent message may be part of another one,
 * or text in it; so unsound elements are hidden (2.2 §14).
 */
import type { JsonNode, JsonReading } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import type { JsonMessage } from './message.ts';

/**
 * Returns a function that checks, for elements in order, whether they are sound. The first fault does not affect the text
 * before it. The text after the last fault is unambiguous, too, if that text is complete up to its end. Between the two faults,
 * and in an element with a fault, nothing is certain. Offsets in the unit.
 *
 * If the first fault is between elements, the element before it may have ended too early, and is in doubt as well: an extra
 * bracket in `{"role": "assistant"}, "channel": …` turns half a message into one. If the first fault is outside the root, the
 * root may be only a part of the document; a single comma after it, as at the end of a list's line, raises no doubt.
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

/** The messages, marked as unsound unless they are unambiguous. */
export function markedBySoundness(messages: readonly JsonMessage[], sound: boolean): readonly JsonMessage[] {
  return sound ? messages : messages.map((message) => ({ ...message, sound }));
}

/** The messages of a rejected answer: users do not see them, although most are clear. */
export const markedAsUnchosen = (messages: readonly JsonMessage[]): readonly JsonMessage[] =>
  messages.map((message) => (message.sound === false ? message : { ...message, sound: false, unchosen: true }));
