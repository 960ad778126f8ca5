/** The names of speakers in other formats, with the corresponding role. */
export const speakersElsewhere: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  model: 'assistant',
  bot: 'assistant',
  ai: 'assistant',
};
