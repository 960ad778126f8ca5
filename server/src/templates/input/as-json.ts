/** Converts the input of a template to JSON for another program that renders the template. */
import type { Value } from '../jinja/runtime/values.ts';
import type { Template } from '../template.ts';
import { valueOfJson } from '../values.ts';
import { usual } from './conversation.ts';

/** Converts a JSON object, or a list of messages, to a JSON object. Adds the default template variables that the input does not set. */
export function requestAsJson(text: string, { variables }: Template): string {
  const json = text.trimStart().startsWith('[') ? `{"messages": ${text}}` : text.trimStart();
  const input = valueOfJson(json) as ReadonlyMap<string, Value>;
  const more = [...usual, ...variables].filter(([name]) => !input.has(name));
  const members = more.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ');
  return members === '' ? json : json.replace('{', `{${members}${input.size > 0 ? ', ' : ''}`);
}
