import { inHarmonyMode, type Rule } from './support/rule.ts';

/** Reports a type without `<|constrain|>` before it, as Harmony writes it (A-036). */
export const rule: Rule = {
  code: 'content-type-bare',
  title: 'Type word without `<|constrain|>`',
  section: '2.2 §6',
  level: 'hint',
  levels: inHarmonyMode('off'),
  needs: ['channels'],
  header({ header: { contentType, constrain } }, _context, report) {
    // If `<|constrain|>` also declares a type, `content-type-mismatch` reports which of the two to remove.
    if (contentType && (!constrain?.word || constrain.word.text === contentType.text))
      report(
        contentType,
        `A bare type, as in Harmony, is only a hint in OpenChatML. Write ${
          contentType.text === 'json' ? '`<|constrain|>json`' : `\`content_type=${contentType.text}\``
        }.`,
      );
  },
};
