import { toolRole } from '../grammar/index.ts';
import { wordsOf } from '../model/placed.ts';
import { roleSpan } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** Role `tool` without a name (2.2 §6, §10). */
export const rule: Rule = {
  code: 'tool-name-missing',
  title: '`tool` without `name=`',
  section: '2.2 §4, §6',
  level: 'error',
  levels: { harmony: 'off' },
  needs: ['channels'],
  projection: 'any',
  header(meaning, _context, report) {
    if (meaning.role !== toolRole || meaning.header.attributes.some(({ key }) => key === 'name')) return;
    // `nmae=` is `E-PARSE-HEADER`.
    if (meaning.header.faults.some(({ suggestion, text }) => /^\w?name=/i.test(suggestion ?? text))) return;
    report(
      roleSpan(meaning),
      `A \`tool\` message must say which tool replies. Add ${wordsOf(meaning).name} with the full name, such as \`functions.get_weather\`.`,
    );
  },
};
