/** Converts chunks of Ollama's API to chunks of chat completions. Ollama's chunks have a message or a text, and a flag for the end. */
import { isObject } from '../syntax/is-object.ts';

/** Returns a chunk of Ollama in the format of chat completions, and any other value unchanged. */
export function asChunk(value: unknown): unknown {
  if (!isObject(value) || typeof value.model !== 'string' || typeof value.done !== 'boolean') return value;
  const { model, message, response, done } = value;
  if (!isObject(message) && typeof response !== 'string') return value;
  const { thinking, ...said } = isObject(message) ? message : { content: response, thinking: value.thinking };
  const delta = { ...said, ...(typeof thinking === 'string' && thinking !== '' && { reasoning_content: thinking }) };
  const reason = typeof value.done_reason === 'string' ? value.done_reason : 'stop';
  return {
    object: 'chat.completion.chunk',
    model,
    choices: [{ index: 0, delta, finish_reason: done ? reason : null }],
  };
}
