import { closest } from '../syntax/tokens/closest.ts';
import { didYouMean, listed, quote } from '../syntax/wording.ts';
import type { Rule } from './support/rule.ts';

/** Reports an attribute other than `name`. It is allowed as metadata, but other parsers ignore it (0.1 §3, A-096). */
export const rule: Rule = {
  code: 'attribute-unknown',
  title: 'Attribute other than `name`',
  section: '0.1 §3',
  level: 'warning',
  needs: ['metadata'],
  header({ header }, { family }, report) {
    const known = family.attributes.map(({ name }) => name);
    for (const { key, value, start, end } of header.attributes) {
      if (known.includes(key)) continue;
      const meant = closest(key, known);
      report(
        { start, end },
        `${quote(`${key}=${value}`)} is not an attribute of OpenChatML 0.1, which defines only ${listed(known, 'and')}, so other parsers ignore it. Remove it, or write the intended attribute.${didYouMean(meant && `${meant}=`)}`,
        { ...(meant !== undefined && { data: { suggestion: `${meant}=${value}` } }) },
      );
    }
  },
};
