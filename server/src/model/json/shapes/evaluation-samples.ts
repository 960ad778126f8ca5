/** The shape of Inspect's samples. The code that reads their messages is loaded with the first sample. */
import { attachedMember, sampleMembers } from '../../../grammar/json-saved.ts';
import { memberOf } from '../../../syntax/json/nodes.ts';
import { type ConversationShape, hasMessageList, valueOf } from './conversation.ts';

const reader = (): typeof import('./evaluation-messages.ts') =>
  require('./evaluation-messages.ts') as typeof import('./evaluation-messages.ts');

export const evaluationSamples: ConversationShape = {
  name: 'messages',
  matches: (root) => {
    const attached = valueOf(root, attachedMember);
    const isAttached = attached?.kind === 'object' && attached.members.length > 0;
    return (isAttached || sampleMembers.every((key) => memberOf(root, key))) && hasMessageList(root);
  },
  read: (root) => reader().readSample(root),
};
