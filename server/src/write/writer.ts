/** The writer that each family has to provide. `index.ts` puts the parts together, and proves them by reading. */
import type { Family } from '../syntax/families/family.ts';
import type { MessageDraft, Refusal } from './message-draft.ts';

/** The source directly before and after a text; for a whole body, nothing before and the terminator after. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

export interface Writer {
  readonly family: Family;
  /** The header from the opener up to where the body begins. `lineBreak`: what line breaks of the frame are written as. */
  header(said: MessageDraft, lineBreak: string): string | Refusal;
  /** Text so that it reads as this text, if the family has a way. */
  quote(text: string, around: Around): string | Refusal;
}

/** No writer writes it as a value: spaces and control characters end one, `<` may begin a token, quotes quote nothing. */
const unwritable = /[\0-\x20\x7f<＜]|^["'“”‘’`]/u;

/** The first value that no header can hold. */
export function unwritableValue(values: Iterable<readonly [part: string, value: string]>): Refusal | undefined {
  for (const [part, value] of values) {
    if (value === '') return { part, start: 0, end: 0, reason: 'is empty' };
    const found = unwritable.exec(value);
    if (found) {
      const [what] = found;
      const reason = what <= ' ' ? 'cannot contain white space' : `cannot contain \`${what}\``;
      return { part, start: found.index, end: found.index + what.length, reason };
    }
  }
  return undefined;
}

/** The first of the given parts, which the family has no place for. */
export function noPlaceFor(
  family: Family,
  values: Iterable<readonly [part: string, value: string | undefined]>,
): Refusal | undefined {
  for (const [part, value] of values) {
    if (value !== undefined)
      return { part, start: 0, end: value.length, reason: `cannot be written in headers of ${family.name}` };
  }
  return undefined;
}

/** The refusal of a role or a channel that is not one of the family's. */
export function unknownWord(part: string, word: string | undefined, known: readonly string[]): Refusal | undefined {
  if (word !== undefined && known.includes(word)) return undefined;
  const reason = word === undefined ? 'is missing' : `is not one of ${known.map((name) => `\`${name}\``).join(', ')}`;
  return { part, start: 0, end: word?.length ?? 0, reason };
}
