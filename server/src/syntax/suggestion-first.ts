/** A message with its suggestion at the beginning, since lists of problems truncate long messages at the end. */
export const withSuggestionFirst = (message: string): string =>
  message.replace(/^([^]+?) (Did you mean `[^`]+`\?)/, '$2 $1');
