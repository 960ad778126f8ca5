import { generationRole } from '../../grammar/messages.ts';
import { listOf, roleOf } from '../../model/json/list.ts';
import type { JsonRule } from '../support/rule.ts';

/** Reports a generated response that is not the last message (A-126, TPL-11). */
export const rule: JsonRule = {
  code: 'template-generation-last',
  title: '`assistant_generation` before the end',
  section: 'Chat templates, Message Format',
  level: 'warning',
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading }, report) {
      for (const message of listOf(reading).messages.slice(0, -1)) {
        const role = roleOf(message);
        if (role?.value !== generationRole) continue;
        report(
          role,
          'A generated response must be the last message: templates write it without an end token. Give it the role `assistant`, or move it to the end.',
        );
      }
    },
  },
};
