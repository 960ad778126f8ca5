import { templates } from '../../grammar/template-names.ts';
import { listOf } from '../../model/json/list.ts';
import { memberOf } from '../../syntax/json/nodes.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean, listed, quote } from '../../syntax/wording.ts';
import { valueSpan } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

const registry = templates.map(({ name }) => name);

/** Reports an unknown template in the configuration (A-128, TPL-15). In a row of a data set, `name` may have another meaning. */
export const rule: JsonRule = {
  code: 'template-unknown',
  title: 'Unknown template',
  section: 'Chat templates, Registry',
  level: 'error',
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, text, alone, customTemplates }, report) {
      const { template } = listOf(reading);
      if (template === undefined) return;
      const names = [...registry, ...Object.keys(customTemplates)];
      if (template.kind === 'string' && names.includes(template.value)) return;
      const templateName = template.kind === 'string' ? template.value : undefined;
      const suggestion = templateName === undefined ? undefined : closest(templateName, names);
      // Data sets may name their conversations, so a `name` next to messages counts only if it resembles the name of a template.
      const isName =
        suggestion === undefined &&
        memberOf(reading.root, 'messages') !== undefined &&
        !memberOf(reading.root, 'add_generation_prompt');
      if (isName && !alone) return;
      const what = templateName === undefined ? 'No template is named' : `${quote(templateName)} is not a template`;
      const unless = isName ? ' If it names the conversation, nothing is wrong.' : '';
      report(
        valueSpan(text, template),
        `${what}. The templates are ${listed(names, 'and')}.${didYouMean(suggestion)}${unless}`,
        { data: { suggestion }, ...(isName && { milder: 'information' }) },
      );
    },
  },
};
