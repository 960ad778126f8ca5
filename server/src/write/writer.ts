/**
 * The interface of the writer that each family has to provide. `index.ts` assembles the written parts, and parses them for
 * verification.
 */
import type { Family } from '../syntax/families/family.ts';
import type { MessageDraft, Refusal } from './message-draft.ts';

/** The source directly before and after a text. If the text is a whole body, `before` is empty, and `after` is the terminator. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

export interface Writer {
  readonly family: Family;
  /** Writes the header, from the opener up to the body. `lineBreak`: the line break to use in the frame. */
  header(draft: MessageDraft, lineBreak: string): string | Refusal;
  /** Quotes a text so that it reads back as the same text, or refuses it if the family cannot express it. */
  quote(text: string, around: Around): string | Refusal;
}

/**
 * Characters that no writer can write in a value. Spaces and control characters end a value, and `<` may begin a token. A quotation
 * mark at the beginning would not quote the value.
 */
const unwritable = /[\0-\x20\x7f<＜]|^["'“”‘’`]/u;

/** The first value that no header can contain. */
export function unwritableValue(values: Iterable<readonly [part: string, value: string]>): Refusal | undefined {
  for (const [part, value] of values) {
    if (value === '') return { part, start: 0, end: 0, reason: 'is empty' };
    const match = unwritable.exec(value);
    if (match) {
      const [what] = match;
      const reason = what <= ' ' ? 'cannot contain white space' : `cannot contain \`${what}\``;
      return { part, start: match.index, end: match.index + what.length, reason };
    }
  }
  return undefined;
}

/** Refuses the first of these parts that has a value, since the family supports none of them. */
export function noPlaceFor(
  family: Family,
  values: Iterable<readonly [part: string, value: string | undefined]>,
): Refusal | undefined {
  for (const [part, value] of values) {
    if (value !== undefined)
      return { part, start: 0, end: value.length, reason: `cannot be written in ${family.name} headers` };
  }
  return undefined;
}

/** Refuses a role or a channel that the family does not have. */
export function unknownWord(part: string, word: string | undefined, words: readonly string[]): Refusal | undefined {
  if (word !== undefined && words.includes(word)) return undefined;
  const reason = word === undefined ? 'is missing' : `is not one of ${words.map((name) => `\`${name}\``).join(', ')}`;
  return { part, start: 0, end: word?.length ?? 0, reason };
}
