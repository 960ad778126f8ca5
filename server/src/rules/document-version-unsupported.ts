import { foreignHeader } from '../syntax/document-header/values.ts';
import type { Rule } from './support/rule.ts';

/** Reports a version other than 2.0, 2.1 or 2.2. */
export const rule: Rule = {
  code: 'document-version-unsupported',
  title: 'Unsupported version of the specification',
  section: '2.2 §2, §13',
  level: 'warning',
  needs: ['versions'],
  document(opening, { header: documentHeader, family }, report) {
    const before01 = !family.has.documentHeader;
    const header = before01 ? foreignHeader(opening) : documentHeader;
    const version = header?.get('version');
    if (header?.major === undefined || version === undefined) return;
    const minor = Number(version.source.split('.')[1]);
    if (header.major === 2 && minor <= 2) return;
    const span = { start: version.valueStart, end: version.valueEnd };
    if (header.major === 2) {
      report(
        span,
        `Version ${version.source} is newer than 2.2, the latest version known here, so it is read as 2.2. Update the extension, or write \`version: 2.2\`.`,
        {
          milder: 'information',
        },
      );
    } else {
      report(
        span,
        before01
          ? `Version ${version.source} is a different format. The document is read as OpenChatML 0.1, which has no header; remove the header if that is right.`
          : `Version ${version.source} is a different format. The document is read as 2.2; write \`version: 2.2\` if that is right.`,
      );
    }
  },
};
