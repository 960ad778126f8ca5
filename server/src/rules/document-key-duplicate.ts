import type { Rule } from './support/rule.ts';

/** Reports a repeated key in a mapping of the document header. */
export const rule: Rule = {
  code: 'document-key-duplicate',
  title: 'Duplicate header key',
  section: '2.2 §2',
  level: 'warning',
  needs: ['documentHeader'],
  document(_opening, { header }, report) {
    for (const { duplicate: again, path, keyStart, keyEnd } of header?.entries ?? []) {
      if (again)
        report(
          { start: keyStart, end: keyEnd },
          `\`${path}\` occurs earlier in the header; the last one counts. Remove one of them.`,
        );
    }
  },
};
