import { charactersPerToken, longMessageTokens } from '../../grammar/chatml-wire.ts';
import { wireOf } from '../../model/json/wire.ts';
import { valueSpan } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

/** Reports a message that exceeds the length at which the documented convention truncates it (A-120, WIRE-20). */
export const rule: JsonRule = {
  code: 'wire-long-message',
  title: 'Message longer than 2,000 tokens',
  section: 'ChatML, Truncations',
  level: 'off',
  json: {
    dialects: ['chatml-wire'],
    check({ reading, text }, report) {
      for (const { texts } of wireOf(reading).messages) {
        const length = texts.reduce((sum, { value }) => sum + value.length, 0);
        const tokens = Math.round(length / charactersPerToken);
        const [first] = texts;
        if (tokens <= longMessageTokens || first === undefined) continue;
        report(
          valueSpan(text, first),
          `This message has about ${tokens} tokens, estimated at ${charactersPerToken} characters each; the usual truncation cuts it at ${longMessageTokens}. Shorten it, or split it.`,
        );
      }
    },
  },
};
