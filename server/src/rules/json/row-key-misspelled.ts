import { listOf, rowsOf } from '../../model/json/list.ts';
import { misspelledKeys } from '../../model/json/row-keys.ts';
import { shapeOf } from '../../model/json/shapes.ts';
import { didYouMean, quote } from '../../syntax/wording.ts';
import type { JsonRule } from '../support/rule.ts';

/** Reports a key next to the messages of a training row that resembles a key read by trainers. */
export const rule: JsonRule = {
  code: 'row-key-misspelled',
  title: 'Misspelled key in a training row',
  section: 'Language notes, A-145',
  level: 'off',
  levels: { training: 'warning' },
  json: {
    dialects: ['messages'],
    silentOnPlainValues: 'rows',
    check({ reading }, report) {
      const { name: shape = 'unknown' } = shapeOf(reading) ?? {};
      // If a row lacks a field that all other rows have, the row is reported as a whole.
      const misshapen = new Set(listOf(reading).misshapen);
      for (const row of rowsOf(reading).filter((one) => !misshapen.has(one)))
        for (const { key, meant } of misspelledKeys(row, shape))
          report(key, `Trainers ignore ${quote(key.value)}, so its text is not learned.${didYouMean(meant)}`, {
            data: { suggestion: meant },
          });
    },
  },
};
