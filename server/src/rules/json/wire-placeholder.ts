import { wireOf } from '../../model/json/wire.ts';
import { matchesIn } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

/** Reports a placeholder, `{{…}}`, that was not filled in (WIRE-27). */
export const rule: JsonRule = {
  code: 'wire-placeholder',
  title: 'Placeholder',
  section: 'ChatML, Few-shot prompting',
  level: 'hint',
  json: {
    dialects: ['chatml-wire'],
    check({ reading, text }, report) {
      for (const { texts } of wireOf(reading).messages) {
        for (const node of texts) {
          for (const placeholder of matchesIn(text, node, /\{\{[^{}]{1,200}\}\}/g)) {
            report(placeholder, 'This is a placeholder. Fill it in before you send the document.');
          }
        }
      }
    },
  },
};
