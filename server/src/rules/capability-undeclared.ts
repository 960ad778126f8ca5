import { toolRole } from '../grammar/index.ts';
import type { HeaderEntry } from '../syntax/document-header/values.ts';
import { roleSpan } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** Whether a list in the header contains a name; `functions.*` stands for every name with this prefix. */
function lists(entry: HeaderEntry, name: string): boolean {
  return (
    entry.items?.some(({ value }) => {
      const pattern = String(value);
      return pattern.endsWith('.*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
    }) ?? true
  );
}

/** Reports a role or a channel that `capabilities` does not list (2.2 §2, A-008). */
export const rule: Rule = {
  code: 'capability-undeclared',
  title: 'Role or channel not listed in the capabilities',
  section: '2.2 §2',
  level: 'information',
  needs: ['documentHeader'],
  header(meaning, { header }, report) {
    const roles = header?.get('capabilities.roles');
    // `tool name=functions.x` and `functions.x` are two spellings of the same role (2.2 §4).
    const forms = [meaning.role, ...(meaning.kind === 'reply' ? [meaning.tool, toolRole] : [])];
    if (roles && meaning.role !== undefined && !forms.some((form) => form !== undefined && lists(roles, form))) {
      report(
        roleSpan(meaning),
        `\`capabilities.roles\` in the document header does not list \`${meaning.role}\`. Add it there.`,
      );
    }
    const channels = header?.get('capabilities.channels');
    const word = meaning.header.channel?.word;
    if (channels && word?.name !== undefined && !lists(channels, word.name)) {
      report(word, `\`capabilities.channels\` in the document header does not list \`${word.name}\`. Add it there.`);
    }
  },
};
