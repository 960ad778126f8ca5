import { inHarmonyMode, type Rule } from './support/rule.ts';

/** A type word without `<|constrain|>`, as Harmony writes it (A-036). */
export const rule: Rule = {
  code: 'content-type-bare',
  title: 'Type word without `<|constrain|>`',
  section: '2.2 §6',
  level: 'hint',
  levels: inHarmonyMode('off'),
  needs: ['channels'],
  header({ header: { contentType } }, _context, report) {
    if (contentType)
      report(
        contentType,
        `A bare type is Harmony's way; it only hints. OpenChatML writes ${
          contentType.text === 'json' ? '`<|constrain|>json`' : `\`content_type=${contentType.text}\``
        }.`,
      );
  },
};
