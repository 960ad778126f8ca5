import { functionsNamespace } from '../../grammar/index.ts';
import { pythonAsJson } from '../../model/calls/python-literal.ts';
import { listOf } from '../../model/json/list.ts';
import { faultText } from '../../syntax/json/faults.ts';
import { memberOf, textOf } from '../../syntax/json/nodes.ts';
import { parseJson } from '../../syntax/json/values.ts';
import { rule as inText } from '../E-CALL-SCHEMA.ts';
import { spanIn } from '../support/json-scope.ts';
import { factsOf, type JsonRule } from '../support/rule.ts';

/**
 * Reports an unparsable call in a message that consists only of a call, in JSON or Python syntax. The rule for text with the same code
 * compares arguments with a declaration, also in JSON (`projection`, `chats`). This rule only checks whether the content parses as a call.
 */
export const rule: JsonRule = {
  ...factsOf(inText),
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, text }, report) {
      const { messages, words } = listOf(reading);
      for (const message of messages) {
        const content = memberOf(message, 'content')?.value;
        if (textOf(message, 'recipient') !== functionsNamespace || content?.kind !== 'string') continue;
        const { error } = parseJson(content.value);
        if (error === undefined || parseJson(pythonAsJson(content.value).json).error === undefined) continue;
        const isBlank = !/\S/.test(content.value);
        const says = isBlank ? 'it is empty' : faultText(error);
        report(
          isBlank ? content : spanIn(text, content, error.start, error.end),
          `This \`${words.content}\` is a call, \`{"name": …, "arguments": {…}}\`, but trainers that parse it as JSON fail on it: ${says}.`,
          { milder: 'warning' },
        );
      }
    },
  },
};
