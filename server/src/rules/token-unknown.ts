import { tokenByName } from '../grammar/index.ts';
import { segments } from '../syntax/body.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { misspelledAt } from '../syntax/tokens/misspelled.ts';
import { didYouMean } from '../syntax/wording.ts';
import { misspelledEnd } from './support/near-token.ts';
import { Aspect, type Rule } from './support/rule.ts';

const names = [...tokenByName.keys()];

/** `<|word|>` that is not a token: plain text, so it is reported only on request (2.2 §3). */
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
      const own = spellings.byName;
      // A token of 2.x that is quoted is known, too.
      const isKnown = (name: string) => tokenByName.has(name) || own.has(name);
      // What is meant as the terminator is misspelled, and `token-misspelled` says so.
      const meantEnd = misspelledEnd(block)?.start;
      for (const { kind, start, end } of segments(block)) {
        if (kind !== 'text') continue;
        for (const found of block.text.slice(start, end).matchAll(/<\|([A-Za-z_][\w-]{0,40})\|>/g)) {
          const at = start + found.index;
          if (at === meantEnd || misspelledAt(block.text, at, spellings) || isKnown(found[1] as string)) continue;
          const name = closest(found[1] as string, has.channels ? names : [...own.keys()]);
          report(
            { start: at, end: at + found[0].length },
            `\`${found[0]}\` is not a control token, so it is read as text.${didYouMean(name && `<|${name}|>`) || ' If it is not meant as text, write the token that is.'}`,
          );
        }
      }
    },
  },
};
