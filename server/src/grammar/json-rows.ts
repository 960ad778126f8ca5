/** The content of rows in JSON files of known shapes: the fields next to the messages, and the names of roles and items. */
import { historyMember, listMembers, pairForms, promptForms, sessionMembers } from './json-shapes.ts';
import type { ShapeName } from './shape-names.ts';

/** Fields with instructions, next to the conversation. */
export const systemMembers: readonly string[] = ['system', 'system_prompt'];

/** Conversations in which each turn is an object with one field per speaker: the names of these fields, with their roles. */
export const turnForms: readonly (readonly (readonly [member: string, role: string])[])[] = [
  [
    ['system', 'system'],
    ['human', 'user'],
    ['assistant', 'assistant'],
  ],
  [
    ['system', 'system'],
    ['input', 'user'],
    ['output', 'assistant'],
  ],
  // This form is used by COIG.
  [
    ['system', 'system'],
    ['question', 'user'],
    ['answer', 'assistant'],
  ],
];

/** Fields with the question that other fields answer, if the value is a string. */
export const pairPrompts: readonly string[] = ['prompt', 'question', 'instruction', 'query', 'input'];

/** The fields of a row that trainers use, for each shape. */
export const rowMembers: Readonly<Partial<Record<ShapeName, readonly string[]>>> = {
  messages: ['messages', 'tools'],
  sharegpt: ['conversations', 'system', 'tools'],
  preference: ['prompt', 'chosen', 'rejected', 'tools'],
  'prompt-completion': [
    'prompt',
    'completion',
    'instruction',
    'input',
    'output',
    'response',
    'query',
    'system',
    historyMember,
  ],
};

/** The field that each row of a shape must have, for shapes in which it always has the same name. */
export const holdingMembers: Readonly<Partial<Record<ShapeName, readonly [string]>>> = {
  messages: ['messages'],
  anthropic: ['messages'],
  sharegpt: ['conversations'],
};

/** The field with the text of a row, whether or not that text is a transcript. */
export const textMember = 'text';

/** Fields that contain the text of rows that are plain text to train on. */
export const plainTextMembers: readonly string[] = [textMember, 'content'];

/** Fields whose value may be a whole conversation in one string. */
export const dialogueMembers: readonly string[] = [textMember, 'transcript', 'chat', 'dialogue', 'conversation'];

/** Lists of texts by user and model in turns, without the names of the speakers, as in DailyDialog, LIMA and UltraChat. */
export const textListMembers: readonly string[] = ['dialog', 'dialogue', 'conversation', 'conversations', 'data'];

/** Fields with an answer that may be a number, as in arithmetic data sets. */
export const numericAnswers: readonly string[] = ['answer', 'Answer'];

/** The keys under which an answer in a list of answers may contain its text. */
export const answerTexts: readonly string[] = ['response', 'text', 'content', 'completion', 'answer', 'output'];

/** The role for each source of an event in OpenHands. */
export const eventRoles: Readonly<Record<string, string>> = { user: 'user', agent: 'assistant' };
/** The actions of an agent that do not call a tool, with their roles: a message, or the end of the session. */
export const sayingActions: Readonly<Record<string, string | undefined>> = {
  message: undefined,
  system: 'system',
  finish: 'assistant',
  reject: 'assistant',
};
/** Events about the program itself, which are not part of the conversation. */
export const silentEvents: readonly string[] = ['change_agent_state', 'agent_state_changed', 'null', 'recall'];

/** Roles in sessions for which chat APIs have another name. */
export const sessionRoles: Readonly<Record<string, string>> = { ai: 'assistant', human: 'user' };
/** The fields that identify a session of Hermes. The first one contains its instructions. */
export const promptedMembers = ['system_prompt', 'id', 'source'] as const;
/** The keys under which a session may contain the content of a message, in the order in which they are tried. */
export const sessionContents: readonly string[] = ['text', 'system_prompt'];

/** The speakers of ShareGPT, as written in `from`, with the role of each. `call`: the message is a tool call by the model. */
export const shareGptRoles: readonly { readonly name: string; readonly role: string; readonly call?: true }[] = [
  { name: 'system', role: 'system' },
  { name: 'human', role: 'user' },
  { name: 'user', role: 'user' },
  { name: 'gpt', role: 'assistant' },
  { name: 'assistant', role: 'assistant' },
  { name: 'chatgpt', role: 'assistant' },
  { name: 'model', role: 'assistant' },
  { name: 'function_call', role: 'assistant', call: true },
  { name: 'observation', role: 'tool' },
  { name: 'function_response', role: 'tool' },
  { name: 'tool', role: 'tool' },
];

