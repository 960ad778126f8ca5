import { jsonObject } from '../model/body-json.ts';
import { roleSpan } from './support/places.ts';
import { Aspect, inHarmonyMode, type Rule } from './support/rule.ts';

/** Reports a JSON reply without `ok` (2.2 §8.2, A-077). */
export const rule: Rule = {
  code: 'reply-envelope',
  title: 'JSON reply without `ok`',
  section: '2.2 §8.2',
  level: 'hint',
  levels: inHarmonyMode('off'),
  needs: ['channels'],
  message: {
    when: Aspect.Reply,
    check(message, _context, report) {
      const reply = jsonObject(message);
      if (reply === undefined || 'ok' in reply) return;
      report(
        roleSpan(message),
        'A JSON reply should say whether the tool succeeded. Write it as `{"ok": true, "content": …, "error": null}`.',
      );
    },
  },
};
