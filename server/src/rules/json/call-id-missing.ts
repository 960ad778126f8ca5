import { listOf } from '../../model/json/list.ts';
import { callsOf } from '../../model/json/tool-calls.ts';
import { memberOf, textOf } from '../../syntax/json/nodes.ts';
import { rule as inText } from '../call-id-missing.ts';
import { valueSpan } from '../support/json-scope.ts';
import { factsOf, type JsonRule } from '../support/rule.ts';

/** A call without id, whose reply no chat API finds; templates do without (A-145). */
export const rule: JsonRule = {
  ...factsOf(inText),
  level: 'warning',
  levels: { training: 'error' },
  json: {
    dialects: ['messages'],
    check({ reading, text, profile, training }, report) {
      if (profile.name === 'template' && !training) return;
      for (const message of listOf(reading).messages) {
        // The older `function_call` has none.
        const older = memberOf(message, 'function_call')?.value;
        for (const { node, id, arguments: given } of callsOf(message)) {
          if (id !== undefined || node === older || node.kind !== 'object') continue;
          const key = textOf(message, 'type') === 'function_call' ? 'call_id' : 'id';
          // What is written for templates has the object, too.
          const forTemplates = given?.kind === 'object' && profile.argumentsAsText;
          const milder = profile.name === 'template' ? 'warning' : 'information';
          report(
            valueSpan(text, node),
            `This call has no \`${key}\`, so no reply can say that it answers it, and chat APIs refuse the list. Add one${forTemplates ? ', or choose the profile `template` (`ocml.messages.profile`), which does without' : ''}.`,
            profile.name === 'template' || (forTemplates && !training) ? { milder } : {},
          );
        }
      }
    },
  },
};
