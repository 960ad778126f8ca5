/** Lists of messages in the format of chat templates and chat APIs. */
import type { ValueFact } from './types.ts';

interface MessageRoleFact extends ValueFact {
  /** Whether messages with this role are tool replies. */
  readonly replies?: true;
  /** The field that chat APIs require in a message with this role. */
  readonly needs?: string;
  /** The field of an earlier message to which this message replies. If there is such a message, `needs` is optional. */
  readonly answers?: string;
}

/** The role of a response that was already generated. */
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

export const replyRoles: ReadonlySet<string | undefined> = new Set(
  messageRoles.flatMap(({ name, replies }) => (replies ? [name] : [])),
);

/** The fields that contain a model's reasoning, which users do not see. */
export const reasoningMembers = ['reasoning_content', 'reasoning', 'thinking'] as const;

/** The known fields of a message. `decides`: the field determines who sees the message. */
export const messageMembers: readonly { readonly name: string; readonly decides?: true }[] = [
  ...['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'function_call', ...reasoningMembers].map((name) => ({
    name,
  })),
  { name: 'channel', decides: true },
  { name: 'recipient', decides: true },
];

/** Misspellings of `tool_calls` that are not valid in any API. */
export const misnamedCalls: readonly string[] = ['tool_call', 'toolCalls', 'toolCall', 'toolcalls'];

export const partMembers: readonly { readonly name: string }[] = ['type', 'text'].map((name) => ({ name }));

/** The types of list items that are messages. Items of other types are calls, replies or reasoning. */
export const messageTypes: readonly string[] = ['message', 'text', 'input_text', 'output_text'];

/** Fields that, if true, hide a message or a part of it from users. Only the letters of their names are compared. */
export const hidingFlags: readonly string[] = [
  ...['thought', 'thinking', 'reasoning', 'isthought', 'isthinking', 'isreasoning'],
  ...['hidden', 'private', 'internal', 'ishidden', 'isprivate', 'isinternal'],
];

/** Unknown fields that may contain the channel of a message or a part. Only the letters of their names are compared. */
export const channelKeys: readonly string[] = [
  ...['channel', 'chan', 'chann', 'chnl', 'channelname', 'channelid', 'channeltype'],
  ...['kind', 'messagekind', 'msgkind', 'contentkind', 'type', 'messagetype', 'msgtype', 'subtype'],
  ...['phase', 'stage', 'lane', 'track', 'stream', 'streamname', 'visibility', 'audience'],
];

/** Values of a channel field that mark content as hidden from users. Only their letters are compared. */
export const hiddenWords: readonly string[] = [
  ...['analysis', 'commentary', 'thinking', 'redactedthinking', 'thought', 'thoughts', 'think', 'reasoning', 'reason'],
  ...['reflection', 'reflect', 'introspection', 'introspect', 'scratchpad', 'monologue', 'innermonologue'],
  ...['chainofthought', 'cot', 'hidden', 'private', 'internal', 'debug', 'system', 'developer'],
  ...['tool', 'toolcall', 'tooluse', 'toolresult', 'toolresponse', 'functioncall', 'functionresponse'],
];
