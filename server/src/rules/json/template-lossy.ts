import { contentStrings, listOf } from '../../model/json/list.ts';
import { writesRoles } from '../../model/template-roles.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { quote } from '../../syntax/wording.ts';
import { matchesIn } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

/** Reports a template whose output does not separate roles or messages (TPL-23, TPL-24), if the document chooses it. */
export const rule: JsonRule = {
  code: 'template-lossy',
  title: 'Template that drops roles or boundaries',
  section: 'Chat templates, Available Templates',
  level: 'warning',
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, text, customTemplates }, report) {
      const { messages, template } = listOf(reading);
      if (template?.kind !== 'string' || messages.length === 0) return;
      const custom = getOwn(customTemplates, template.value);
      if (custom ? !writesRoles(custom.message) : template.value === 'simple') {
        report(
          template,
          `The template ${quote(template.value)} writes no roles, so speakers and the ends of messages are lost. Choose another template if that matters.`,
          { milder: 'information' },
        );
      } else if (!custom && template.value === 'openai') {
        for (const message of messages) {
          for (const node of contentStrings(message)) {
            for (const match of matchesIn(text, node, /(?<=\n\n)(?:System|User|Assistant):/g)) {
              report(
                match,
                'After a blank line, this reads like another message in the output of the template `openai`. Remove the blank line, or choose another template.',
              );
            }
          }
        }
      }
    },
  },
};
