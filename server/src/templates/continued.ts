/** Renders a prompt that ends within its last message, which the model continues. */
import { isText, joinTexts, plain, sliceText, type Text } from './jinja/runtime/text.ts';
import type { Value } from './jinja/runtime/values.ts';

/** A character that templates neither trim, unlike white space, nor search for. */
const mark = '\u{10fffd}';

/** Marks the end of the last message's content. Returns false if the content is not text, and therefore cannot be continued. */
export function markEnd(variables: Map<string, Value>): boolean {
  const messages = variables.get('messages');
  const last = Array.isArray(messages) ? messages.at(-1) : undefined;
  const content = last instanceof Map ? last.get('content') : undefined;
  if (!(last instanceof Map) || content === undefined || !isText(content)) return false;
  last.set('content', joinTexts([content, mark]));
  return true;
}

/** The part of the prompt before the mark; undefined if the template has not written the mark. */
export function upToMark(prompt: Text): Text | undefined {
  const at = plain(prompt).lastIndexOf(mark);
  return at < 0 ? undefined : sliceText(prompt, 0, at);
}
