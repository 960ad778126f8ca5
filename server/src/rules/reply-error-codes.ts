import { contentSpan, jsonObject } from '../model/body-json.ts';
import type { Message } from '../model/message.ts';
import { isObject } from '../syntax/is-object.ts';
import { members } from '../syntax/json/values.ts';
import { Aspect, type Report, type Rule } from './support/rule.ts';

/** Creates a rule that points out a runtime error code in the `error` of a reply: a string, or an object with `code`. */
export function recorded(code: string, title: string, advice: string): Rule {
  return {
    code,
    title,
    section: '2.2 §14',
    level: 'information',
    needs: ['channels'],
    projection: 'whole',
    message: {
      when: Aspect.Reply,
      check(message: Message, _context, report: Report) {
        if (!message.content.text.includes(code)) return;
        const error = jsonObject(message)?.error;
        if (error !== code && !(isObject(error) && error.code === code)) return;
        const { text } = message.content;
        const member = members(text).find(({ key }) => key === 'error');
        const start = member ? text.indexOf(`"${code}"`, member.valueStart) : -1;
        if (start < 0) return;
        report(contentSpan(message, start, start + code.length + 2), advice);
      },
    },
  };
}
