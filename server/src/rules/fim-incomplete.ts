import { fimOrder } from '../grammar/index.ts';
import { fimTasks, partsOf } from '../model/sequence.ts';
import { listed } from '../syntax/wording.ts';
import type { Rule } from './support/rule.ts';

/** The information that each token gives the model, as part of a sentence. */
const tells: Readonly<Record<(typeof fimOrder)[number], string>> = {
  fim_prefix: 'what comes before the gap',
  fim_middle: 'where to write',
  fim_suffix: 'what comes after the gap',
};

/** Reports a fill-in-the-middle task that lacks one of its three tokens (0.1 §5). */
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
          const missingNames = fimOrder.filter((name) => !tokens.some(({ token }) => token.name === name));
          const names = listed(
            missingNames.map((name) => `<|${name}|>`),
            'and',
          );
          const untold = missingNames.map((name) => tells[name]).join(' and ');
          report(
            first,
            `This fill-in-the-middle task lacks ${names}, so the model does not know ${untold}. Insert ${missingNames.length > 1 ? 'them' : 'it'}: \`<|fim_prefix|>before<|fim_middle|><|fim_suffix|>after\`.`,
          );
        }
      }
    },
  },
};
