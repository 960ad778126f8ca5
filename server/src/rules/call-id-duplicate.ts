import { attributeNamed } from '../syntax/message-header.ts';
import { quote } from '../syntax/wording.ts';
import { roleSpan } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** Reports a call with the id of an earlier call (2.2 §6, A-058). */
export const rule: Rule = {
  code: 'call-id-duplicate',
  title: 'Second call with the same `call_id`',
  section: '2.2 §6, §8.2',
  level: 'error',
  needs: ['callIds'],
  projection: 'in-order',
  // In different turns, the same id may occur again: many programs write `call_0` in each.
  chats: 'one-message',
  silentOnPlainValues: true,
  group: {
    by: 'call-id',
    check(members, _context, report) {
      const [first, ...others] = members.filter(({ kind }) => kind === 'call');
      if (first === undefined) return;
      const original = attributeNamed(first.header, 'call_id') ?? roleSpan(first);
      for (const call of others) {
        report(
          call.block,
          attributeNamed(call.header, 'call_id') ?? roleSpan(call),
          `Another call already has the id ${quote(call.callId ?? '')}. Give each call its own id.`,
          {
            related: [
              { block: first.block, start: original.start, end: original.end, message: 'The first call with this id.' },
            ],
          },
        );
      }
    },
  },
};
