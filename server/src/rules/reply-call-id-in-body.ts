import { contentSpan, jsonObject } from '../model/body-json.ts';
import { members } from '../syntax/json/values.ts';
import { Aspect, inHarmonyMode, type Rule } from './support/rule.ts';

/** Reports a `call_id` in the body of a reply. In 2.2, it belongs in the header (2.2 §8.2). */
export const rule: Rule = {
  code: 'reply-call-id-in-body',
  title: '`call_id` in the body of a reply',
  section: '2.2 §8.2',
  level: 'hint',
  levels: inHarmonyMode('off'),
  needs: ['callIds'],
  projection: 'whole',
  message: {
    when: Aspect.Reply,
    check(message, _context, report) {
      const reply = jsonObject(message);
      if (reply === undefined || !('call_id' in reply)) return;
      const member = members(message.content.text).find(({ key }) => key === 'call_id');
      if (member)
        report(
          contentSpan(message, member.keyStart, member.keyEnd),
          '`call_id` belongs in the header of the reply, not in its body. Move it there.',
        );
    },
  },
};
