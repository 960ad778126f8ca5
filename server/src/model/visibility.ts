/** What an end user may see. Every view asks here (2.2 §4, §5, §7, §11; A-049… ). */
import { channels, roles } from '../grammar/index.ts';
import { segments } from '../syntax/body.ts';
import type { Meaning, Message, Reading } from './message.ts';

const visibleRoles = new Set(roles.filter((role) => role.visible).map((role) => role.name));
const visibleChannels = new Set(channels.filter((channel) => channel.visible).map((channel) => channel.name));

/**
 * Whether a message is shown: by a user or the assistant, to no tool, on `final`, or as a preamble. Only an
 * OpenChatML document must flag a preamble; Harmony has no flag. What cannot be read is not shown.
 */
export function isVisible(message: Meaning, { harmony }: Reading): boolean {
  const { role, effectiveChannel, kind } = message;
  if (role === undefined || !visibleRoles.has(role) || kind !== 'plain') return false;
  if (effectiveChannel === undefined) return false;
  return visibleChannels.has(effectiveChannel) || isPreamble(message, harmony);
}

/** A plan for the user on commentary. */
export function isPreamble({ role, effectiveChannel, kind, intent }: Meaning, harmony: boolean): boolean {
  if (role !== 'assistant' || effectiveChannel !== 'commentary' || kind !== 'plain') return false;
  return intent === undefined ? harmony : intent === 'preamble';
}

/**
 * The content of a visible message as a user may see it: sections that a thought marker opens are left out, up to
 * their end marker or the end (2.2 §7; Harmony has no such markers).
 */
export function visibleText(message: Message, { escapes }: Reading): string {
  const { block, content } = message;
  const marks = segments(block, escapes).filter(({ token, kind }) => kind === 'token' && token?.kind === 'thought');
  if (marks.length === 0 || message.role !== 'assistant') return content.text;
  let text = '';
  let at = 0;
  let hidden = false;
  for (const { start, end, token } of marks) {
    const from = contentOffset(message, start);
    if (!hidden) text += content.text.slice(at, from);
    at = contentOffset(message, end);
    hidden = token?.name.startsWith('start_') === true;
  }
  return hidden ? text : text + content.text.slice(at);
}

/** The content offset of a block offset: the inverse of `Content.toBlock`, by search. */
function contentOffset({ content }: Message, blockOffset: number): number {
  let low = 0;
  let high = content.text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (content.toBlock(middle) < blockOffset) low = middle + 1;
    else high = middle;
  }
  return low;
}
