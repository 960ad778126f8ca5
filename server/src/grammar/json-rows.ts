/** The content of rows in JSON files of known shapes: members next to the messages, and names for roles and items. */
import { historyMember, listMembers, pairForms, promptForms, sessionMembers } from './json-shapes.ts';
import type { ShapeName } from './shape-names.ts';

/** Members with instructions next to the conversation. */
export const systemMembers: readonly string[] = ['system', 'system_prompt'];

/** The member names for conversations in pairs of turns, with their speakers. */
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
  // COIG.
  [
    ['system', 'system'],
    ['question', 'user'],
    ['answer', 'assistant'],
  ],
];

/** Members with the question for answers in other members, if it is a string. */
export const pairPrompts: readonly string[] = ['prompt', 'question', 'instruction', 'query', 'input'];

/** The members of a row that trainers use, by shape. */
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

/** The member that a row of a shape requires, if it always has the same name. */
export const holdingMembers: Readonly<Partial<Record<ShapeName, readonly [string]>>> = {
  messages: ['messages'],
  anthropic: ['messages'],
  sharegpt: ['conversations'],
};

/** The member of a row with a text, whether a transcript or not. */
export const textMember = 'text';

/** Members of rows that are plain text to train on. */
export const plainTextMembers: readonly string[] = [textMember, 'content'];

/** Members whose string may be a whole conversation. */
export const dialogueMembers: readonly string[] = [textMember, 'transcript', 'chat', 'dialogue', 'conversation'];

/** Lists of texts that alternate between user and model, without names of speakers: DailyDialog, LIMA, UltraChat. */
export const textListMembers: readonly string[] = ['dialog', 'dialogue', 'conversation', 'conversations', 'data'];

/** Answers that may be a number, as in data sets of arithmetic. */
export const numericAnswers: readonly string[] = ['answer', 'Answer'];

/** Names for an answer in a list of answers. */
export const answerTexts: readonly string[] = ['response', 'text', 'content', 'completion', 'answer', 'output'];

/** The sources of OpenHands' events, with the role of each. */
export const eventRoles: Readonly<Record<string, string>> = { user: 'user', agent: 'assistant' };
/** The actions of an agent that call no tool: a message, or the end. */
export const sayingActions: Readonly<Record<string, string | undefined>> = {
  message: undefined,
  system: 'system',
  finish: 'assistant',
  reject: 'assistant',
};
/** Events about the program, outside the conversation. */
export const silentEvents: readonly string[] = ['change_agent_state', 'agent_state_changed', 'null', 'recall'];

/** Roles in sessions that have another name in chat APIs. */
export const sessionRoles: Readonly<Record<string, string>> = { ai: 'assistant', human: 'user' };
/** Members that identify a session of Hermes; the first one has its instructions. */
export const promptedMembers = ['system_prompt', 'id', 'source'] as const;
/** The names of content in a session, in the order in which they are tried. */
export const sessionContents: readonly string[] = ['text', 'system_prompt'];

/** The speakers of ShareGPT, as in `from`, with the role of each. A `call` is sent by the model to a tool. */
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

/** The speakers in NeMo's rows, which use only these words, with the role of each. */
export const nemoRoles: readonly { readonly name: string; readonly role: string }[] = [
  { name: 'System', role: 'system' },
  { name: 'User', role: 'user' },
  { name: 'Assistant', role: 'assistant' },
];

/** The speakers in OASST's trees, with the role of each. */
export const treeRoles: Readonly<Record<string, string>> = { prompter: 'user', assistant: 'assistant' };

/** Roles of calls and results, in message lists with separate messages for them. */
export const agentRoles: readonly { readonly name: string; readonly role: string; readonly call?: true }[] = [
  { name: 'system', role: 'system' },
  { name: 'developer', role: 'developer' },
  { name: 'user', role: 'user' },
  { name: 'assistant', role: 'assistant' },
  { name: 'tool_call', role: 'assistant', call: true },
  { name: 'tool_response', role: 'tool' },
  { name: 'tool', role: 'tool' },
];

/** Types of content parts that only Anthropic's messages have. */
export const anthropicParts: readonly string[] = ['tool_use', 'tool_result', 'thinking', 'redacted_thinking'];

/** Members that identify a content part of Bedrock's Converse; its text parts are not distinctive. */
export const converseParts: readonly string[] = ['toolUse', 'toolResult', 'reasoningContent', 'cachePoint'];

/** Types of items in the Responses API: messages, and the other items next to them. */
export const responseItems: readonly string[] = [
  ...['message', 'reasoning', 'function_call', 'function_call_output', 'item_reference'],
  ...['custom_tool_call', 'custom_tool_call_output', 'web_search_call', 'file_search_call', 'code_interpreter_call'],
  ...['computer_call', 'computer_call_output', 'image_generation_call', 'local_shell_call', 'local_shell_call_output'],
  ...['mcp_call', 'mcp_list_tools', 'mcp_approval_request', 'mcp_approval_response'],
];

/** The paths to the request or the response in a row of a batch. */
export const batchPaths: readonly (readonly string[])[] = [
  ['body'],
  ['params'],
  ['response', 'body'],
  ['result', 'message'],
];

/** The member for the row in rows that the Hub serves, and the member that identifies them. */
export const rowMember = 'row';
export const rowNumber = 'row_idx';

/**
 * Members with an API's metadata about its answer, and their types. The model's name is not included, since it is information
 * about the answer.
 */
export const answerAccounts: Readonly<Partial<Record<string, 'string' | 'number' | 'object'>>> = {
  ...{ object: 'string', id: 'string', created: 'number', created_at: 'number', completed_at: 'number' },
  ...{ usage: 'object', system_fingerprint: 'string', service_tier: 'string' },
};

/** Values with which an API reports that an answer is complete, which the last message also shows. */
export const endedAnswer: Readonly<Partial<Record<string, readonly string[]>>> = {
  status: ['completed'],
  stop_reason: ['end_turn', 'tool_use'],
  finish_reason: ['stop', 'tool_calls', 'function_call'],
};

/** The values of `object` in the answers of an API. */
export const answerKinds: ReadonlySet<string | undefined> = new Set([
  ...['chat.completion', 'chat.completion.chunk', 'text_completion', 'response'],
]);

/** Members with messages in these shapes, and their names for role and content. */
export const shapeMembers: readonly string[] = [
  ...[...listMembers, 'from', 'value', 'prompt', 'completion', 'choices', 'message', 'delta'],
  ...[...pairForms.flatMap(({ chosen, rejected }) => [chosen, rejected]), ...batchPaths.flat()],
  ...promptForms.flatMap(({ asks, beside, answers }) => [asks, ...beside, answers]),
  ...[...sessionMembers, ...systemMembers, ...pairPrompts, 'replies'],
  ...['instructions', 'input', 'output', 'human', 'assistant'],
];
