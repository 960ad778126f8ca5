import type { Rule } from './support/rule.ts';

/** Reports invalid UTF-8. Only the command line reads bytes (`cli/`): an editor passes on U+FFFD instead. */
export const rule: Rule = {
  code: 'encoding-invalid',
  title: 'Invalid UTF-8',
  section: '2.2 §1',
  level: 'error',
  needs: [],
};
