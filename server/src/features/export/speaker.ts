/** Writes the speaker of a message on a single line. Names may contain any characters. */
import { thoughtChannel } from '../../grammar/index.ts';
import { printable } from '../../syntax/printable.ts';
import type { LabelledMessage } from '../user-view.ts';

/**
 * The display name of the speaker, with spaces instead of `_`, or else the role. For messages that are hidden from users, also the channel,
 * the recipient and other details.
 */
export function speakerOf(message: LabelledMessage): string {
  const { name, role = 'unknown role', hidden, intent, channel, effectiveChannel, to, callId, labels = [] } = message;
  const displayName = name === undefined ? role : hidden ? name : name.replaceAll('_', ' ');
  // An assumed channel is not shown, except for thoughts, which nothing else would mark as such.
  const where = channel ?? (effectiveChannel === thoughtChannel ? effectiveChannel : undefined);
  const about = hidden
    ? [name && role, where, intent, to && `to ${to}`, callId, ...labels, 'hidden from users']
    : [intent === 'preamble' && intent, ...labels];
  return printable([displayName, ...about].filter(Boolean).join(' · '));
}

export const cutOff = 'The message was truncated here.';
