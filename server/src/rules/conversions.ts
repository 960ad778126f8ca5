/**
 * The codes of the notes that a conversion can have, except `harmony-rejects`, which is also a rule. `convert/` notes the parts of a
 * document that another format cannot express. The document itself has no fault, so no setting changes the severities. Each code has a
 * page.
 */
import type { RuleFacts } from './support/rule.ts';

const section = 'Conversions';

export const conversionNotes: readonly RuleFacts[] = [
  { code: 'harmony-loss', title: 'Something that Harmony cannot represent', section, level: 'information' },
  { code: 'harmony-unrepresentable', title: 'Content that Harmony cannot express as text', section, level: 'error' },
  {
    code: 'conversion-loss',
    title: 'Something that the target format cannot represent',
    section,
    level: 'information',
  },
  {
    code: 'conversion-unrepresentable',
    title: 'Content that the target format cannot express',
    section,
    level: 'error',
  },
];
