import { modelRole } from '../grammar/index.ts';
import { has, Trait } from '../syntax/block.ts';
import { openerOf } from '../syntax/families/family.ts';
import { roleSpan } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/**
 * Reports a message from the model without a channel in Harmony. The system message tells gpt-oss to give every message a channel,
 * and servers that sort messages by channel drop those without one.
 */
export const rule: Rule = {
  code: 'answer-channel-missing',
  title: 'Message from the model without a channel',
  section: 'Language notes, A-151',
  level: 'off',
  levels: { harmony: 'warning' },
  needs: ['channels'],
  message: {
    when: Aspect.Assistant,
    check({ block, header, role, kind, tool }, _context, report) {
      const { channel, channels } = header;
      if (role !== modelRole || kind !== 'plain' || tool !== undefined) return;
      // Other rules report the faults of a broken header, which may explain the missing channel.
      if (channel || channels.length > 0 || header.faults.length > 0 || !has(block, Trait.HasMessage)) return;
      // Text without an opener may not be an answer, and in a truncated document the channel may have been cut off.
      if (!block.text.startsWith(openerOf(block).text) || has(block, Trait.Open)) return;
      report(
        roleSpan({ header, block }),
        'This message has no channel, so servers such as vLLM recognize it as neither an answer nor a thought, and drop it. Write `<|channel|>final`, or the intended channel, after the role.',
      );
    },
  },
};
