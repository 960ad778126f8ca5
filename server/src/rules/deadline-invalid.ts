import { jsonObject } from '../model/body-json.ts';
import { members } from '../syntax/json/values.ts';
import { contentLine } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a `deadline_ms` of a call that is not a positive number (2.2 §8.2, A-071). */
export const rule: Rule = {
  code: 'deadline-invalid',
  title: '`deadline_ms` is not a positive number',
  section: '2.2 §8.2',
  level: 'warning',
  needs: ['channels'],
  projection: 'in-order',
  message: {
    when: Aspect.Call,
    check(message, { declared }, report) {
      const args = jsonObject(message);
      if (args === undefined || !('deadline_ms' in args)) return;
      const deadline = args.deadline_ms;
      if (typeof deadline === 'number' && deadline > 0) return;
      // Some tools have a parameter with that name, of any type.
      if (message.tool !== undefined && declared.hasParameter(message.tool, 'deadline_ms')) return;
      const member = members(message.content.text).findLast(({ key }) => key === 'deadline_ms');
      if (member)
        report(
          contentLine(message, member.valueStart, member.valueEnd),
          '`deadline_ms` must be a positive number: the time allowed for the tool, in milliseconds.',
        );
    },
  },
};
