/**
 * Rebuilds an output, in Harmony or with tags, from a chat API's answer, from which the server has removed all of the model's
 * tokens.
 */
import { getOwn } from '../../syntax/get-own.ts';
import { isWholeCall } from '../whole-call.ts';
import type { ExtractedOutput } from './extracted-output.ts';

const parsedAlready =
  "The server has already parsed the output. The text explained here was reassembled from the parts of its answer, so the headers are not the model's own.";

const contentOnly =
  'The server has already parsed the output. The text explained here is the content of its answer, in which the server found no call.';
const taggedAlready =
  "The server has already parsed the output. The text explained here was reassembled from the parts of its answer, so the tags are not the model's own.";

/** Returns the fields of an object; empty for any other value. */
export const membersOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(membersOf) : []);

/** A part of the model's output. */
type Part =
  | { readonly kind: 'thought' | 'content'; readonly text: string }
  | { readonly kind: 'call'; readonly name: unknown; readonly text: string };

interface Parts {
  readonly parts: readonly Part[];
  /** The path of the parts in the answer. */
  readonly path: string;
}

const saying = (kind: 'thought' | 'content', ...texts: readonly unknown[]): Part[] => {
  const text = texts.map(textOf).find((one) => one !== undefined);
  return text === undefined ? [] : [{ kind, text }];
};

const calling = (name: unknown, args: unknown): Part => ({
  kind: 'call',
  name,
  text: typeof args === 'string' ? args : serialize(args ?? {}),
});

/** The parts of a chat API's answer: of `choices[0].message`, or of Ollama's `message`. */
function ofChat(value: unknown): Parts | undefined {
  const { choices, message } = membersOf(value);
  const [choice] = listOf(choices);
  const [chatMessage, path] =
    choice?.message === undefined ? [message, 'message'] : [choice.message, 'choices[0].message'];
  if (chatMessage === undefined) return undefined;
  const { content, reasoning_content, reasoning, thinking, tool_calls } = membersOf(chatMessage);
  const calls = listOf(tool_calls).map((call) => membersOf(call.function));
  const parts = [
    ...saying('thought', reasoning_content, reasoning, thinking),
    ...calls.map(({ name, arguments: args }) => calling(name, args)),
    ...saying('content', content),
  ];
  return { path, parts };
}

/** The parts of a message from Anthropic's API, which consists of blocks. */
function ofBlocks(value: unknown): Parts | undefined {
  const { type, role, content } = membersOf(value);
  if (type !== 'message' || role !== 'assistant' || !Array.isArray(content)) return undefined;
  const parts = listOf(content).flatMap((block) => {
    if (block.type === 'tool_use') return [calling(block.name, block.input)];
    return block.type === 'thinking' ? saying('thought', block.thinking) : saying('content', block.text);
  });
  return { path: 'content', parts };
}

const joined = (list: unknown, ...members: readonly string[]): string =>
  listOf(list)
    .map((one) => members.map((name) => textOf(getOwn(one, name))).find((text) => text !== undefined) ?? '')
    .join('');

/** The parts of a response of the Responses API, or of only some of its items if a call is among them. */
function ofItems(value: unknown): Parts | undefined {
  const { output, type } = membersOf(value);
  const list = Array.isArray(output) ? output : Array.isArray(value) ? value : [value];
  const items = listOf(list);
  if (!Array.isArray(output) && !items.some((item) => item.type === 'function_call')) return undefined;
  const parts = items.flatMap((item) => {
    if (item.type === 'function_call') return [calling(item.name, item.arguments)];
    if (item.type === 'reasoning') return saying('thought', joined(item.content, 'text'), joined(item.summary, 'text'));
    return item.type === 'message' ? saying('content', joined(item.content, 'text', 'refusal')) : [];
  });
  return { path: Array.isArray(output) ? 'output' : type === 'function_call' ? type : '[]', parts };
}

export function rebuild(
  value: unknown,
  what: string,
): Pick<ExtractedOutput, 'text' | 'from' | 'notes' | 'reassembled' | 'tagged'> | undefined {
  const { parts, path } = ofChat(value) ?? ofBlocks(value) ?? ofItems(value) ?? { parts: [], path: '' };
  if (parts.length === 0) return undefined;
  const last = parts.at(-1)?.kind === 'call' ? '<|call|>' : '<|return|>';
  const { model } = membersOf(value);
  return {
    tagged: {
      text: parts.map(asTagged).join('\n').trim(),
      notes: [parts.every(({ kind }) => kind === 'content') ? contentOnly : taggedAlready],
      // Text is not Harmony if another model is known to have written it, or if it consists only of calls.
      isLikely:
        (typeof model === 'string' && !/gpt-?oss|harmony/i.test(model)) ||
        parts.every(({ kind, text }) => kind === 'content' && isWholeCall(text)),
    },
    text: parts.map(asWritten).join('<|end|><|start|>assistant') + last,
    reassembled: true,
    from: `the parts of \`${path}\` of ${what}`,
    notes: [
      ...parts.flatMap((part) =>
        part.kind === 'call' && String(part.name).includes('<|') ? [withHeader(String(part.name))] : [],
      ),
      parsedAlready,
    ],
  };
}

/** Writes a part like models that put thoughts and calls into tags. */
function asTagged(part: Part): string {
  if (part.kind === 'call')
    return `<tool_call>\n{"name": ${JSON.stringify(toolIn(part.name))}, "arguments": ${part.text}}\n</tool_call>`;
  return part.kind === 'thought' ? `<think>\n${part.text}\n</think>\n` : part.text;
}

function asWritten(part: Part): string {
  if (part.kind === 'call')
    return `<|channel|>commentary to=functions.${toolIn(part.name)} <|constrain|>json<|message|>${part.text}`;
  return `<|channel|>${part.kind === 'thought' ? 'analysis' : 'final'}<|message|>${part.text}`;
}

/**
 * The name of a tool, without the prefix `functions.`, and without a fragment of the call's header that a server may have left in the name.
 */
const toolIn = (name: unknown) => /^(?:functions\.)?(.*?)\s*(?:<\||$)/s.exec(String(name))?.[1] ?? '';

const withHeader = (name: string) =>
  `In the answer, the called tool is named \`${name}\`, because the server included a part of the header. The tool is really \`${toolIn(name)}\`. Remove \`<|\` and the text after it from the name, and update the server: old versions have this bug.`;

/** The JSON of a value; empty if it is nested too deeply to be serialized. */
function serialize(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}
