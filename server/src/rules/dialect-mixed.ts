import { firstForeign } from '../model/foreign.ts';
import { familyOfToken } from '../syntax/families/index.ts';
import { type Rule } from './support/rule.ts';

/** A token that frames messages of another family than the document's (2.2 §13, A-086). The first one stands for all. */
export const rule: Rule = {
  code: 'dialect-mixed',
  title: 'A token of another dialect',
  section: '2.2 §13',
  level: 'error',
  group: {
    by: 'foreign-token',
    check([first], _context, report) {
      const found = first && firstForeign(first.block);
      if (!found) return;
      const { name, has } = first.block.family;
      const asText = has.quotes
        ? '; in quotes or backticks it is text'
        : has.escapes
          ? '; put it into a literal block if it is meant as text'
          : '';
      report(
        first.block,
        found,
        `\`${found.token.text}\` belongs to ${familyOfToken(found.token)?.name}, but this document is written in ${name.replace('OpenChatML ', '')}. Use one dialect${asText}.`,
      );
    },
  },
};
