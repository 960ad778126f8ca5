import { jsonObject } from '../model/body-json.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a call with a JSON body that is not declared as JSON (2.2 §8.1, §12). */
export const rule: Rule = {
  code: 'constrain-missing',
  title: 'JSON arguments without a declared type',
  section: '2.2 §8.1, §12',
  level: 'hint',
  levels: { harmony: 'off' },
  needs: ['channels'],
  message: {
    when: Aspect.Call,
    check(message, _context, report) {
      const { header, hint, tool } = message;
      // The input of `python` is code, even if it looks like JSON.
      if (tool === 'python') return;
      if (header.constrain !== undefined || hint !== undefined || jsonObject(message) === undefined) return;
      const to = attributeNamed(header, 'to');
      if (to)
        report(
          to,
          'The arguments are JSON, but the header does not declare them as JSON. Write `<|constrain|>json` before `<|message|>`.',
        );
    },
  },
};
