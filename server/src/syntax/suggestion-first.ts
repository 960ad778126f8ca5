/** A message with its suggestion at the beginning: lists of problems cut off the end of a long one. */
export const withSuggestionFirst = (message: string): string =>
  message.replace(/^([^]+?) (Did you mean `[^`]+`\?)/, '$2 $1');
