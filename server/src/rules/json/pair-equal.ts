import { pairForms } from '../../grammar/index.ts';
import { rowsOf } from '../../model/json/list.ts';
import { memberOf } from '../../syntax/json/nodes.ts';
import { sameValue } from '../../syntax/json/same-value.ts';
import { valueSpan } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

/** Reports a training row with a preference between two equal answers. */
export const rule: JsonRule = {
  code: 'pair-equal',
  title: 'Chosen and rejected answers are equal',
  section: 'Language notes, A-145',
  level: 'off',
  levels: { training: 'warning' },
  json: {
    dialects: ['messages'],
    silentOnPlainValues: 'rows',
    check({ reading, text }, report) {
      for (const row of rowsOf(reading)) {
        for (const { chosen, rejected } of pairForms) {
          const [liked, other] = [chosen, rejected].map((key) => memberOf(row, key)?.value);
          if (liked === undefined || other === undefined || other.kind === 'null' || !sameValue(liked, other)) continue;
          report(
            valueSpan(text, other),
            `\`${chosen}\` and \`${rejected}\` are equal, so there is no preference to learn. Write another answer, or remove the row.`,
          );
        }
      }
    },
  },
};
