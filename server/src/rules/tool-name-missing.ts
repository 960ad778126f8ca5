import { toolRole } from '../grammar/index.ts';
import { wordsOf } from '../model/message-origin.ts';
import { roleSpan } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/**
 * Reports a message with the role `tool` but without a name (2.2 §6, §10). Also reports a call in a chat API without a name, which cannot
 * be executed.
 */
export const rule: Rule = {
  code: 'tool-name-missing',
  title: '`tool` without `name=`',
  section: '2.2 §4, §6',
  level: 'error',
  levels: { harmony: 'off' },
  needs: ['channels'],
  projection: 'any',
  chats: 'call',
  silentOnPlainValues: true,
  header(meaning, _context, report) {
    const { role, header, placed } = meaning;
    const { name } = wordsOf(meaning);
    if (placed?.api) {
      const { bareName } = placed.api;
      if (bareName)
        report(
          bareName,
          'Chat APIs look for `name` and `arguments` in the `function` of a call, and reject a call without `function`. Move them there.',
          { milder: 'warning' },
        );
      if (!placed.namesTool && placed.sending)
        report(placed.sending, `This call names no tool, so nothing can run it. Add ${name}.`);
      return;
    }
    if (role !== toolRole || header.attributes.some(({ key }) => key === 'name')) return;
    // `E-PARSE-HEADER` reports a misspelled key such as `nmae=`.
    if (header.faults.some(({ suggestion, text }) => /^\w?name=/i.test(suggestion ?? text))) return;
    report(
      roleSpan(meaning),
      `A \`tool\` message must say which tool replies. Add ${name} with the full name, such as \`functions.get_weather\`.`,
    );
  },
};
