/** The fields for which the project of a data set can set other names. */
export const renamableMembers = {
  row: ['messages', 'prompt', 'completion', 'chosen', 'rejected', 'tools'],
  message: ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'reasoning_content'],
} as const;