/** The speakers in NeMo's rows, with the role of each. NeMo uses only these names. */
export const nemoRoles: readonly { readonly name: string; readonly role: string }[] = [
  { name: 'System', role: 'system' },
  { name: 'User', role: 'user' },
  { name: 'Assistant', role: 'assistant' },
];

/** The speakers in the trees of OASST, with the role of each. */
export const treeRoles: Readonly<Record<string, string>> = { prompter: 'user', assistant: 'assistant' };

/** The roles in lists of messages where calls and results are separate messages. `call`: the message is a tool call by the model. */
export const agentRoles: readonly { readonly name: string; readonly role: string; readonly call?: true }[] = [
  { name: 'system', role: 'system' },
  { name: 'developer', role: 'developer' },
  { name: 'user', role: 'user' },
  { name: 'assistant', role: 'assistant' },
  { name: 'tool_call', role: 'assistant', call: true },
  { name: 'tool_response', role: 'tool' },
  { name: 'tool', role: 'tool' },
];

/** The types of content parts that only Anthropic's messages have. */
export const anthropicParts: readonly string[] = ['tool_use', 'tool_result', 'thinking', 'redacted_thinking'];

/** Fields that identify a content part of Bedrock's Converse. Text parts are not distinctive, so they are not included. */
export const converseParts: readonly string[] = ['toolUse', 'toolResult', 'reasoningContent', 'cachePoint'];

/** The types of items in the Responses API: messages, and the items between them. */
export const responseItems: readonly string[] = [
  ...['message', 'reasoning', 'function_call', 'function_call_output', 'item_reference'],
  ...['custom_tool_call', 'custom_tool_call_output', 'web_search_call', 'file_search_call', 'code_interpreter_call'],
  ...['computer_call', 'computer_call_output', 'image_generation_call', 'local_shell_call', 'local_shell_call_output'],
  ...['mcp_call', 'mcp_list_tools', 'mcp_approval_request', 'mcp_approval_response'],
];

/** The paths to the request or the response in a row of a batch file. */
export const batchPaths: readonly (readonly string[])[] = [
  ['body'],
  ['params'],
  ['response', 'body'],
  ['result', 'message'],
];

/** In rows downloaded from the Hub, the field that contains the row, and the field with its number, which identifies such rows. */
export const rowMember = 'row';
export const rowNumber = 'row_idx';

/**
 * Fields with an API's metadata about its answer, and the types of their values. The name of the model is not among them,
 * because it says something about the answer itself.
 */
export const answerAccounts: Readonly<Partial<Record<string, 'string' | 'number' | 'object'>>> = {
  object: 'string',
  id: 'string',
  created: 'number',
  created_at: 'number',
  completed_at: 'number',
  usage: 'object',
  system_fingerprint: 'string',
  service_tier: 'string',
};

/** Values with which an API reports that an answer is complete. They can be omitted, since the last message shows this, too. */
export const endedAnswer: Readonly<Partial<Record<string, readonly string[]>>> = {
  status: ['completed'],
  stop_reason: ['end_turn', 'tool_use'],
  finish_reason: ['stop', 'tool_calls', 'function_call'],
};

/** The values of `object` in API responses. */
export const answerKinds: ReadonlySet<string | undefined> = new Set([
  ...['chat.completion', 'chat.completion.chunk', 'text_completion', 'response'],
]);

/** The keys that contain messages in these shapes, and the keys for role and content. */
export const shapeMembers: readonly string[] = [
  ...[...listMembers, 'from', 'value', 'prompt', 'completion', 'choices', 'message', 'delta'],
  ...[...pairForms.flatMap(({ chosen, rejected }) => [chosen, rejected]), ...batchPaths.flat()],
  ...promptForms.flatMap(({ asks, beside, answers }) => [asks, ...beside, answers]),
  ...[...sessionMembers, ...systemMembers, ...pairPrompts, 'replies'],
  ...['instructions', 'input', 'output', 'human', 'assistant'],
];
