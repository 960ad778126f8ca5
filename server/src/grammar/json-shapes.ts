/** Shapes of JSON files whose names say nothing: their names, and the words they have for roles and items. */

/** What a JSON file can be taken for, as `ocml check --format json` names it; `unknown`: nothing of it was checked. */
export type ShapeName =
  | 'wire'
  | 'events'
  | 'sharegpt'
  | 'preference'
  | 'prompt-completion'
  | 'anthropic'
  | 'responses'
  | 'projection'
  | 'messages'
  | 'text'
  | 'unknown';

/**
 * Keys by which a value of some shape is told. In an editor, where any JSON may be open, one of them stands at the very
 * beginning of a file that is looked at.
 */
export const tellingKeys: readonly string[] = [
  ...['messages', 'conversations', 'role', 'from', 'chosen', 'prompt', 'input', 'output', 'system'],
  ...['event', 'token', 'text', 'type'],
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

/** Types of content parts that only Anthropic's messages have. */
export const anthropicParts: readonly string[] = ['tool_use', 'tool_result', 'thinking', 'redacted_thinking'];

/** Types of items of the Responses API: messages, and what is listed beside them. */
export const responseItems: readonly string[] = [
  ...['message', 'reasoning', 'function_call', 'function_call_output', 'item_reference'],
  ...['custom_tool_call', 'custom_tool_call_output', 'web_search_call', 'file_search_call', 'code_interpreter_call'],
  ...['computer_call', 'computer_call_output', 'image_generation_call', 'local_shell_call', 'local_shell_call_output'],
  ...['mcp_call', 'mcp_list_tools', 'mcp_approval_request', 'mcp_approval_response'],
];

/** Members in which these shapes have their messages, and what those call role and content. */
export const shapeMembers: readonly string[] = [
  ...['messages', 'conversations', 'from', 'value', 'prompt', 'completion', 'chosen', 'rejected'],
  ...['system', 'instructions', 'input', 'output'],
];
