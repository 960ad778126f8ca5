import { inHarmonyMode, type Rule } from './support/rule.ts';

/** A type without `<|constrain|>`, as Harmony writes it (A-036). */
export const rule: Rule = {
  code: 'content-type-bare',
  title: 'Type word without `<|constrain|>`',
  section: '2.2 §6',
  level: 'hint',
  levels: inHarmonyMode('off'),
  needs: ['channels'],
  header({ header: { contentType, constrain } }, _context, report) {
    // With `<|constrain|>`, one of the two types has to be removed, which `content-type-mismatch` reports.
    if (contentType && (!constrain?.word || constrain.word.text === contentType.text))
      report(
        contentType,
        `A bare type, as in Harmony, is only a hint in OpenChatML. Write ${
          contentType.text === 'json' ? '`<|constrain|>json`' : `\`content_type=${contentType.text}\``
        }.`,
      );
  },
};
