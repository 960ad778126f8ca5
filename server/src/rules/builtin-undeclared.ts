import { builtinNamespaceOf } from '../grammar/index.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a call to a built-in tool that is named neither in `builtin_tools` nor in a system message (2.2 §2, A-011). */
export const rule: Rule = {
  code: 'builtin-undeclared',
  title: 'Built-in tool not listed in the document header',
  section: '2.2 §2, §8.3',
  level: 'information',
  needs: ['channels'],
  message: {
    when: Aspect.Call,
    check({ tool, header }, context, report) {
      const listedTools = context.header?.get('generation_settings.builtin_tools')?.items;
      const namespace = builtinNamespaceOf(tool);
      if (listedTools === undefined || namespace === undefined || context.declared.hasNamespace(namespace)) return;
      if (listedTools.some(({ value }) => value === namespace || value === tool)) return;
      const to = attributeNamed(header, 'to');
      if (to) report(to, `\`builtin_tools\` in the document header does not list \`${namespace}\`. Add it there.`);
    },
  },
};
