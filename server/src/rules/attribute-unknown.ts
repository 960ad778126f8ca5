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
    const names = family.attributes.map(({ name }) => name);
    for (const { key, value, start, end } of header.attributes) {
      if (names.includes(key)) continue;
      const closestName = closest(key, names);
      report(
        { start, end },
        `${quote(`${key}=${value}`)} is not an attribute of OpenChatML 0.1, which defines only ${listed(names, 'and')}, so other parsers ignore it. Remove it, or write the intended attribute.${didYouMean(closestName && `${closestName}=`)}`,
        { ...(closestName !== undefined && { data: { suggestion: `${closestName}=${value}` } }) },
      );
    }
  },
};
