/**
 * Tools as the chat template of Llama 3.1 declares them: an introduction, and each tool as JSON, before the text of the first user
 * message or, as an option of the template, of the system message.
 */
import { systemRole, userRole } from '../../grammar/index.ts';
import { valuesIn } from '../../syntax/json/read.ts';
import { indented } from '../../syntax/json/spelling.ts';
import { append } from '../../syntax/lists.ts';
import type { Span } from '../../syntax/span.ts';
import { toolFrom } from './from-json.ts';
import { toolList } from './to-json.ts';
import type { Tool, ToolLoss, WithLosses } from './tool.ts';

const format =
  'Respond in the format {"name": function name, "parameters": dictionary of argument name and its value}.Do not use variables.\n\n';

/** The text that introduces the tools, by role. */
const introductions: ReadonlyMap<string, string> = new Map([
  [
    userRole,
    `Given the following functions, please respond with a JSON for a function call with its proper arguments that best answers the given prompt.\n\n${format}`,
  ],
  [
    systemRole,
    `You have access to the following functions. To call a function, please respond with JSON for a function call.${format}`,
  ],
]);

/** The text after each tool. */
const gap = '\n\n';

/** The introduction and declarations to insert before the text of the system message; empty without tools. */
export function llamaPreamble(tools: readonly Tool[]): WithLosses<string> {
  const { value, losses } = toolList(tools, 'openai');
  const texts = value.map((tool) => indented(JSON.stringify(tool), '    ') + gap);
  return { value: texts.length === 0 ? '' : introductions.get(systemRole) + texts.join(''), losses };
}

/**
 * Returns the tools that a text declares in the template's wording, and the position of their declarations in the text. Undefined if there
 * are none.
 */
export function llamaToolsIn(text: string, role: string | undefined): (Span & WithLosses<Tool[]>) | undefined {
  const introduction = introductions.get(role ?? '');
  const start = introduction === undefined ? -1 : text.indexOf(introduction);
  // A user message begins with the introduction. In a system message, the template's lines with the date come first.
  if (
    introduction === undefined ||
    start < 0 ||
    (role === userRole ? start > 0 : !/(?:^|\n)$/.test(text.slice(0, start)))
  )
    return undefined;
  const value: Tool[] = [];
  const losses: ToolLoss[] = [];
  const readAt = valuesIn(text);
  let end = start + introduction.length;
  while (text[end] === '{') {
    const { root, faults, open } = readAt(end);
    if (root?.kind !== 'object' || faults.length > 0 || open.length > 0) break;
    const isLast = root.end === text.length;
    if (!isLast && !text.startsWith(gap, root.end)) break;
    const read = toolFrom(root, text);
    if (read.value === undefined) break;
    value.push(read.value);
    append(losses, read.losses);
    end = isLast ? root.end : root.end + gap.length;
  }
  return value.length === 0 ? undefined : { start, end, value, losses };
}
