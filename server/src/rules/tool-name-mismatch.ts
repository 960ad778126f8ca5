import { attributeNamed } from '../syntax/message-header.ts';
import { roleSpan } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** A reply whose tool is not the one that was called (2.2 §6, A-046). */
export const rule: Rule = {
  code: 'tool-name-mismatch',
  title: 'Reply names another tool than its call',
  section: '2.2 §6',
  level: 'warning',
  levels: { harmony: 'off' },
  needs: ['callIds'],
  projection: 'in-order',
  group: {
    by: 'call-id',
    check(members, _context, report) {
      const call = members.find(({ kind }) => kind === 'call');
      if (call?.tool === undefined) return;
      for (const reply of members.slice(members.indexOf(call) + 1)) {
        const { tool, block, header } = reply;
        if (reply.kind !== 'reply' || tool === undefined || tool === call.tool || call.tool.endsWith(`.${tool}`))
          continue;
        const to = attributeNamed(call.header, 'to') ?? roleSpan(call);
        report(
          block,
          attributeNamed(header, 'name') ?? roleSpan(reply),
          `This replies to a call of \`${call.tool}\`, but names another tool. Name the same tool here.`,
          {
            data: { suggestion: call.tool },
            related: [{ block: call.block, start: to.start, end: to.end, message: 'The call.' }],
          },
        );
      }
    },
  },
};
