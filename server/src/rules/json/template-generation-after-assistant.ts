import { modelRole } from '../../grammar/index.ts';
import { listOf, roleOf } from '../../model/json/list.ts';
import type { JsonRule } from '../support/rule.ts';

/** Reports a request for a generation prompt after an answer, if the document itself contains the request. */
export const rule: JsonRule = {
  code: 'template-generation-after-assistant',
  title: 'Generation prompt after an answer',
  section: 'Chat templates, format()',
  level: 'information',
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading }, report) {
      const { messages, generationPrompt } = listOf(reading);
      const role = roleOf(messages.at(-1));
      if (!generationPrompt || role?.value !== modelRole) return;
      report(
        role,
        'The conversation ends with an answer, and `add_generation_prompt` asks for another. Set it to false unless you want a second answer.',
      );
    },
  },
};
