import { toolRole } from '../grammar/index.ts';
import { roleSpan } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** Reports a reply in Harmony with the role `tool`. Harmony's renderer writes the full name of the tool as the role (A-036, HARM-10). */
export const rule: Rule = {
  code: 'tool-role',
  title: 'The role `tool` in Harmony',
  section: '2.2 §12',
  level: 'off',
  levels: { harmony: 'hint' },
  needs: ['channels'],
  header(meaning, _context, report) {
    if (meaning.role !== toolRole) return;
    const { name } = meaning;
    const instead = name === undefined ? "the tool's full name, as in `functions.lookup to=assistant`" : `\`${name}\``;
    report(
      roleSpan(meaning),
      `In Harmony, the role of a reply is the name of the tool, not \`tool\`. Write ${instead}.`,
    );
  },
};
