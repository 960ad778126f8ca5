/** Messages in the log of a session that are not part of its conversation, in words. */
import type { Aside } from '../../model/json/sessions/session.ts';

/** The location of a message outside the conversation. */
export const asideWords: Readonly<Record<Aside, string>> = {
  branch: 'on an abandoned branch',
  'rolled-back': 'rolled back',
  'sub-agent': 'from a sub-agent',
};
