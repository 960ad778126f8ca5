import { terminator } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** `<|call|>` on a message that calls no tool (2.2 §3, §6). */
export const rule: Rule = {
  code: 'call-no-recipient',
  title: '`<|call|>` on a message that is no tool call',
  section: '2.2 §3, §6',
  level: 'error',
  needs: ['channels'],
  message: {
    when: Aspect.Called,
    check({ block, role, kind }, _context, report) {
      if (kind === 'call' || role === undefined) return;
      const advice =
        role === 'assistant'
          ? 'Add `to=` with the tool to the header, or close the message with `<|end|>`.'
          : 'Only the assistant calls tools; close the message with `<|end|>`.';
      report(terminator(block), `\`<|call|>\` sends a message to a tool, but this one names none. ${advice}`);
    },
  },
};
