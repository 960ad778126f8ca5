import { isToolRole } from '../syntax/message-header.ts';
import { roleSpan } from './support/places.ts';
import { inHarmonyMode, type Rule } from './support/rule.ts';

/** Reports a reply whose role is the tool's own name (2.2 §4). Parsers accept it, but `tool name=` is canonical. */
export const rule: Rule = {
  code: 'role-legacy',
  title: "Reply uses the tool's name as role",
  section: '2.2 §4',
  level: 'hint',
  levels: inHarmonyMode('off'),
  needs: ['channels'],
  header(meaning, _context, report) {
    const { role } = meaning;
    if (role === undefined || !isToolRole(role)) return;
    report(roleSpan(meaning), `This is the legacy form of a reply. Write the current form, \`tool name=${role}\`.`);
  },
};
