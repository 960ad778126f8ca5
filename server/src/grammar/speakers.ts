/** What other formats call the speakers of a conversation, and the role that each is here. */
export const speakersElsewhere: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  model: 'assistant',
  bot: 'assistant',
  ai: 'assistant',
};
