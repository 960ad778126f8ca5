import { listOf } from '../../model/json/list.ts';
import { type JsonNode, memberOf } from '../../syntax/json/nodes.ts';
import { kindOf, valueSpan } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

/** A role or a content that is not a string (TPL-09); as in chat APIs, a content may be null or a list of parts. Data sets have null for what is not there. */
export const rule: JsonRule = {
  code: 'template-content-type',
  title: 'Role or content of the wrong type',
  section: 'Chat templates, Message Format',
  level: 'error',
  json: {
    dialects: ['messages'],
    check({ reading, text }, report) {
      const wrong = (node: JsonNode, what: string, should: string, is = kindOf(node)) =>
        report(valueSpan(text, node), `${what} is ${should}; here it is ${is}.`);
      for (const message of listOf(reading).messages) {
        const role = memberOf(message, 'role')?.value;
        if (role !== undefined && role.kind !== 'string') wrong(role, 'A role', 'a string');
        const content = memberOf(message, 'content')?.value;
        if (content?.kind === 'array') {
          for (const part of content.items)
            if (!isPart(part))
              wrong(
                part,
                'A part of a content',
                'an object with a `type`',
                part.kind === 'object' ? 'one without' : undefined,
              );
        } else if (content !== undefined && content.kind !== 'string' && content.kind !== 'null') {
          wrong(content, 'A content', 'a string, or a list of parts');
        }
        for (const [key, kind, should] of ofCalls) {
          const value = memberOf(message, key)?.value;
          if (value !== undefined && value.kind !== kind && value.kind !== 'null') wrong(value, `\`${key}\``, should);
        }
      }
    },
  },
};

/** Members of tool calls, and what they must be. */
const ofCalls = [
  ['tool_calls', 'array', 'a list of calls'],
  ['tool_call_id', 'string', 'the id of a call, a string'],
] as const;

/** Without a type, templates and chat APIs drop a part or fail on it, a string as well. */
const isPart = (node: JsonNode): boolean => memberOf(node, 'type')?.value?.kind === 'string';
