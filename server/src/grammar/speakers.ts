/** The names of speakers in other formats, and the role of each here. */
export const speakersElsewhere: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  model: 'assistant',
  bot: 'assistant',
  ai: 'assistant',
};
