import { contentSpan, jsonObject } from '../model/body-json.ts';
import { isObject } from '../syntax/is-object.ts';
import { members } from '../syntax/json/values.ts';
import { Aspect, inHarmonyMode, type Rule } from './support/rule.ts';

/** Reports a failed reply without a machine-readable error (2.2 §11, A-076). */
export const rule: Rule = {
  code: 'reply-error',
  title: '`ok: false` without an `error`',
  section: '2.2 §11',
  level: 'warning',
  levels: inHarmonyMode('off'),
  needs: ['channels'],
  projection: 'whole',
  message: {
    when: Aspect.Reply,
    check(message, _context, report) {
      const reply = jsonObject(message);
      if (reply?.ok !== false || hasError(reply.error)) return;
      const ok = members(message.content.text).findLast(({ key }) => key === 'ok');
      if (ok)
        report(
          contentSpan(message, ok.keyStart, ok.valueEnd),
          'The tool failed, but the reply does not say why. Add `"error"` with a code, such as `"E-TOOL-TIMEOUT"`.',
        );
    },
  },
};

function hasError(error: unknown): boolean {
  return typeof error === 'string' ? error !== '' : isObject(error) && Object.keys(error).length > 0;
}
