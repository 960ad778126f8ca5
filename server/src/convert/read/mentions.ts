/**
 * Finds markers that a sentence only mentions, as in `It writes a <think> tag`. A conversion keeps them as text, since reading them as
 * markers would split the message. A preview, in contrast, hides the text after such a marker, since it must not show too much.
 */
import { channels } from '../../grammar/index.ts';
import { asMessage } from '../../model/json/as-message.ts';
import type { Message } from '../../model/message.ts';
import { families } from '../../syntax/families/index.ts';
import type { Span } from '../../syntax/span.ts';

interface Marker extends Span {
  readonly closes: boolean;
}

/**
 * Matches a tag or a token, and captures the slash or `end_` of a marker that closes a pair, and the name without slash,
 * `start_` or `end_`.
 */
const marker = /<(\/?)([\w-]{2,24})>|<\|(end_)?(?:start_)?(\w{1,24})\|>/g;
/** Matches the text before a marker in the middle of a sentence. */
const goesOn = /[\p{L}\p{N},;] ["'(]?$/u;
/**
 * Matches the text after a marker in the middle of a sentence. `ends`, for closing markers, is stricter, since a closing marker may end a
 * thought that a template began.
 */
const after = { begins: /^["')]?(?: [\p{L}\p{N}("']|[.,;:!?)]+(?:\s|$)|\s*$)/u, ends: /^["')]?[.,;:!?)]+(?:\s|$)/u };

/** The words that may continue a header. */
const headerWords = new Set([
  ...channels.map(({ name }) => name),
  ...Object.values(families).flatMap(({ roles, roleMeant }) => [
    ...roles.map(({ name }) => name),
    ...Object.keys(roleMeant),
  ]),
]);

/** Returns the markers in a text that are in the middle of a sentence and have no counterpart. */
function mentionsIn(text: string): Span[] {
  const openers = new Map<string, Marker>();
  const lone = new Set<Marker>();
  for (const { 0: markerText, 1: slash, 2: tag, 3: end, 4: token = '', index } of text.matchAll(marker)) {
    const one = { start: index, end: index + markerText.length, closes: slash === '/' || end !== undefined };
    const name = tag ?? token;
    const opener = openers.get(name);
    lone.add(one);
    if (one.closes && opener) for (const half of [opener, one]) lone.delete(half);
    // A marker within a pair does not belong to another pair.
    if (one.closes) openers.delete(name);
    else if (!opener) openers.set(name, one);
  }
  return [...lone].filter(
    ({ start, end, closes }) =>
      goesOn.test(text.slice(Math.max(0, start - 3), start)) &&
      (closes ? after.ends : after.begins).test(text.slice(end, end + 20)) &&
      !headerWords.has(/\w+/.exec(text.slice(end, end + 20))?.[0] ?? ''),
  );
}

/** The first of the private-use characters that replace the characters of a marker one by one, so that the marker is not recognized. */
const area = 0xe000;
const stands = /[\ue000-\ue07f]/g;
const hidden = (text: string) => text.replace(/[\0-\x7f]/g, (char) => String.fromCharCode(area + char.charCodeAt(0)));
const restored = (text: string) => text.replace(stands, (char) => String.fromCharCode(char.charCodeAt(0) - area));

/**
 * Hides the mentioned markers in a message without changing offsets. `restored`: turns a text from the result back into the original
 * characters.
 */
export function withoutMentions(message: Message): {
  readonly read: Message;
  readonly restored: (text: string) => string;
} {
  const { body, role } = message;
  const text = body.text.slice(body.bodyStart, body.bodyEnd);
  const spans = body.family.has.taggedParts && text.search(stands) < 0 ? mentionsIn(text) : [];
  if (spans.length === 0) return { read: message, restored: (text) => text };
  let content = '';
  let at = 0;
  for (const { start, end } of spans) {
    content += text.slice(at, start) + hidden(text.slice(start, end));
    at = end;
  }
  const nowhere = { start: 0, end: 0 };
  const maskedMessage = { ...nowhere, role, roleSpan: nowhere, content: content + text.slice(at), open: false };
  return { read: asMessage({ ...maskedMessage, family: body.family, familyIsCertain: true }), restored };
}
