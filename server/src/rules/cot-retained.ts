import { meaning } from '../model/message.ts';
import { turnOf } from '../model/turns.ts';
import { opener, type Rule } from './rule.ts';

/** Analysis of a turn that ended in `final`, with more messages behind it: later sampling drops it (2.2 §7). */
export const rule: Rule = {
  code: 'cot-retained',
  title: 'Analysis that later sampling should drop',
  section: '2.2 §7, §12',
  level: 'off',
  group: {
    by: 'analysis',
    check(messages, context, report) {
      let turn: readonly unknown[] = [];
      let completed = false;
      for (const { block } of messages) {
        if (!turn.includes(block)) {
          const blocks = turnOf(block, context.blocks, context);
          const last = blocks[blocks.length - 1];
          const place = last && context.blocks.placeOf(last);
          const follows = place !== undefined && context.blocks.at(place.index + 1) !== undefined;
          completed =
            follows &&
            blocks.some(
              (other) =>
                meaning(other, context).role === 'assistant' && meaning(other, context).effectiveChannel === 'final',
            );
          turn = blocks;
        }
        if (completed)
          report(
            block,
            opener(block),
            'The turn ended in `final`, so this reasoning should be dropped before the model samples again.',
          );
      }
    },
  },
};
