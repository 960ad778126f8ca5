import { CallThread } from '../model/calls/pairing.ts';
import { isOfTool } from '../model/calls/tool-names.ts';
import type { Message } from '../model/message.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { repliesOfAnotherTool } from './support/part-replies.ts';
import { roleSpan } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** Reports a reply whose tool name differs from that of the call that it answers (2.2 §6, A-046). */
export const rule: Rule = {
  code: 'tool-name-mismatch',
  title: 'Reply names a different tool than its call',
  section: '2.2 §6',
  level: 'warning',
  levels: { harmony: 'off' },
  needs: ['callIds'],
  projection: 'in-order',
  forms: [repliesOfAnotherTool],
  group: {
    by: 'call-id',
    check(members, _context, report) {
      const thread = new CallThread<Message>('id');
      for (const reply of members) {
        const { tool, block, header } = reply;
        const call = thread.take(reply)?.call;
        if (call?.tool === undefined || tool === undefined || isOfTool(tool, call.tool)) continue;
        const to = attributeNamed(call.header, 'to') ?? roleSpan(call);
        report(
          block,
          attributeNamed(header, 'name') ?? roleSpan(reply),
          `This is the reply to a call to \`${call.tool}\`, but it names another tool. Name the same tool here.`,
          {
            data: { suggestion: call.tool },
            related: [{ block: call.block, start: to.start, end: to.end, message: 'The call.' }],
          },
        );
      }
    },
  },
};
