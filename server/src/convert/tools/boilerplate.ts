/** The text that the templates of Qwen and Hermes write around `<tools>`. Other formats express it in their own way. */
import type { Span } from '../../syntax/span.ts';
import { toolTags } from './to-json.ts';
import type { Tool, WithLosses } from './tool.ts';

/** The example of a call. The templates differ in the order of its fields, and some double the braces. */
const example = '<tool_call>\\n\\{{1,2}"\\w+": <[\\w-]+>, "\\w+": <[\\w-]+>\\}{1,2}\\n</tool_call>';

const rows: readonly (readonly [of: string, before: string, after: string])[] = [
  [
    'Qwen',
    '# Tools\\n\\nYou may call one or more functions to assist with the user query\\.\\n\\nYou are provided with function signatures within <tools></tools> XML tags:\\n',
    `\\n\\nFor each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:\\n${example}`,
  ],
  [
    'Hermes',
    "(?:You are a function calling AI model\\. )?You are provided with function signatures within <tools></tools> XML tags\\. You may call one or more functions to assist with the user query\\. Don't make assumptions about what values to plug into functions\\. Here are the available tools:\\s",
    `\\s?Use the following pydantic model json schema for each tool call you will make: \\{[^\\n]{0,300}"FunctionCall"[^\\n]{0,100}\\}\\sFor each function call return a json object with function name and arguments within <tool_call></tool_call> XML tags as follows:\\n${example}`,
  ],
];

const frames = rows.map(([of, before, after]) => ({
  of,
  before: new RegExp(`${before}$`),
  after: new RegExp(`^${after}`),
}));

/** The maximum length of the template's text before or after a list of tools (UTF-16 units). */
const MAX_BOILERPLATE_LENGTH = 1_000;

/**
 * Returns the span of a list of tools including the template's text around it, and the name of the template. Undefined if that text differs
 * in any way.
 */
export function withBoilerplate(text: string, { start, end }: Span): (Span & { readonly of: string }) | undefined {
  const [before, after] = [
    text.slice(Math.max(0, start - MAX_BOILERPLATE_LENGTH), start),
    text.slice(end, end + MAX_BOILERPLATE_LENGTH),
  ];
  for (const frame of frames) {
    const [head, tail] = [frame.before.exec(before), frame.after.exec(after)];
    if (head && tail) return { start: start - head[0].length, end: end + tail[0].length, of: frame.of };
  }
  return undefined;
}

/** Writes tools in `<tools>`, in the wording of Qwen's template, which `withBoilerplate` recognizes. Empty without tools. */
export function taggedTools(tools: readonly Tool[]): WithLosses<string> {
  const { value, losses } = toolTags(tools);
  const text =
    value === ''
      ? ''
      : `# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
${value}

For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call>`;
  return { value: text, losses };
}
