import { jsonErrorSpan, jsonFault } from '../model/body-json.ts';
import { foreignEnd } from '../model/foreign-tokens.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { brokenJson } from './support/broken-json.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a body that does not parse as the type named after `<|constrain|>` (2.2 §6, §14; A-039). */
export const rule: Rule = {
  code: 'E-BODY-CONSTRAINT-VIOLATION',
  title: 'Body does not match its `<|constrain|>` type',
  section: '2.2 §6, §14',
  level: 'error',
  needs: ['channels'],
  projection: 'whole',
  message: {
    when: Aspect.Typed,
    check(message, _context, report) {
      // A body that runs on to the next message is longer than intended, which `end-missing` reports.
      if (runsOn(message.block) && !message.placed) return;
      const error = message.constraint === 'json' ? jsonFault(message) : undefined;
      if (error === undefined) return;
      const text = message.content.text.startsWith('```', error.start)
        ? 'The body is declared as JSON but contains a Markdown code fence. Remove the fence.'
        : `The body is declared as JSON but does not parse: ${brokenJson(message, error)}.`;
      report(jsonErrorSpan(message, error), text);
    },
  },
};

const runsOn = (block: Block) => block.terminator === undefined && !has(block, Trait.Open) && !foreignEnd(block);
