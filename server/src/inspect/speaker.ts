/**
 * The speaker of a message, under which its tokens are counted. The code has a file of its own, since hovers count tokens without reading
 * conversations.
 */
import { modelRole } from '../grammar/index.ts';
import { headerInfo } from '../model/message.ts';
import type { Block } from '../syntax/block.ts';

export interface Speaker {
  readonly role: string | undefined;
  readonly channel: string | undefined;
}

/** Returns the role and the channel under which the tokens of a message are listed. */
export function speakerOf(block: Block): Speaker {
  const { role, channel, effectiveChannel } = headerInfo(block);
  return { role, channel: role === modelRole && block.family.has.channels ? effectiveChannel : channel };
}
