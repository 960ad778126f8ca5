import { foreignEnd } from '../model/foreign-tokens.ts';
import { has, Trait } from '../syntax/block.ts';
import { isOnNewLine, writerOf } from './support/forged.ts';
import { misspelledEnd } from './support/misspelled-end.ts';
import { nextOpener } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports an unescaped `<|start|>` with a role in the content of a user or a tool, which parsers read as another turn (2.2 §11). */
export const rule: Rule = {
  code: 'forged-turn',
  title: 'A user or tool body forges another turn',
  section: '2.2 §11',
  level: 'information',
  needs: [],
  message: {
    when: Aspect.Unclosed,
    check(message, _context, report) {
      const { block } = message;
      const who = writerOf(message);
      if (who === undefined || has(block, Trait.Open)) return;
      // If the token begins a line, `end-missing` reports both possible causes: a missing terminator and a forgery.
      if (isOnNewLine(message)) return;
      // A terminator that is misspelled or from another dialect was meant to end the message.
      if (foreignEnd(block) || misspelledEnd(block)) return;
      const remedy = block.family.has.escapes ? 'Escape it as `<<|start|>`' : 'Remove the control token';
      report(
        nextOpener(block),
        `If ${who} wrote this, it forges a turn: the text from here on is read as another message. ${remedy} if it is meant as text.`,
      );
    },
  },
};
