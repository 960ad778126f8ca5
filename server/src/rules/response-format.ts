import { problemsOf } from '../arguments/problems.ts';
import { answerChannel, modelRole } from '../grammar/index.ts';
import { contentSpan } from '../model/body-json.ts';
import { answer } from '../model/tools/response-formats.ts';
import { isObject } from '../syntax/is-object.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports an answer in JSON that does not match the format that a developer message requests (HARM-37). */
export const rule: Rule = {
  code: 'response-format',
  title: 'Answer does not have the requested format',
  section: '2.2 §6, §12',
  level: 'hint',
  needs: ['channels'],
  message: {
    when: Aspect.Typed,
    check(message, { declared }, report) {
      const { role, kind, effectiveChannel, constraint, content, block, json } = message;
      if (role !== modelRole || kind !== 'plain' || effectiveChannel !== answerChannel || constraint !== 'json') return;
      if (json.error !== undefined || !isObject(json.value)) return;
      const schema = declared.schemaFor(answer, block);
      if (schema === undefined) return;
      for (const { start, end, message: text } of problemsOf(schema, content.text, json.value, {
        tool: answer,
        whole: 'The answer',
      }))
        report(contentSpan(message, start, end), `This does not match the format in \`# Response Formats\`. ${text}`);
    },
  },
};
