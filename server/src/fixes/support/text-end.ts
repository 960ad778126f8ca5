/** Finds the end of the text in an unclosed message. The line breaks after the text separate the message from the next one. */
import { type Block, has, Trait } from '../../syntax/block.ts';
import { type FixEdit, insert, replace } from '../fix.ts';

const isBlank = (character: string | undefined) => character !== undefined && ' \t\r\n'.includes(character);

/** The end of the last line that is not blank. `from`: the start of the text. */
export function textEnd(text: string, from = 0, to = text.length): number {
  let ink = to;
  while (ink > from && isBlank(text[ink - 1])) ink--;
  for (let end = ink; end < to; end++) if (text[end] === '\n' || text[end] === '\r') return end;
  return to;
}

/**
 * Closes an open message after its text. In families without white space between messages, the line breaks after the text are removed.
 * `apart`: the text to insert before a message that follows on the same line.
 */
export function closeText(block: Block, token: string, apart: string): FixEdit {
  const { text, bodyStart, bodyEnd, family } = block;
  const end = textEnd(text, bodyStart, bodyEnd);
  if (end === bodyEnd) return insert(end, token + apart);
  const goes = family.frame.between === '' && !has(block, Trait.Open);
  return goes ? replace({ start: end, end: bodyEnd }, token) : insert(end, token);
}
