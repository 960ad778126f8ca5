/** Tells whether users see messages on a channel, if only the name of the channel is known. */
import { channels } from '../../grammar/index.ts';

/** Whether users see messages on a channel. False unless `channel` is the exact name of a channel. */
export const isShownOn = (channel: string): boolean =>
  channels.some(({ name, visible }) => name === channel && visible);
