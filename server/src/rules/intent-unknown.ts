import { intents } from '../grammar/index.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { didYouMean, listed } from '../syntax/wording.ts';
import type { Rule } from './support/rule.ts';

const names = intents.map((intent) => intent.name);

/** Reports an intent that the specification does not list. The message is hidden (2.2 §6). */
export const rule: Rule = {
  code: 'intent-unknown',
  title: 'Unknown intent',
  section: '2.2 §6',
  level: 'warning',
  needs: ['channels'],
  projection: 'whole',
  header({ header, intent }, _context, report) {
    const attribute = attributeNamed(header, 'intent');
    if (attribute === undefined || intent === undefined || names.includes(intent)) return;
    const suggestion = closest(intent, names);
    report(
      attribute,
      `\`${intent}\` is not an intent, so the message is hidden from users.${didYouMean(suggestion)} The intents are ${listed(names, 'and')}.`,
      {
        ...(suggestion !== undefined && { data: { suggestion } }),
      },
    );
  },
};
