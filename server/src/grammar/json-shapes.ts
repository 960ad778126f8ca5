/** Shapes of JSON files that are not recognised by name, with their words for roles and items. */

/** The shapes of JSON files, as `ocml check --format json` names them; `unknown`: the file was not checked. */
export type ShapeName =
  | 'wire'
  | 'events'
  | 'sharegpt'
  | 'preference'
  | 'prompt-completion'
  | 'anthropic'
  | 'responses'
  | 'chat-completion'
  | 'projection'
  | 'messages'
  | 'text'
  | 'plain-text'
  | 'unknown';

/** Whether messages are read in files of a shape. */
export const hasMessages = (shape: ShapeName): boolean => shape !== 'unknown' && shape !== 'plain-text';

/** Members that hold a conversation, in the order in which they are looked for. */
export const listMembers: readonly string[] = ['conversations', 'conversation', 'dialog', 'dialogue', 'messages'];

/**
 * Members that hold a conversation where no other shape shows: sessions of agents (SWE-agent's `history`, tau-bench's `traj`) and
 * logs of programs.
 */
export const sessionMembers: readonly string[] = ['traj', 'trajectory', 'history', 'chat', 'turns'];

/** A list of lists of messages, one for each turn of the user (BFCL). */
export const turnListMember = 'question';

/** Members that hold the rows of a file that is one object: logs of Inspect (`samples`), rows as the Hub serves them. */
export const rowListMembers: readonly string[] = ['samples', 'data', 'rows', 'examples'];

/** The keys of a row of texts: the question, an optional input, and the answer. */
export interface PromptForm {
  readonly asks: string;
  readonly beside: readonly string[];
  readonly answers: string;
  /** The answer is tool calls, which users do not see. */
  readonly calls?: true;
}

/** Alpaca's rows, and others that trainers know. */
export const promptForms: readonly PromptForm[] = [
  { asks: 'instruction', beside: ['input', 'context', 'system'], answers: 'output' },
  { asks: 'instruction', beside: ['input', 'context', 'system'], answers: 'response' },
  { asks: 'query', beside: ['system'], answers: 'response' },
  { asks: 'prompt', beside: ['system'], answers: 'response' },
  { asks: 'query', beside: [], answers: 'answers', calls: true },
  // OpenOrca; GSM8K; NuminaMath; FLAN.
  { asks: 'question', beside: ['system_prompt', 'system'], answers: 'response' },
  { asks: 'question', beside: ['context', 'system'], answers: 'answer' },
  { asks: 'problem', beside: [], answers: 'solution' },
  { asks: 'inputs', beside: [], answers: 'targets' },
  { asks: 'input', beside: ['system'], answers: 'output' },
];

/** Instructions next to such a row. */
export const systemMembers: readonly string[] = ['system', 'system_prompt'];

/** Earlier turns next to such a row: a list of pairs, a question and its answer. */
export const historyMember = 'history';

/** What some call the turns of a conversation that are kept in pairs, and whose they are. */
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
];

/** Members of a pair of answers, one of which is preferred. */
export const pairForms: readonly { readonly chosen: string; readonly rejected: string }[] = [
  { chosen: 'chosen', rejected: 'rejected' },
  { chosen: 'preferred_output', rejected: 'non_preferred_output' },
  // AllenAI's preference sets; NeMo and Intel; the pairs of StackExchange.
  { chosen: 'chosen_messages', rejected: 'rejected_messages' },
  { chosen: 'chosen_response', rejected: 'rejected_response' },
  { chosen: 'response_j', rejected: 'response_k' },
];

/** The texts that such a pair may answer. */
export const pairPrompts: readonly string[] = ['prompt', 'question', 'instruction', 'query'];

/** What trainers read in a row of a shape. */
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

/** The member of a row that is a text, a transcript or any other. */
export const textMember = 'text';

/** The member that names a row of a batch, and the ways to the request or the answer in it. */
export const batchId = 'custom_id';
export const batchPaths: readonly (readonly string[])[] = [
  ['body'],
  ['params'],
  ['response', 'body'],
  ['result', 'message'],
];

/** What editors call shapes that have more of a name than their dialect. */
export const shapeNames: Readonly<Partial<Record<ShapeName, string>>> = {
  sharegpt: 'ShareGPT conversations',
  preference: 'Preference pairs',
  'prompt-completion': 'Prompts and completions',
  anthropic: "Anthropic's messages",
  'chat-completion': 'Chat completions',
  responses: 'Items of the Responses API',
  text: 'Transcripts as text',
  'plain-text': 'Plain text to train on',
  unknown: 'JSON of unknown shape',
};

/**
 * Keys by which shapes are recognised. In an editor, where any JSON may be open, a file is only examined if one of them is
 * at its very beginning.
 */
export const tellingKeys: readonly string[] = [
  ...new Set([
    ...[...listMembers, 'role', 'from', 'prompt', 'input', 'output', 'system', 'choices', batchId],
    ...[...promptForms.map(({ asks }) => asks), ...pairForms.map(({ chosen }) => chosen)],
    ...[...sessionMembers, ...rowListMembers, turnListMember, 'message_tree_id'],
    ...['event', 'token', 'text', 'type'],
  ]),
];

/** How much of a file is its very beginning, UTF-16 units. */
export const veryBeginning = 4000;

/** Who speaks in ShareGPT, as `from` has it, and the role that is. A `call` is what the model sends to a tool. */
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

/** Who speaks in OASST's trees, and the role that is. */
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

/** Members by which parts of a content are recognised as Bedrock's Converse; its text parts are not distinctive. */
export const converseParts: readonly string[] = ['toolUse', 'toolResult', 'reasoningContent', 'cachePoint'];

/** Types of items of the Responses API: messages, and what is listed next to them. */
export const responseItems: readonly string[] = [
  ...['message', 'reasoning', 'function_call', 'function_call_output', 'item_reference'],
  ...['custom_tool_call', 'custom_tool_call_output', 'web_search_call', 'file_search_call', 'code_interpreter_call'],
  ...['computer_call', 'computer_call_output', 'image_generation_call', 'local_shell_call', 'local_shell_call_output'],
  ...['mcp_call', 'mcp_list_tools', 'mcp_approval_request', 'mcp_approval_response'],
];

/** Members in which these shapes have their messages, and what those call role and content. */
export const shapeMembers: readonly string[] = [
  ...[...listMembers, 'from', 'value', 'prompt', 'completion', 'choices', 'message', 'delta'],
  ...[...pairForms.flatMap(({ chosen, rejected }) => [chosen, rejected]), ...batchPaths.flat()],
  ...promptForms.flatMap(({ asks, beside, answers }) => [asks, ...beside, answers]),
  ...[...sessionMembers, ...systemMembers, ...pairPrompts, 'replies'],
  ...['instructions', 'input', 'output', 'human', 'assistant'],
];
