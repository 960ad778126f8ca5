/** Where the text of a message ends that nothing closes: the line breaks after it set it apart from what follows. */
import { type Block, has, Trait } from '../../syntax/block.ts';
import { type FixEdit, insert, replace } from '../fix.ts';

const isBlank = (character: string | undefined) => character !== undefined && ' \t\r\n'.includes(character);

/** Where the line ends that has the last of a text; `from`: where the text begins. */
export function textEnd(text: string, from = 0, to = text.length): number {
  let ink = to;
  while (ink > from && isBlank(text[ink - 1])) ink--;
  for (let end = ink; end < to; end++) if (text[end] === '\n' || text[end] === '\r') return end;
  return to;
}

/**
 * Closes an open message after its text; `apart`: what goes between it and a message on the same line. Where nothing may be
 * between messages, the line breaks go.
 */
export function closeText(block: Block, token: string, apart: string): FixEdit {
  const { text, bodyStart, bodyEnd, family } = block;
  const end = textEnd(text, bodyStart, bodyEnd);
  if (end === bodyEnd) return insert(end, token + apart);
  const goes = family.frame.between === '' && !has(block, Trait.Open);
  return goes ? replace({ start: end, end: bodyEnd }, token) : insert(end, token);
}
