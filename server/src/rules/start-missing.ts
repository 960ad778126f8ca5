import { outerTokens } from '../model/sequence.ts';
import { IM_END } from '../syntax/tokens.ts';
import { type Rule } from './support/rule.ts';

/** `<|im_end|>` where no message is open (0.1 §2). */
export const rule: Rule = {
  code: 'start-missing',
  title: '`<|im_end|>` without an open message',
  section: '0.1 §2, §3',
  level: 'error',
  needs: ['files'],
  gap: {
    check(block, _from, _context, report) {
      for (const { token, start, end } of outerTokens(block)) {
        if (token !== IM_END) continue;
        report(
          { start, end },
          'No message is open here. Remove this token, or begin the message with `<|im_start|>` and its role.',
        );
      }
    },
  },
};
