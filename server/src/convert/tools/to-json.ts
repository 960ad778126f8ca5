/**
 * Writes tools as declarations in JSON: the lists of OpenAI's two APIs and of Anthropic's, the lines in `<tools>`, and a function list of
 * 0.1.
 */
import { functionsNamespace } from '../../grammar/index.ts';
import { lossAt, recipientOf, type Tool, type ToolLoss, type WithLosses } from './tool.ts';

type Entry = Readonly<Record<string, unknown>>;

const nameOf = (tool: Tool) => (tool.namespace === functionsNamespace ? tool.name : recipientOf(tool));

/** The schema that APIs require if the arguments are unspecified. */
const anything = { type: 'object', properties: {} };

function described(tool: Tool): Entry {
  return { name: nameOf(tool), ...(tool.description !== '' && { description: tool.description }) };
}

const withParameters = (tool: Tool): Entry => ({
  ...described(tool),
  ...(tool.parameters !== undefined && { parameters: tool.parameters }),
});

const strictly = ({ strict }: Tool): Entry => (strict === undefined ? {} : { strict });

/** Functions that each write a tool in one format. */
const entries = {
  /** `tools` of chat completions. */
  openai: (tool: Tool): Entry => ({ type: 'function', function: { ...withParameters(tool), ...strictly(tool) } }),
  /** `tools` of the Responses API. */
  responses: (tool: Tool): Entry => ({ type: 'function', ...withParameters(tool), ...strictly(tool) }),
  /** The function objects without a wrapper, as data sets store them. */
  functions: (tool: Tool): Entry => ({ ...withParameters(tool), parameters: tool.parameters ?? anything }),
  anthropic: (tool: Tool): Entry => ({ ...described(tool), input_schema: tool.parameters ?? anything }),
  /** The entry in a function list of 0.1, whose signatures have all fields (0.1 §8.1). */
  signature: (tool: Tool): Entry => ({
    type: 'function',
    function: { name: nameOf(tool), description: tool.description, parameters: tool.parameters ?? anything },
  }),
  /** The entry that templates put between `<tools>` and `</tools>` (A-140). */
  plain: (tool: Tool): Entry => ({
    type: 'function',
    function: { ...withParameters(tool), parameters: tool.parameters ?? anything },
  }),
} satisfies Readonly<Record<string, (tool: Tool) => Entry>>;

export type JsonForm = keyof typeof entries;

const hasStrict: ReadonlySet<JsonForm> = new Set(['openai', 'responses']);

export function toolList(tools: readonly Tool[], form: JsonForm): WithLosses<Entry[]> {
  const losses: ToolLoss[] = hasStrict.has(form)
    ? []
    : tools
        .filter(({ strict }) => strict !== undefined)
        .map((tool) => lossAt(tool, ['strict'], '`strict` is dropped: only OpenAI APIs support it.'));
  return { value: tools.map(entries[form]), losses };
}

/** Writes `<tools>` with one tool per line, like the templates of Qwen and Hermes. Empty without tools. */
export function toolTags(tools: readonly Tool[]): WithLosses<string> {
  const { value, losses } = toolList(tools, 'plain');
  const text = value.length === 0 ? '' : `<tools>\n${value.map(spaced).join('\n')}\n</tools>`;
  return { value: text, losses };
}

/** Writes a function list of 0.1, beginning with its token, with one tool per line (A-104). Empty without tools. */
export function functionList(tools: readonly Tool[]): WithLosses<string> {
  const { value, losses } = toolList(tools, 'signature');
  return { value: value.length === 0 ? '' : `<|function_list|>\n${value.map(spaced).join('\n')}`, losses };
}

/** JSON on one line with a space after commas and colons, as Python writes it and as models have learned it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`).join(', ')}}`;
}
