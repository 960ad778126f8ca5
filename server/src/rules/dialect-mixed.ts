import { firstForeign, foreignEnd } from '../model/foreign-tokens.ts';
import { closer } from '../syntax/families/family.ts';
import { familyOfToken } from '../syntax/families/index.ts';
import { Aspect, type Rule } from './support/rule.ts';

/**
 * Reports tokens that frame messages in a family other than the document's (2.2 §13, A-086): the first one, and each one that is used as a
 * terminator.
 */
export const rule: Rule = {
  code: 'dialect-mixed',
  title: 'Token from another dialect',
  section: '2.2 §13',
  level: 'error',
  needs: [],
  message: {
    when: Aspect.Unclosed,
    check({ block, kind }, _context, report) {
      const foreignTerminator = foreignEnd(block);
      if (!foreignTerminator) return;
      const { name } = block.family;
      const suggestion = closer(block.family, kind === 'call').text;
      report(
        foreignTerminator,
        `\`${foreignTerminator.token.text}\` ends a message in ${familyOfToken(foreignTerminator.token)?.name}, but this document is written in ${name.replace('OpenChatML ', '')}, whose parsers read on into the next message. Write \`${suggestion}\`.`,
        { data: { suggestion } },
      );
    },
  },
  group: {
    by: 'foreign-token',
    check([first], _context, report) {
      const foreignToken = first && firstForeign(first.block);
      if (!foreignToken) return;
      const { block } = first;
      const { name, has } = block.family;
      if (has.foreignText && foreignToken.start >= block.bodyStart) {
        const says = `\`${foreignToken.token.text}\` belongs to ${familyOfToken(foreignToken.token)?.name}; in Harmony, it is plain text and neither begins nor ends a message. If you meant a token, write the one from Harmony.`;
        report(block, foreignToken, says, { milder: 'information' });
        return;
      }
      const asText = has.plainFrames
        ? ', or put the token in quotes or backticks if it is meant as text'
        : has.escapes
          ? ', or put the token in a literal block if it is meant as text'
          : '';
      report(
        block,
        foreignToken,
        `\`${foreignToken.token.text}\` belongs to ${familyOfToken(foreignToken.token)?.name}, but this document is written in ${name.replace('OpenChatML ', '')}. Use one dialect${asText}.`,
      );
    },
  },
};
