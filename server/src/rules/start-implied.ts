import { has, Trait } from '../syntax/block.ts';
import { quote } from '../syntax/wording.ts';
import { opener } from './support/places.ts';
import { Aspect, inHarmonyMode, type Rule } from './support/rule.ts';

/** Reports a document that begins inside a header, like the completion of a Harmony model. */
export const rule: Rule = {
  code: 'start-implied',
  title: 'The document begins inside a header',
  section: '2.2 §6',
  level: 'hint',
  levels: inHarmonyMode('off'),
  needs: ['channels'],
  message: {
    when: Aspect.Openerless,
    check({ block }, _context, report) {
      if (has(block, Trait.StartMissing)) return;
      const first = opener(block);
      report(
        first,
        `The message begins with ${quote(block.text.slice(first.start, first.end))}, so \`<|start|>assistant\` is assumed before it. Add this opener if the text must be complete on its own.`,
      );
    },
  },
};
