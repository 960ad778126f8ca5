import { listOf } from '../../model/json/list.ts';
import type { Rule } from '../rule.ts';
import { kindOf, valueSpan } from './scope.ts';

/** Something other than a list of objects (TPL-08). */
export const rule: Rule = {
  code: 'template-shape',
  title: 'Not a list of messages',
  section: 'Chat templates, Message Format',
  level: 'error',
  json: {
    dialects: ['messages'],
    check({ reading, text }, report) {
      const faults = new Set(reading.faults.map(({ start }) => start));
      for (const node of listOf(reading).misshapen) {
        // A word without quotes is no JSON, and told as such.
        if (faults.has(node.start) && /\w/.test(text[node.start] ?? '')) continue;
        report(
          valueSpan(text, node),
          node === reading.root && node.kind === 'object'
            ? 'Templates take a list of messages. Write `[{"role": …, "content": …}]`, or an object with a list `messages`.'
            : `Here stands ${kindOf(node)}. Templates take a list of messages, each an object with \`role\` and \`content\`.`,
        );
      }
    },
  },
};
