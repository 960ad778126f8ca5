/**
 * Writes rows for TRL: the assistant's last messages are the completion, and all earlier messages are the prompt. Both are lists of
 * messages.
 */
import { modelRole } from '../../grammar/index.ts';
import { usualCodes } from '../notes.ts';
import { chatRequest } from './messages.ts';
import type { Target } from './target.ts';

export const promptCompletion: Target = {
  name: 'a prompt with its completion',
  codes: usualCodes,
  form: 'json',
  write(conversation, notes) {
    const { messages, ...declared } = chatRequest(conversation, notes);
    const isAnswered = messages.at(-1)?.role === modelRole;
    const end = isAnswered ? messages.length - 1 : messages.length;
    return { value: { prompt: messages.slice(0, end), completion: messages.slice(end), ...declared } };
  },
};
