import { has, Trait } from '../syntax/block.ts';
import { opener } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** A message that says nothing, in a training row. What message lists have of it is in `json/`. */
export const rule: Rule = {
  code: 'message-empty',
  title: 'Empty content that is rejected, or trained on',
  section: 'Language notes, A-145',
  level: 'warning',
  needs: [],
  message: {
    when: Aspect.Any,
    check({ block, kind, role, header }, { training }, report) {
      if (!training || kind !== 'plain' || role === undefined || block.terminator === undefined) return;
      // Of a header that nothing ends, it is unknown where the content begins.
      if (!has(block, Trait.HasMessage)) return;
      if (header.faults.length > 0 || /\S/.test(block.text.slice(block.bodyStart, block.bodyEnd))) return;
      report(
        opener(block),
        'This message is empty, and a model that is trained on it learns to say nothing. Fill it in, or remove the message.',
      );
    },
  },
};
