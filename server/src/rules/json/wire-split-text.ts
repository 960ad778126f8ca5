import { wireOf } from '../../model/json/wire.ts';
import type { JsonRule } from '../support/rule.ts';

/** Reports text that is split into several consecutive strings (A-116, WIRE-29). */
export const rule: JsonRule = {
  code: 'wire-split-text',
  title: 'Text in several strings',
  section: 'ChatML, Grammar',
  level: 'hint',
  json: {
    dialects: ['chatml-wire'],
    check({ reading }, report) {
      for (const { texts } of wireOf(reading).messages) {
        for (const node of texts.slice(1)) {
          report(
            node,
            'The grammar allows only one string as the text of a message. Parsers join several strings with nothing between them. Write one string.',
          );
        }
      }
    },
  },
};
