import { attributeNamed } from '../syntax/message-header.ts';
import { quote } from '../syntax/wording.ts';
import { roleSpan } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** A reply to a call that is not before it (2.2 §8.2). If the call lost its id, `call-id-missing` says so there. */
export const rule: Rule = {
  code: 'call-id-unmatched',
  title: 'Reply without an earlier call',
  section: '2.2 §8.2',
  level: 'error',
  needs: ['callIds'],
  projection: 'in-order',
  chats: 'conversation',
  group: {
    by: 'call-id',
    check(members, context, report) {
      const comesLater = members.some(({ kind }) => kind === 'call');
      for (const reply of members) {
        if (reply.kind === 'call') return;
        if (context.lostBefore?.(reply)) continue;
        report(
          reply.block,
          attributeNamed(reply.header, 'call_id') ?? roleSpan(reply),
          comesLater
            ? `The call with the id ${quote(reply.callId ?? '')} comes after this reply, and a reply must follow its call. Move the reply after it.`
            : `No earlier call has the id ${quote(reply.callId ?? '')}, so this replies to nothing. Write the id of the call that it answers.`,
        );
      }
    },
  },
};
