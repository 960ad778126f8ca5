/** Rewrites values that a header cannot hold; equal values are rewritten in the same way everywhere (2.2 §11). */
import type { ConversationMessage } from '../conversation.ts';
import type { Notes } from '../notes.ts';

const beyondAscii = /[^\0-\x7f]/;

/** Notes values that headers of 2.x can hold, but that checkers report. Such values are written unchanged. */
export function noteBeyondAscii(messages: readonly ConversationMessage[], notes: Notes): void {
  for (const one of messages)
    for (const [key, value] of one.attributes)
      if (beyondAscii.test(value))
        notes.warn(
          one,
          key,
          'conversion-loss',
          `\`${key}=${value}\` is written unchanged, but header values must be ASCII, so checks will report it. Use an ASCII value if other programs read the output.`,
        );
}

/** The characters that end a value or may begin a token, and quotes at the beginning of a value. */
const unwritable = /^["'“”‘’`]+|[\0-\x20\x7f<＜]+/gu;

/** Makes values writable, so that `Ann Lee` becomes `Ann_Lee`. Each rewritten value is noted. */
export function writable(messages: readonly ConversationMessage[], notes: Notes): readonly ConversationMessage[] {
  if (messages.every(({ attributes }) => attributes.size === 0)) return messages;
  const valuesByKey = new Map<string, Map<string, string>>();
  const rewritten = (key: string, value: string) => {
    const valueByWord = valuesByKey.get(key) ?? new Map<string, string>();
    valuesByKey.set(key, valueByWord);
    const word = value.replace(unwritable, '_');
    let fresh = word;
    // If different values would become equal, a number is appended, so that they stay different.
    for (let n = 2; (valueByWord.get(fresh) ?? value) !== value; n++) fresh = `${word}_${n}`;
    valueByWord.set(fresh, value);
    return fresh;
  };
  // Unchanged values are registered first, so that no rewritten value becomes equal to one of them.
  for (const { attributes } of messages)
    for (const [key, value] of attributes) if (value.search(unwritable) < 0) rewritten(key, value);
  return messages.map((one) => {
    if ([...one.attributes.values()].every((value) => value !== '' && value.search(unwritable) < 0)) return one;
    const attributes = new Map<string, string>();
    for (const [key, value] of one.attributes) {
      if (value === '') continue;
      const fresh = rewritten(key, value);
      attributes.set(key, fresh);
      if (fresh !== value)
        notes.losePart(
          one,
          key,
          `The value is written as \`${key}=${fresh}\`: in a header, white space ends a value, and \`<\` begins a token.`,
        );
    }
    return { ...one, attributes };
  });
}
