import { tokenByName } from '../grammar/index.ts';
import { segments } from '../syntax/body.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { wordsInBars } from '../syntax/tokens/expected-tokens.ts';
import { misspelledAt } from '../syntax/tokens/misspelled.ts';
import { didYouMean } from '../syntax/wording.ts';
import { misspelledEnd } from './support/misspelled-end.ts';
import { Aspect, type Rule } from './support/rule.ts';

const names = [...tokenByName.keys()];

/** Reports a `<|word|>` that is not a token. It is plain text, so the rule is off by default (2.2 §3). */
export const rule: Rule = {
  code: 'token-unknown',
  title: '`<|word|>` that is not a control token',
  section: '2.2 §3',
  level: 'off',
  needs: [],
  message: {
    when: Aspect.Odd,
    check({ block }, _context, report) {
      const { spellings, has } = block.family;
      const familyTokens = spellings.byName;
      // Tokens of 2.x are known in every family, since they may be quoted.
      const isKnown = (name: string) => tokenByName.has(name) || familyTokens.has(name);
      // `token-misspelled` reports a misspelled terminator.
      const meantEnd = misspelledEnd(block)?.start;
      for (const { kind, start, end } of segments(block)) {
        if (kind !== 'text') continue;
        for (const { word, isClosed, ...span } of wordsInBars(block.text, start, end)) {
          if (!isClosed || span.start === meantEnd || isKnown(word)) continue;
          if (misspelledAt(block.text, span.start, spellings)) continue;
          const name = closest(word, has.channels ? names : [...familyTokens.keys()]);
          report(
            span,
            `\`<|${word}|>\` is not a control token, so it is read as text.${didYouMean(name && `<|${name}|>`) || ' If it is not text, write the intended token.'}`,
          );
        }
      }
    },
  },
};
