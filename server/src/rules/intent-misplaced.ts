import { callChannel, modelRole } from '../grammar/index.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import type { Rule } from './support/rule.ts';

/** Reports `intent=preamble` on a message that it cannot make visible (2.2 §5, A-055). */
export const rule: Rule = {
  code: 'intent-misplaced',
  title: '`intent=preamble` outside assistant commentary',
  section: '2.2 §5, §6',
  level: 'warning',
  needs: ['channels'],
  projection: 'whole',
  header({ header, role, kind, intent, effectiveChannel }, _context, report) {
    const attribute = attributeNamed(header, 'intent');
    if (attribute === undefined || intent !== 'preamble' || role === undefined || effectiveChannel === undefined)
      return;
    if (role === modelRole && effectiveChannel === callChannel && kind === 'plain') return;
    const why =
      kind === 'call'
        ? 'a tool call is never shown to users'
        : 'only assistant messages on `commentary` can be preambles';
    report(attribute, `A preamble is commentary meant for the user; ${why}. Remove the intent, or change the channel.`);
  },
};
