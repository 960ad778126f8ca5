/** Messages in the log of a session that are not part of its conversation, in words. */
import type { Aside } from '../../model/json/sessions/session.ts';

/** Where a message is that is not part of the conversation. */
export const asideWords: Readonly<Record<Aside, string>> = {
  branch: 'on a branch that was left',
  'rolled-back': 'rolled back',
  'sub-agent': 'of a sub-agent',
};
