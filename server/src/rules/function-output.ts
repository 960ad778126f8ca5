import { isObject } from '../model/body-json.ts';
import { functionParts } from '../model/functions.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** An output that is no object with `name` and `content` (0.1 §8.3). */
export const rule: Rule = {
  code: 'function-output',
  title: 'Function output without `name` or `content`',
  section: '0.1 §8.3',
  level: 'warning',
  needs: ['functions'],
  message: {
    when: Aspect.Reply,
    check({ block, role }, _context, report) {
      for (const { token, values } of functionParts(block, role)) {
        if (token.name !== 'function_output') continue;
        for (const { value, start, end } of values) {
          if (isObject(value) && typeof value.name === 'string' && Object.hasOwn(value, 'content')) continue;
          report({ start, end }, 'An output is an object with the `name` of the function and its `content`.');
        }
      }
    },
  },
};
