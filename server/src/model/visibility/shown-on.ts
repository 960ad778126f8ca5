/** The general visibility of a channel, if only its name is known. */
import { channels } from '../../grammar/index.ts';

/** Whether users see messages on a channel. False for any word that is not the exact name of a channel. */
export const isShownOn = (channel: string): boolean =>
  channels.some(({ name, visible }) => name === channel && visible);
