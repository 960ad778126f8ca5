import { listOf } from '../../model/json/list.ts';
import { callsOf, isCustom } from '../../model/json/tool-calls.ts';
import { memberOf, textOf } from '../../syntax/json/nodes.ts';
import { valueSpan } from '../support/json-scope.ts';
import { factsOf, type JsonRule } from '../support/rule.ts';
import { rule as inText } from '../tool-name-missing.ts';

/** A call that names no tool: nobody can carry it out. */
export const rule: JsonRule = {
  ...factsOf(inText),
  json: {
    dialects: ['messages'],
    check({ reading, text, profile }, report) {
      for (const message of listOf(reading).messages) {
        const older = memberOf(message, 'function_call')?.value;
        for (const { node, name, asText } of callsOf(message)) {
          const own = node === older ? undefined : memberOf(node, 'name');
          // Templates take a call whose function is not in an object of its own, too.
          if (
            name &&
            own &&
            asText &&
            !memberOf(node, 'function') &&
            textOf(message, 'type') !== 'function_call' &&
            profile.argumentsAsText
          ) {
            report(
              own.key,
              'Chat APIs look for `name` and `arguments` in the `function` of a call, and refuse it without one. Write them there.',
              {
                milder: 'warning',
              },
            );
          }
          if (name || node.kind !== 'object' || isCustom(node)) continue;
          report(
            valueSpan(text, node),
            'This call names no tool, so nobody can carry it out. Add `name` to its `function`.',
          );
        }
      }
    },
  },
};
