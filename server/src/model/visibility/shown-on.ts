/** The visibility of a channel in general, where only its name is known. */
import { channels } from '../../grammar/index.ts';

/** Whether users see messages on it. Any word but a channel's exact name: no. */
export const isShownOn = (channel: string): boolean =>
  channels.some(({ name, visible }) => name === channel && visible);
