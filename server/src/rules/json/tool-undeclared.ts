import { listOf, requestOf } from '../../model/json/list.ts';
import { callsOf, declaredBeside, isCustom } from '../../model/json/tool-calls.ts';
import { memberOf } from '../../syntax/json/nodes.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean, quote } from '../../syntax/wording.ts';
import { valueSpan } from '../support/json-scope.ts';
import { factsOf, type JsonRule } from '../support/rule.ts';
import { rule as inText } from '../tool-undeclared.ts';

/** A tool that is not among the `tools` beside the messages. */
export const rule: JsonRule = {
  ...factsOf(inText),
  json: {
    dialects: ['messages'],
    check({ reading, text }, report) {
      for (const message of listOf(reading).messages) {
        for (const { node, name } of callsOf(message)) {
          const tools = declaredBeside(requestOf(reading, message)).names;
          if (tools === undefined || !name || tools.has(name) || isCustom(node)) continue;
          const at = memberOf(memberOf(node, 'function')?.value ?? node, 'name')?.value ?? node;
          const suggestion = closest(name, [...tools]);
          report(
            valueSpan(text, at),
            `${quote(name)} is not among the \`tools\` beside the messages, so a model is shown a call that it could not know.${didYouMean(suggestion)}`,
          );
        }
      }
    },
  },
};
