/** The contents of rows of JSON files, once their shape is known: members beside the messages, and words for roles and items. */
import { historyMember, listMembers, pairForms, promptForms, sessionMembers } from './json-shapes.ts';
import type { ShapeName } from './shape-names.ts';

/** Instructions next to such a row. */
export const systemMembers: readonly string[] = ['system', 'system_prompt'];

/** Names for the turns of a conversation that are kept in pairs, and their speakers. */
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

/** The texts that such a pair may answer. */
export const pairPrompts: readonly string[] = ['prompt', 'question', 'instruction', 'query', 'input'];

/** The members that trainers read in a row of a shape. */
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

/** The member without which a row of a shape says nothing, where it always has the same name. */
export const holdingMembers: Readonly<Partial<Record<ShapeName, readonly [string]>>> = {
  messages: ['messages'],
  anthropic: ['messages'],
  sharegpt: ['conversations'],
};

/** The member of a row that is a text, a transcript or any other. */
export const textMember = 'text';

/** Members of rows that are plain text to train on. */
export const plainTextMembers: readonly string[] = [textMember, 'content'];

/** Members whose string may be a whole conversation. */
export const dialogueMembers: readonly string[] = [textMember, 'transcript', 'chat', 'dialogue', 'conversation'];

/** Where texts alternate between user and model, without a word of who speaks: DailyDialog, LIMA, UltraChat. */
export const textListMembers: readonly string[] = ['dialog', 'dialogue', 'conversation', 'conversations', 'data'];

/** Answers that may be a number, as in sets of sums. */
export const numericAnswers: readonly string[] = ['answer', 'Answer'];

/** Names for an answer in a list of answers. */
export const answerTexts: readonly string[] = ['response', 'text', 'content', 'completion', 'answer', 'output'];

/** The actors and observers in OpenHands' events, with the role of each. */
export const eventRoles: Readonly<Record<string, string>> = { user: 'user', agent: 'assistant' };
/** The acts of an agent without a tool: it says something, or stops. */
export const sayingActions: Readonly<Record<string, string | undefined>> = {
  message: undefined,
  system: 'system',
  finish: 'assistant',
  reject: 'assistant',
};
/** Events that are about the program, not part of what is said. */
export const silentEvents: readonly string[] = ['change_agent_state', 'agent_state_changed', 'null', 'recall'];

/** Roles of sessions that chat APIs have under another name. */
export const sessionRoles: Readonly<Record<string, string>> = { ai: 'assistant', human: 'user' };
/** The names of content in such a session, in the order in which they are looked for. */
/** Members that tell a session of Hermes, the first of which has its instructions. */
export const promptedMembers = ['system_prompt', 'id', 'source'] as const;
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

/** The same in NeMo's rows, which have no other words. */
export const nemoRoles: readonly { readonly name: string; readonly role: string }[] = [
  { name: 'System', role: 'system' },
  { name: 'User', role: 'user' },
  { name: 'Assistant', role: 'assistant' },
];

/** The speakers in OASST's trees, with the role of each. */
export const treeRoles: Readonly<Record<string, string>> = { prompter: 'user', assistant: 'assistant' };

/** Roles of calls and results in message lists that have them as separate messages. */
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

/** Members by which parts of the content are recognised as Bedrock's Converse; its text parts are not distinctive. */
export const converseParts: readonly string[] = ['toolUse', 'toolResult', 'reasoningContent', 'cachePoint'];

/** Types of items of the Responses API: messages, and what is listed next to them. */
export const responseItems: readonly string[] = [
  ...['message', 'reasoning', 'function_call', 'function_call_output', 'item_reference'],
  ...['custom_tool_call', 'custom_tool_call_output', 'web_search_call', 'file_search_call', 'code_interpreter_call'],
  ...['computer_call', 'computer_call_output', 'image_generation_call', 'local_shell_call', 'local_shell_call_output'],
  ...['mcp_call', 'mcp_list_tools', 'mcp_approval_request', 'mcp_approval_response'],
];

/** The ways to the request or the answer in a row of a batch. */
export const batchPaths: readonly (readonly string[])[] = [
  ['body'],
  ['params'],
  ['response', 'body'],
  ['result', 'message'],
];

/** Where rows are that the Hub serves, and what shows that they are. */
export const rowMember = 'row';
export const rowNumber = 'row_idx';

/** Members with which an API accounts for its answer, and their types. Which model it was says something about the answer. */
export const answerAccounts: Readonly<Partial<Record<string, 'string' | 'number' | 'object'>>> = {
  ...{ object: 'string', id: 'string', created: 'number', created_at: 'number', completed_at: 'number' },
  ...{ usage: 'object', system_fingerprint: 'string', service_tier: 'string' },
};

/** Words with which an API says that an answer is complete, as its last message says as well. */
export const endedAnswer: Readonly<Partial<Record<string, readonly string[]>>> = {
  status: ['completed'],
  stop_reason: ['end_turn', 'tool_use'],
  finish_reason: ['stop', 'tool_calls', 'function_call'],
};

/** The kinds that answers of an API give as their `object`. */
export const answerKinds: ReadonlySet<string | undefined> = new Set([
  ...['chat.completion', 'chat.completion.chunk', 'text_completion', 'response'],
]);

/** Members in which these shapes have their messages, and what those call role and content. */
export const shapeMembers: readonly string[] = [
  ...[...listMembers, 'from', 'value', 'prompt', 'completion', 'choices', 'message', 'delta'],
  ...[...pairForms.flatMap(({ chosen, rejected }) => [chosen, rejected]), ...batchPaths.flat()],
  ...promptForms.flatMap(({ asks, beside, answers }) => [asks, ...beside, answers]),
  ...[...sessionMembers, ...systemMembers, ...pairPrompts, 'replies'],
  ...['instructions', 'input', 'output', 'human', 'assistant'],
];
