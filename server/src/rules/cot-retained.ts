import { droppedTurns } from '../model/dropped.ts';
import { opener } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/**
 * Reports analysis in a turn that ended in `final`, if messages follow or `<|return|>` ended the turn. It should be dropped before the
 * model samples again (2.2 §7, §12).
 */
export const rule: Rule = {
  code: 'cot-retained',
  title: 'Analysis kept after its turn ended',
  section: '2.2 §7, §12',
  level: 'off',
  needs: ['channels'],
  group: {
    by: 'analysis',
    check(messages, context, report) {
      for (const members of droppedTurns(messages, context.blocks)) {
        for (const { block } of members) {
          report(
            block,
            opener(block),
            'The turn ended in `final`, so this reasoning should be dropped before the model samples again. Remove the message.',
          );
        }
      }
    },
  },
};
