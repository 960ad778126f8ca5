import { objectsOf } from '../../model/json/projection.ts';
import { memberOf, textOf } from '../../syntax/json/reader.ts';
import { rule as inText } from '../call-id-missing.ts';
import { valueSpan } from '../support/json-scope.ts';
import type { Rule } from '../support/rule.ts';

/** The same in the JSON projection: `id` of a `tool_call`, `call_id` of a reply (2.2 §10). */
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
        if (call?.kind === 'object' && !textOf(call, 'id')) {
          report(valueSpan(text, call), 'A tool call must carry an `id`, so that its reply can be matched to it.');
        }
        const role = memberOf(message, 'role')?.value;
        if (role?.kind === 'string' && role.value === 'tool' && !textOf(message, 'call_id')) {
          report(role, 'A reply must repeat the id of its call. Add `call_id` with it.');
        }
      }
    },
  },
};
