import { quote } from '../syntax/wording.ts';
import { firstLine } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** Reports a `version` that is missing or not written as N.M (2.2 §2, A-003). */
export const rule: Rule = {
  code: 'document-version',
  title: '`version` missing or not N.M',
  section: '2.2 §2',
  level: 'error',
  needs: ['documentHeader'],
  document(opening, { header }, report) {
    if (header === undefined || opening === undefined || header.major !== undefined) return;
    const version = header.get('version');
    if (version !== undefined && header.isBroken(version)) return;
    if (version !== undefined && (version.source !== '' || version.isMapping || version.items)) {
      const { text } = opening;
      const value = firstLine(text, { start: version.valueStart, end: version.valueEnd });
      report(
        value,
        `${quote(text.slice(value.start, value.end))} is not a version. Write major.minor: \`version: 2.2\`.`,
      );
    } else if (header.errors.length === 0) {
      const start = version?.keyStart ?? Math.max(0, opening.text.search(/\S/));
      report(
        firstLine(opening.text, { start, end: opening.text.length }),
        version
          ? '`version` has no value. Write `version: 2.2`.'
          : 'The document header has no `version`. Add `version: 2.2`.',
      );
    }
  },
};
