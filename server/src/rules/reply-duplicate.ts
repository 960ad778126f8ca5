import { CallThread } from '../model/calls/pairing.ts';
import type { Message } from '../model/message.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { roleSpan } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** Reports a second reply to the same call. */
export const rule: Rule = {
  code: 'reply-duplicate',
  title: 'Second reply to the same call',
  section: '2.2 §8.2',
  level: 'information',
  needs: ['callIds'],
  projection: 'in-order',
  chats: 'conversation',
  silentOnPlainValues: true,
  group: {
    by: 'call-id',
    check(members, _context, report) {
      const thread = new CallThread<Message>('id');
      const firstReplies = new Map<Message, Message>();
      for (const reply of members) {
        const answered = thread.take(reply);
        if (answered === undefined) continue;
        const first = firstReplies.get(answered.call) ?? reply;
        firstReplies.set(answered.call, first);
        // An id may be reused in a list. If there are as many replies with it as calls, each call has one reply.
        if (!answered.again) continue;
        const original = attributeNamed(first.header, 'call_id') ?? roleSpan(first);
        report(
          reply.block,
          attributeNamed(reply.header, 'call_id') ?? roleSpan(reply),
          `The call \`${reply.callId}\` already has a reply. Give this one the id of the call that it answers, or remove it.`,
          {
            related: [{ block: first.block, start: original.start, end: original.end, message: 'The first reply.' }],
          },
        );
      }
    },
  },
};
