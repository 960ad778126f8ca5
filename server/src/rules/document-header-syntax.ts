import type { Rule } from './rule.ts';

/** The document header is not a YAML mapping (2.2 §2). */
export const rule: Rule = {
  code: 'document-header-syntax',
  title: 'The document header is not a YAML mapping',
  section: '2.2 §2',
  level: 'error',
  document(_opening, { header }, report) {
    for (const { message, start, end } of header?.errors.slice(0, 10) ?? []) {
      report(
        { start, end },
        `The document header cannot be read. ${message.replace(/\.?$/, '.')} The messages below are read all the same.`,
      );
    }
  },
};
