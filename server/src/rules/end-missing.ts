import { foreignEnd } from '../model/foreign.ts';
import { has, Trait } from '../syntax/block.ts';
import { closer } from '../syntax/families/family.ts';
import { isOnNewLine, writerOf } from './support/forged.ts';
import { misspelledEnd } from './support/near-token.ts';
import { nextOpener, opener } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** A message that is not closed before the next one (2.2 §3, A-017). */
export const rule: Rule = {
  code: 'end-missing',
  title: 'Message not closed before the next one',
  section: '2.2 §3, §6',
  level: 'error',
  needs: [],
  message: {
    when: Aspect.Unclosed,
    check(message, _context, report) {
      const { block, kind, header } = message;
      // A terminator of another dialect in its place is `dialect-mixed`.
      if (has(block, Trait.Open) || !header.closed || foreignEnd(block) || misspelledEnd(block)) return;
      const { family } = block;
      const close = closer(family, kind === 'call');
      const who = isOnNewLine(message) ? writerOf(message) : undefined;
      const text = `\`${family.frame.opener.text}\``;
      const otherwise = who
        ? `, or, if ${who} wrote the ${text} after it, ${family.has.escapes ? 'escape' : 'remove'} that`
        : '';
      report(
        opener(block),
        `This message is not closed before the next one begins. Add \`${close.text}\` at its end${otherwise}.`,
        {
          related: [{ block, ...nextOpener(block), message: 'The next message begins here.' }],
        },
      );
    },
  },
};
