import { wireOf } from '../../model/json/wire.ts';
import type { Rule } from '../rule.ts';
import { matchesIn } from './scope.ts';

/** The spelling of a token in a text: on the wire it is harmless, elsewhere it is not. */
export const rule: Rule = {
  code: 'wire-special-in-text',
  title: 'Token written in a text',
  section: 'ChatML, Grammar',
  level: 'warning',
  json: {
    dialects: ['chatml-wire'],
    check({ reading, text }, report) {
      for (const { texts } of wireOf(reading).messages) {
        for (const node of texts) {
          for (const found of matchesIn(text, node, /<\|\w+\|>/g)) {
            report(
              found,
              `This \`${found.match}\` is text, no token: tokens are objects here. Written as plain ChatML, it would begin or end a message, which is how injections work.`,
            );
          }
        }
      }
    },
  },
};
