import { objectsOf } from '../../model/json/projection.ts';
import { memberOf, textOf } from '../../syntax/json/reader.ts';
import { rule as inText } from '../call-no-recipient.ts';
import { valueSpan } from '../support/json-scope.ts';
import type { Rule } from '../support/rule.ts';

/** The same in the JSON projection: a `tool_call` without `recipient` (2.2 §10). */
export const rule: Rule = {
  code: inText.code,
  title: inText.title,
  section: inText.section,
  level: inText.level,
  json: {
    dialects: ['openchatml-json'],
    check({ reading, text }, report) {
      for (const message of objectsOf(reading).objects) {
        const call = memberOf(message, 'tool_call')?.value;
        if (call?.kind !== 'object' || textOf(call, 'recipient')) continue;
        report(
          valueSpan(text, call),
          'A tool call names the tool it is sent to. Add `recipient`, as in `functions.lookup`.',
        );
      }
    },
  },
};
