/** Response formats, in a section of a developer message (HARM-37) and in API requests. */

import type { ResponseFormat } from '../../model/tools/response-formats.ts';
import { isObject } from '../../syntax/is-object.ts';
import { dataOf, type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { WithLosses } from './tool.ts';
import { commented } from './typescript.ts';

export { formatsIn, type ResponseFormat } from '../../model/tools/response-formats.ts';

/** Writes `# Response Formats` with one heading per format, as in Harmony's documentation. Empty without formats. */
export function formatsSection(formats: readonly ResponseFormat[]): string {
  if (formats.length === 0) return '';
  const sections = formats.map(({ name, description, schema }) => {
    const comments = description === '' ? '' : `${commented(description).join('\n')}\n`;
    return `## ${name}\n\n${comments}${JSON.stringify(schema)}`;
  });
  return ['# Response Formats', ...sections].join('\n\n');
}

/** The required syntax for a format's name in a heading: one word. */
const word = /^\S+$/;

/** Reads `response_format` of chat completions, or `text.format` of the Responses API; undefined if no schema is requested. */
export function formatOf(
  request: JsonNode | undefined,
): WithLosses<ResponseFormat | undefined> & { readonly at?: JsonNode } {
  const chat = memberOf(request, 'response_format')?.value;
  const formatNode = chat ?? memberOf(memberOf(request, 'text')?.value, 'format')?.value;
  if (formatNode === undefined || textOf(formatNode, 'type') === 'text') return { value: undefined, losses: [] };
  const of = memberOf(formatNode, 'json_schema')?.value ?? formatNode;
  const schema = dataOf(memberOf(of, 'schema')?.value);
  const name = textOf(of, 'name') ?? '';
  const lose = ({ start, end }: JsonNode, reason: string) => ({ tool: name, start, end, reason });
  if (!isObject(schema) || !word.test(name))
    return {
      value: undefined,
      losses: [lose(formatNode, 'The response format is dropped: it needs a schema and a one-word name.')],
    };
  const strict = memberOf(of, 'strict')?.value;
  return {
    at: formatNode,
    value: { name, description: textOf(of, 'description') ?? '', schema },
    losses: strict ? [lose(strict, '`strict` is dropped: conversions do not preserve it in a response format.')] : [],
  };
}

/** Writes a format as `response_format` of chat completions. */
export function chatFormat({ name, description, schema }: ResponseFormat) {
  return { type: 'json_schema', json_schema: { name, ...(description !== '' && { description }), schema } };
}
