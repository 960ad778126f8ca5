/** The speaker on one line: names may contain anything. */
import { thoughtChannel } from '../../grammar/index.ts';
import { printable } from '../../syntax/printable.ts';
import type { LabelledMessage } from '../user-view.ts';

/** The display name, in which `_` stands for a space, or the role; for messages hidden from users, also the recipient. */
export function speakerOf(message: LabelledMessage): string {
  const { name, role = 'unknown role', hidden, intent, channel, effectiveChannel, to, callId, labels = [] } = message;
  const shown = name === undefined ? role : hidden ? name : name.replaceAll('_', ' ');
  // The assumed channel of a message without a channel is not shown, unless the message is a thought: nothing else marks it as a thought.
  const where = channel ?? (effectiveChannel === thoughtChannel ? effectiveChannel : undefined);
  const about = hidden
    ? [name && role, where, intent, to && `to ${to}`, callId, ...labels, 'hidden from users']
    : [intent === 'preamble' && intent, ...labels];
  return printable([shown, ...about].filter(Boolean).join(' · '));
}

export const cutOff = 'The message was truncated here.';
