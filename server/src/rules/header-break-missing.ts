import { has, Trait } from '../syntax/block.ts';
import { headerToken } from '../syntax/families/family.ts';
import { messageHeader } from '../syntax/message-header.ts';
import { Aspect, type Rule } from './support/rule.ts';

/**
 * Reports a header that is not followed by the blank line that its dialect requires. The model then reads tokens that differ from those in
 * training.
 */
export const rule: Rule = {
  code: 'header-break-missing',
  title: 'No blank line after the header',
  section: 'Language notes, A-141',
  level: 'warning',
  needs: ['plainFrames'],
  message: {
    when: Aspect.Any,
    check({ block }, _context, report) {
      const { text, bodyStart, bodyEnd, family } = block;
      const { breaksBefore } = family.frame;
      const headerEnd = headerToken(family.frame);
      if (breaksBefore < 2 || headerEnd === undefined || !has(block, Trait.HasMessage)) return;
      // If the message is still being written, the missing line break may follow.
      if (has(block, Trait.Open) && bodyStart === bodyEnd) return;
      const { closed } = messageHeader(block);
      const end = text.lastIndexOf(headerEnd.text, bodyStart);
      if (!closed || end < 0) return;
      const after = end + headerEnd.text.length;
      const breakCount = text.slice(after, bodyStart).replace(/\r\n?/g, '\n').length;
      if (breakCount >= breaksBefore || text.slice(after, bodyStart).trim() !== '') return;
      report(
        { start: end, end: after },
        `\`${headerEnd.text}\` must be followed by a blank line, but ${breakCount === 0 ? 'the content follows directly' : 'there is only one line break'}. The model was trained on ${breaksBefore} line breaks there, and now sees different tokens. Add ${breakCount === 0 ? 'them' : 'the missing one'}.`,
        { data: { suggestion: '\n'.repeat(breaksBefore - breakCount) } },
      );
    },
  },
};
