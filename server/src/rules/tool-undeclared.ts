import { functionsNamespace } from '../grammar/index.ts';
import { taggedCalls } from '../model/tagged-calls.ts';
import { taggedTools } from '../model/tools/declarations.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { quote } from '../syntax/wording.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** A function is called that the developer message does not declare, though it declares others. */
export const rule: Rule = {
  code: 'tool-undeclared',
  title: 'Called function is not declared',
  section: '2.2 §4, §8',
  level: 'warning',
  needs: ['channels'],
  projection: 'in-order',
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
  forms: [
    {
      // The same of a call in tags, where a system message has `<tools>`.
      needs: ['taggedParts'],
      message: {
        when: Aspect.Tagged,
        check({ block, role }, { declared }, report) {
          if (!declared.hasNamespace(taggedTools.all) || declared.hasNamespace(taggedTools.unread)) return;
          for (const { name } of taggedCalls(block, role)) {
            if (name === undefined || name.value === '' || declared.hasTool(name.value)) continue;
            report(
              name,
              `\`<tools>\` lists no function ${quote(name.value)}, so nobody will answer this call. Add it there, or correct the name.`,
            );
          }
        },
      },
    },
  ],
};
