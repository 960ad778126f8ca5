import { reasoningLine, systemRole } from '../grammar/index.ts';
import { quote } from '../syntax/wording.ts';
import { headerWords } from './support/header-key.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a `reasoning_effort` in the document header that differs from the `Reasoning:` line of the system message. */
export const rule: Rule = {
  code: 'reasoning-mismatch',
  title: 'Header and system message name different reasoning efforts',
  section: '2.2 §2',
  level: 'information',
  needs: ['documentHeader'],
  message: {
    when: Aspect.Instructions,
    check({ role, block }, { header }, report) {
      const effort = headerWords(header, 'generation_settings.reasoning_effort')?.[0];
      if (role !== systemRole || effort === undefined) return;
      const match = reasoningLine.exec(block.text.slice(block.bodyStart, block.bodyEnd));
      const messageEffort = match?.[1];
      if (match === null || messageEffort === undefined || messageEffort.toLowerCase() === effort.toLowerCase()) return;
      const end = block.bodyStart + match.index + match[0].trimEnd().length;
      report(
        { start: end - messageEffort.length, end },
        `The document header sets \`reasoning_effort: ${effort}\`, which takes precedence over ${quote(messageEffort)} here. Make the two agree.`,
      );
    },
  },
};
