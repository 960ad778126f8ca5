import type { TokenFact } from '../grammar/index.ts';
import { firstForeign } from '../model/foreign.ts';
import { familyOfToken } from '../syntax/families/index.ts';
import { terminator } from './support/places.ts';
import { Aspect, everywhere, type Rule } from './support/rule.ts';

/** A token that frames messages of another family than the document's (2.2 §13, A-086). The first one stands for all. */
export const rule: Rule = {
  code: 'dialect-mixed',
  title: 'A token of another dialect',
  section: '2.2 §13',
  level: 'error',
  dialects: everywhere,
  message: {
    when: Aspect.EndedByOther,
    check({ block, kind }, _context, report) {
      const { terminators } = block.family.frame;
      const own = terminators.find(({ toTool = false }) => toTool === (kind === 'call')) as TokenFact;
      const end = terminator(block);
      const said = block.text.slice(end.start, end.end);
      report(end, `\`${said}\` ends messages of ${nameOf(said)}. Here \`${own.text}\` does: write that.`, {
        data: { rule: 'terminator' },
      });
    },
  },
  group: {
    by: 'foreign-token',
    check([first], { escapes }, report) {
      const found = first && firstForeign(first.block, escapes);
      if (!found) return;
      const { block } = first;
      const { name, has } = block.family;
      const { text } = found.token;
      // To Harmony it is text in a body.
      if (has.parser && found.start >= block.bodyStart) {
        report(
          block,
          found,
          `\`${text}\` belongs to ${nameOf(text)}; in Harmony it is plain text, and means nothing to the model.`,
          { milder: 'information' },
        );
        return;
      }
      const asText = has.quotes
        ? '; in quotes or backticks it is text'
        : escapes
          ? '; put it into a literal block if it is meant as text'
          : '';
      report(
        block,
        found,
        `\`${text}\` belongs to ${nameOf(text)}, but this document is written in ${name.replace('OpenChatML ', '')}. Use one dialect${asText}.`,
      );
    },
  },
};

const nameOf = (text: string) => familyOfToken({ text })?.name;
