import { functionParts } from '../model/calls/functions.ts';
import { isObject } from '../syntax/is-object.ts';
import { listed } from '../syntax/wording.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a function in a list whose description is incomplete (0.1 §8.1). */
export const rule: Rule = {
  code: 'function-signature',
  title: 'Incomplete signature in a function list',
  section: '0.1 §8.1',
  level: 'warning',
  needs: ['functions'],
  message: {
    when: Aspect.Instructions,
    check({ block, role }, _context, report) {
      for (const { token, values } of functionParts(block, role)) {
        if (token.name !== 'function_list') continue;
        for (const { value, start, end } of values) {
          const missingFields = missingIn(value);
          if (missingFields.length > 0)
            report(
              { start, end },
              `This signature lacks ${listed(missingFields, 'and')}. Add what is missing, so that models can call the function.`,
            );
        }
      }
    },
  },
};

/** The missing fields of a signature, as JSON or as a path. */
function missingIn(value: unknown): string[] {
  if (!isObject(value)) return ['"type": "function"', '"function": {…}'];
  const described = isObject(value.function) ? value.function : undefined;
  return [
    ...(value.type === 'function' ? [] : ['"type": "function"']),
    ...(described === undefined ? ['"function": {…}'] : []),
    ...(described && typeof described.name !== 'string' ? ['function.name'] : []),
    ...(described && typeof described.description !== 'string' ? ['function.description'] : []),
    ...(described && !isObject(described.parameters) ? ['function.parameters'] : []),
  ];
}
