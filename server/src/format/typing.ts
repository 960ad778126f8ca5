/** Completes text while the user types, if there is only one possible continuation. */
import { type Block, has, Trait } from '../syntax/block.ts';
import { headerToken } from '../syntax/families/family.ts';
import type { TextEdit } from '../syntax/rescan.ts';
import type { Transcript } from '../syntax/transcript.ts';
import { readAlone } from '../write/index.ts';
import { isSound } from './header.ts';

/** For each typed character, the function that returns the edit to make. `offset` (UTF-16 units) is directly after the character. */
export const onType: Readonly<Record<string, (transcript: Transcript, offset: number) => TextEdit | undefined>> = {
  '\n': nextMessage,
  '>': headerEnd,
};

/** On a new line after a message, inserts the opener of the next message, unless the line contains other text. */
function nextMessage({ blocks }: Transcript, offset: number): TextEdit | undefined {
  const place = blocks.placeAt(Math.max(0, offset - 1));
  if (place?.block.kind !== 'message' || place.block.terminator === undefined) return undefined;
  const { text, end, family } = place.block;
  const at = offset - place.start;
  const margin = /^[ \t]*(?:\r\n?|\n)([ \t]*)$/.exec(text.slice(end, at))?.[1];
  if (margin === undefined) return undefined;
  const follows = text.slice(at);
  const isClear = /^[ \t]*[\r\n]/.test(follows) || (follows.trim() === '' && place.index === blocks.length - 1);
  const [opener, ...others] = family.frame.openers;
  // If the family has several openers, it is unknown which role speaks next.
  return isClear && others.length === 0 ? { start: offset - margin.length, end: offset, text: opener.text } : undefined;
}

/** Replaces a `>` after the role or the channel with the token that ends the header, since it can mean nothing else. */
function headerEnd({ blocks }: Transcript, offset: number): TextEdit | undefined {
  const place = blocks.placeAt(Math.max(0, offset - 1));
  if (place === undefined || !isOpenHeader(place.block)) return undefined;
  const { text, family } = place.block;
  const token = headerToken(family.frame);
  const before = text.slice(0, offset - 1 - place.start);
  if (token === undefined || before.length > MAX_HEADER_LENGTH) return undefined;
  const header = readAlone(`${before}${token.text}-`, family)?.header;
  if (header === undefined || !isSound(header)) return undefined;
  const words = [header.role, header.channel?.word];
  if (!/\s$/.test(before) && !words.some((word) => word?.end === before.length)) return undefined;
  return { start: offset - 1, end: offset, text: token.text + '\n'.repeat(family.frame.breaksBefore) };
}

/**
 * The maximum length of a header that is completed (UTF-16 units). Longer text only counts as a header because the end of the header is
 * missing.
 */
const MAX_HEADER_LENGTH = 1000;

function isOpenHeader(block: Block): boolean {
  return block.kind === 'message' && !has(block, Trait.HasMessage) && !has(block, Trait.Implied);
}
