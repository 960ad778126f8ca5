import { jsonObject } from '../model/body-json.ts';
import { roleSpan } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a JSON reply that does not name the source of its content (2.2 §11). Off by default. */
export const rule: Rule = {
  code: 'provenance-missing',
  title: 'Reply without `provenance`',
  section: '2.2 §8.2, §11',
  level: 'off',
  needs: ['channels'],
  message: {
    when: Aspect.Reply,
    check(message, _context, report) {
      const reply = jsonObject(message);
      if (reply === undefined || 'provenance' in reply) return;
      report(
        roleSpan(message),
        'This reply does not name the source of its content. Add `"provenance": {"source": …, "checksum": …, "timestamp": …}`, where that applies.',
      );
    },
  },
};
