/** The writer that each family has to provide. `index.ts` assembles the parts, and verifies them by parsing. */
import type { Family } from '../syntax/families/family.ts';
import type { MessageDraft, Refusal } from './message-draft.ts';

/** The source directly before and after a text. For a whole body, `before` is empty, and `after` is the terminator. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

export interface Writer {
  readonly family: Family;
  /** Writes the header, from the opener up to the body. `lineBreak`: the line breaks of the frame. */
  header(draft: MessageDraft, lineBreak: string): string | Refusal;
  /** Quotes a text so that it reads back as the same text, if the family supports that. */
  quote(text: string, around: Around): string | Refusal;
}

/**
 * Characters that no writer can write in a value: spaces and control characters end a value, `<` may begin a token, and a quote
 * at the beginning does not quote the value.
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

/** Refuses the first of some parts that has a value: the family supports none of these parts. */
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
export function unknownWord(part: string, word: string | undefined, known: readonly string[]): Refusal | undefined {
  if (word !== undefined && known.includes(word)) return undefined;
  const reason = word === undefined ? 'is missing' : `is not one of ${known.map((name) => `\`${name}\``).join(', ')}`;
  return { part, start: 0, end: word?.length ?? 0, reason };
}
