import { fimOrder } from '../grammar/index.ts';
import { fimTasks, partsOf } from '../model/sequence.ts';
import { listed } from '../syntax/wording.ts';
import { type Rule } from './support/rule.ts';

/** One of the three tokens of a fill-in-the-middle task is missing (0.1 §5). */
export const rule: Rule = {
  code: 'fim-incomplete',
  title: 'Fill-in-the-middle token missing',
  section: '0.1 §5',
  level: 'error',
  needs: ['files'],
  gap: {
    check(block, _from, context, report) {
      for (const tasks of fimTasks(block, partsOf(block, false, context))) {
        for (const { tokens, complete } of tasks) {
          const [first] = tokens;
          if (complete || first === undefined) continue;
          const missing = fimOrder.filter((name) => !tokens.some(({ token }) => token.name === name));
          report(
            first,
            `A fill-in-the-middle task has three tokens; ${listed(missing.map((name) => `<|${name}|>`)).replace(' or ', ' and ')} ${missing.length > 1 ? 'are' : 'is'} missing in this one.`,
          );
        }
      }
    },
  },
};
