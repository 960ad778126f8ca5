import { partType, partTypes } from '../../grammar/content-parts.ts';
import { listOf, partsOf, requestOf, rowsOf } from '../../model/json/list.ts';
import { callsOf, isToolList, isWrittenList } from '../../model/json/tool-calls.ts';
import { faultText } from '../../syntax/json/faults.ts';
import { type JsonNode, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean, quote } from '../../syntax/wording.ts';
import { kindOf, valueSpan } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

/** Whether a part is `{"text": …}` without a type, as in Bedrock's Converse or by mistake. */
const isBareText = (part: JsonNode) =>
  part.kind === 'object' && part.members.length === 1 && textOf(part, 'text') !== undefined;

const untyped =
  '`type` is missing in this content part, so chat APIs reject the message. Write `{"type": "text", "text": …}`, unless these messages are for the Bedrock Converse API, which is not checked here.';

const writtenCalls =
  '`tool_calls` must be a list of calls, not a string that contains one: templates and chat APIs reject it. Write the list itself.';

const untypedCall = '`type` is missing in this call, so chat APIs reject it. Write `"type": "function"` before this.';

const bareString =
  'A content part must be an object with a `type`, not a string: chat APIs reject it. Write `{"type": "text", "text": …}`.';

/**
 * Reports a role or content that is not a string (TPL-09), and tools or calls of the wrong type. As in chat APIs, content may also be null
 * or a list of parts. In data sets, an absent field may be written as null. A part of unknown type has a lower severity, since the type may
 * be new.
 */
export const rule: JsonRule = {
  code: 'template-content-type',
  title: 'Role, content or tools of the wrong type',
  section: 'Chat templates, Message Format',
  level: 'error',
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, text, training }, report) {
      const wrong = (node: JsonNode, what: string, should: string, is = kindOf(node)) =>
        report(valueSpan(text, node), `${what} must be ${should}, not ${is}.`);
      const unknown = (type: JsonString) => {
        const suggestion = closest(type.value, names);
        report(
          type,
          `${quote(type.value)} is an unknown content part type: templates and APIs may drop the part or fail on it.${didYouMean(suggestion)}`,
          { milder: suggestion === undefined ? 'information' : 'warning', data: { suggestion } },
        );
      };
      for (const row of rowsOf(reading)) {
        const tools = memberOf(row, 'tools')?.value;
        if (tools && !isToolList(tools)) report(valueSpan(text, tools), notTools(tools));
      }
      for (const message of listOf(reading).messages) {
        const role = memberOf(message, 'role')?.value;
        if (role !== undefined && role.kind !== 'string') wrong(role, 'A role', 'a string');
        const content = memberOf(message, 'content')?.value;
        for (const part of partsOf(message)) {
          const type = typeOf(part);
          const is = part.kind === 'object' ? 'one without' : undefined;
          if (isBareText(part)) report(valueSpan(text, part), untyped, { data: { rule: 'text' } });
          else if (part.kind === 'string') report(valueSpan(text, part), bareString, { data: { rule: 'string' } });
          else if (type === undefined) wrong(part, 'A content part', 'an object with a `type`', is);
          else if (!partType(type.value)) unknown(type);
        }
        if (content && !['string', 'null', 'array'].includes(content.kind)) {
          wrong(content, 'The content', 'a string, or a list of parts');
        }
        for (const [key, kind, should] of ofCalls) {
          const value = memberOf(message, key)?.value;
          if (value === undefined || value.kind === kind || value.kind === 'null') continue;
          if (kind === 'array' && isWrittenList(value))
            report(valueSpan(text, value), writtenCalls, { data: { rule: 'list' } });
          else wrong(value, `\`${key}\``, should);
        }
        // A document is certainly a request only if it names a model, which templates do not need.
        if (!training && memberOf(requestOf(reading, message), 'model'))
          for (const { node } of callsOf(message)) {
            const of = memberOf(node, 'function');
            if (of && memberOf(node, 'type') === undefined)
              report(of.key, untypedCall, { milder: 'information', data: { rule: 'call' } });
          }
      }
    },
  },
};

/** The message for `tools` that are not a list. Templates iterate over the tools, but data sets also store them as a JSON string. */
function notTools(tools: JsonNode): string {
  const fault = tools.kind === 'string' && opensJson.test(tools.value) ? readJson(tools.value).faults[0] : undefined;
  if (fault)
    return `The JSON in this \`tools\` string does not parse: ${faultText(fault)}. Correct it, or data loaders fail on it.`;
  const is = tools.kind === 'string' ? 'a string that contains no list' : kindOf(tools);
  return `\`tools\` must be a list, not ${is}: templates show it to the model unchanged or fail on it, and chat APIs reject it. Write a list of tools, or omit \`tools\` if there are none.`;
}

const opensJson = /^\s*[[{]/;

/** The fields of tool calls, with their required types. */
const ofCalls = [
  ['tool_calls', 'array', 'a list of calls'],
  ['tool_call_id', 'string', 'the id of a call as a string'],
] as const;

const names = partTypes.map(({ name }) => name);

/** The type of a part. If it is missing, templates and chat APIs drop the part or fail on it, even if the part is a plain string. */
function typeOf(part: JsonNode): JsonString | undefined {
  const type = memberOf(part, 'type')?.value;
  return type?.kind === 'string' ? type : undefined;
}
