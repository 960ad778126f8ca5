/** Lists of messages in the format of chat templates and chat APIs. */
import type { ValueFact } from './types.ts';

interface MessageRoleFact extends ValueFact {
  /** Whether its messages are replies of tools. */
  readonly replies?: true;
  /** The member that a message with this role requires in chat APIs. */
  readonly needs?: string;
  /** The member of a previous message that it replies to: if there is one, `needs` may be missing. */
  readonly answers?: string;
}

/** The role of a response that is already generated. */
export const generationRole = 'assistant_generation';

export const messageRoles: readonly MessageRoleFact[] = [
  { name: 'system', doc: 'Instructions and context for the model.' },
  { name: 'developer', doc: 'Instructions from the application, as in chat APIs.' },
  { name: 'user', doc: 'A message from the user.' },
  { name: 'assistant', doc: "The model's answer, or its tool calls." },
  {
    name: generationRole,
    doc: 'A response that has already been generated. It comes last, and replaces the generation prompt.',
  },
  {
    name: 'tool',
    doc: "A tool's reply to the call that `tool_call_id` names.",
    replies: true,
    needs: 'tool_call_id',
  },
  {
    name: 'function',
    doc: "A function's reply to `function_call` in older chat APIs. The role `tool` has replaced it.",
    replies: true,
    needs: 'name',
    answers: 'function_call',
  },
];

/** The roles whose messages are replies of tools. */
export const replyRoles: ReadonlySet<string | undefined> = new Set(
  messageRoles.flatMap(({ name, replies }) => (replies ? [name] : [])),
);

/** Members with the reasoning of a model; users do not see it. */
export const reasoningMembers = ['reasoning_content', 'reasoning', 'thinking'] as const;

/** The known members. `decides`: the audience of the message depends on it. */
export const messageMembers: readonly { readonly name: string; readonly decides?: true }[] = [
  ...['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'function_call', ...reasoningMembers].map((name) => ({
    name,
  })),
  { name: 'channel', decides: true },
  { name: 'recipient', decides: true },
];

/** Misspellings of `tool_calls`, which no API has. */
export const misnamedCalls: readonly string[] = ['tool_call', 'toolCalls', 'toolCall', 'toolcalls'];

/** The known members of content parts. */
export const partMembers: readonly { readonly name: string }[] = ['type', 'text'].map((name) => ({ name }));

/** Types of list items that are messages; items of other types are calls, replies or reasoning. */
export const messageTypes: readonly string[] = ['message', 'text', 'input_text', 'output_text'];

/** Members that, if true, mark a message or a part of it as not for the reader; compared by their letters. */
export const hidingFlags: readonly string[] = [
  ...['thought', 'thinking', 'reasoning', 'isthought', 'isthinking', 'isreasoning'],
  ...['hidden', 'private', 'internal', 'ishidden', 'isprivate', 'isinternal'],
];

/** Unknown members that may name the channel of a message or a part; compared by their letters. */
export const channelKeys: readonly string[] = [
  ...['channel', 'chan', 'chann', 'chnl', 'channelname', 'channelid', 'channeltype'],
  ...['kind', 'messagekind', 'msgkind', 'contentkind', 'type', 'messagetype', 'msgtype', 'subtype'],
  ...['phase', 'stage', 'lane', 'track', 'stream', 'streamname', 'visibility', 'audience'],
];

/** The values of such a member for content that is not for users; compared by their letters. */
export const hiddenWords: readonly string[] = [
  ...['analysis', 'commentary', 'thinking', 'redactedthinking', 'thought', 'thoughts', 'think', 'reasoning', 'reason'],
  ...['reflection', 'reflect', 'introspection', 'introspect', 'scratchpad', 'monologue', 'innermonologue'],
  ...['chainofthought', 'cot', 'hidden', 'private', 'internal', 'debug', 'system', 'developer'],
  ...['tool', 'toolcall', 'tooluse', 'toolresult', 'toolresponse', 'functioncall', 'functionresponse'],
];
