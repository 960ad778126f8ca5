/** Phrases for the messages in a session's log that are not part of the conversation. */
import type { Aside } from '../../model/json/sessions/session.ts';

/** The phrase that says where a message outside the conversation belongs. */
export const asideWords: Readonly<Record<Aside, string>> = {
  branch: 'on an abandoned branch',
  'rolled-back': 'rolled back',
  'sub-agent': 'from a sub-agent',
};
