/** The shape of agent sessions. The readers for their formats are loaded with the first session. */
import type { ConversationShape } from '../shapes/conversation.ts';
import { sessionFormatOf } from './recognise.ts';

const readers = (): typeof import('./readers.ts') => require('./readers.ts') as typeof import('./readers.ts');

export const agentSessions: ConversationShape = {
  name: 'session',
  matches: (root) => sessionFormatOf(root) !== undefined,
  read: (root) => readers().readSession(root, sessionFormatOf(root) as NonNullable<ReturnType<typeof sessionFormatOf>>),
};
