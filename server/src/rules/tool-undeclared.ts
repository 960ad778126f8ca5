import { functionsNamespace } from '../grammar/index.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** A function is called that the developer message does not declare, though it declares others. */
export const rule: Rule = {
  code: 'tool-undeclared',
  title: 'Called function is not declared',
  section: '2.2 §4, §8',
  level: 'warning',
  needs: ['channels'],
  message: {
    when: Aspect.Call,
    check({ tool, header }, { declared }, report) {
      if (tool === undefined || !tool.startsWith(`${functionsNamespace}.`)) return;
      if (!declared.hasNamespace(functionsNamespace) || declared.hasTool(tool)) return;
      const to = attributeNamed(header, 'to');
      if (to)
        report(
          to,
          `\`namespace ${functionsNamespace}\` declares no \`${tool.slice(functionsNamespace.length + 1)}\`. Declare it there, or correct the name.`,
        );
    },
  },
};
