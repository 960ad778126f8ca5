/** Moves the suggestion to the beginning of a message, since lists of problems cut long messages off at the end. */
export const withSuggestionFirst = (message: string): string =>
  message.replace(/^([^]+?) (Did you mean `[^`]+`\?)/, '$2 $1');
