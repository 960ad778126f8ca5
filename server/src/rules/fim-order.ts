import { fimOrder } from '../grammar/index.ts';
import { fimTasks, partsOf } from '../model/sequence.ts';
import { type Rule } from './support/rule.ts';

/** The tokens of a fill-in-the-middle task in another order than prefix, middle, suffix (0.1 §5, A-098). */
export const rule: Rule = {
  code: 'fim-order',
  title: 'Fill-in-the-middle tokens out of order',
  section: '0.1 §5',
  level: 'warning',
  needs: ['files'],
  gap: {
    check(block, _from, context, report) {
      for (const tasks of fimTasks(block, partsOf(block, false, context))) {
        for (const { tokens, complete } of tasks) {
          const odd = complete ? tokens.find(({ token }, i) => token.name !== fimOrder[i]) : undefined;
          if (odd === undefined) continue;
          report(
            odd,
            `\`${odd.token.text}\` is out of order: OpenChatML writes prefix, middle, suffix. Models that were trained on another order need a document of their own.`,
          );
        }
      }
    },
  },
};
