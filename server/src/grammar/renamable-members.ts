/** The members that may have other names in a data set, which its project maps to these. */
export const renamableMembers = {
  row: ['messages', 'prompt', 'completion', 'chosen', 'rejected', 'tools'],
  message: ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'reasoning_content'],
} as const;
