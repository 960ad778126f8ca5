/**
 * The type of an example for a public format, and messages that several examples share. Texts that must survive the conversion are in `«»`.
 */

export const user = (text: string) => ({ role: 'user', content: text });
export const assistant = (text: string) => ({ role: 'assistant', content: text });
export const turns = [user('«Ask»'), assistant('«Answer»')];
export const shared = [
  { from: 'human', value: '«Ask»' },
  { from: 'gpt', value: '«Answer»' },
];
export const acted = [
  { id: 0, source: 'user', message: 'Fix it', action: 'message', args: { content: '«Fix»', image_urls: null } },
  {
    id: 1,
    source: 'agent',
    message: 'Running',
    action: 'run',
    args: { command: '«ls»', thought: '«look»' },
    tool_call_metadata: { function_name: 'execute_bash', tool_call_id: 't1' },
  },
  { id: 2, source: 'agent', cause: 1, observation: 'run', content: '«files»', extras: { exit_code: 0 } },
  { id: 3, source: 'environment', observation: 'agent_state_changed', content: '', extras: {} },
  { id: 4, source: 'agent', action: 'finish', args: { final_thought: '«Done»' } },
];
export const call = { id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":"«three»"}' } };
export const calling = { role: 'assistant', content: null, tool_calls: [call], function_call: null, refusal: null };
export const replied = { role: 'tool', tool_call_id: 'c1', name: 'add', content: '«seven»' };
export const tree = (role: string) => ({
  message_tree_id: 'a',
  prompt: {
    message_id: 'a',
    text: '«Ask»',
    role,
    lang: 'en',
    replies: [{ message_id: 'b', parent_id: 'a', text: '«Answer»', role: 'assistant', lang: 'en', replies: [] }],
  },
});
export const flat = (role: string) => ({ message_id: 'a', parent_id: null, text: '«Ask»', role, message_tree_id: 'a' });
export const dialogue = '\n\nHuman: «Ask»\n\nAssistant: «Answer»';

/** Returns a message in the tree of a ChatGPT export. */
export const exported = (
  id: string,
  parent: string,
  children: readonly string[],
  author: object,
  content: object,
  recipient = 'all',
) => ({
  ...{ id, parent, children },
  message: { id, author, content, recipient, weight: 1 },
});

export interface Format {
  readonly what: string;
  /** The address at which the format is published. */
  readonly source: string;
  readonly shape: string;
  /** Rows of this format. Texts that must survive the conversion are in `«»`. */
  readonly rows: readonly unknown[];
  /** A row with a fault, and the code of the fault. */
  readonly faulty?: readonly [row: unknown, code: string];
}

export const role = 'template-role-unknown';
export const shape = 'template-shape';
export const hub = (name: string) => `https://huggingface.co/datasets/${name}`;
