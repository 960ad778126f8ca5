import { fimOrder, infillOrders } from '../grammar/index.ts';
import { fimTasks, partsOf } from '../model/sequence.ts';
import { listed } from '../syntax/wording.ts';
import type { Rule } from './support/rule.ts';

/** Reports the tokens of a fill-in-the-middle task if their order is not prefix, middle, suffix (0.1 §5, A-098). */
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
          const ofInfill = infillOrders.some((order) => tokens.every(({ token }, i) => token.name === order[i]));
          if (ofInfill) {
            const names = listed(tokens.map(({ token }) => token.name.replace('fim_', ''))).replace(' or ', ', ');
            const text = `Some infill models use this order (${names}), but OpenChatML uses prefix, middle, suffix. Keep this order only if your model was trained on it.`;
            report(odd, text, { milder: 'information' });
          } else {
            const text = `\`${odd.token.text}\` is out of order: OpenChatML uses prefix, middle, suffix, and the order here is not that of any known infill model. Reorder the three parts.`;
            report(odd, text);
          }
        }
      }
    },
  },
};
