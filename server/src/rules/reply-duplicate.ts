import { attributeNamed } from '../syntax/message-header.ts';
import { roleSpan } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** A second reply to one call. */
export const rule: Rule = {
  code: 'reply-duplicate',
  title: 'Second reply to the same call',
  section: '2.2 §8.2',
  level: 'information',
  needs: ['callIds'],
  projection: 'in-order',
  chats: 'conversation',
  group: {
    by: 'call-id',
    check(members, _context, report) {
      const call = members.findIndex(({ kind }) => kind === 'call');
      const [first, ...others] = call < 0 ? [] : members.slice(call + 1).filter(({ kind }) => kind === 'reply');
      if (first === undefined) return;
      const original = attributeNamed(first.header, 'call_id') ?? roleSpan(first);
      // Lists may use an id again: as many replies as calls are one each.
      const calls = members.filter(({ kind }) => kind === 'call').length;
      for (const reply of others.slice(calls - 1)) {
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
