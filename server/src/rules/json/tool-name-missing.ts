import { projectedOf } from '../../model/json/projected.ts';
import { memberOf } from '../../syntax/json/reader.ts';
import type { Rule } from '../support/rule.ts';
import { rule as inText } from '../tool-name-missing.ts';

/** The same in the JSON projection (2.2 §10): a reply of the role `tool` without `name`. */
export const rule: Rule = {
  code: inText.code,
  title: inText.title,
  section: inText.section,
  level: inText.level,
  json: {
    dialects: ['openchatml-json'],
    check({ reading }, report) {
      for (const { node } of projectedOf(reading)) {
        const role = memberOf(node, 'role')?.value;
        if (role?.kind !== 'string' || role.value !== 'tool' || memberOf(node, 'name')) continue;
        report(role, 'A reply says which tool replies. Add `name`, as in `functions.get_weather`.');
      }
    },
  },
};
