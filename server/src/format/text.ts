/**
 * Formats a transcript. Headers are rewritten in the form in which the writer of their family writes them, and each message gets its own
 * line. Bodies and invalid parts stay unchanged.
 */
import { type Block, has, Trait } from '../syntax/block.ts';
import type { TextEdit } from '../syntax/rescan.ts';
import type { Span } from '../syntax/span.ts';
import { isCertain } from '../syntax/text-kind.ts';
import type { Transcript } from '../syntax/transcript.ts';
import { HeaderWriter } from './header.ts';
import { between, isSame, type Layout } from './layout.ts';

/**
 * The edits that format a transcript (UTF-16 offsets, in order, without overlaps). `within`: only messages that overlap this
 * span. Empty for formatted text, for text that may not be a transcript, and in dialects that were learned from a chat template.
 */
export function formatText(transcript: Transcript, layout: Layout = {}, within?: Span): TextEdit[] {
  const { family, blocks, length } = transcript;
  // In a learned dialect, only the chat template determines where white space belongs.
  if (family.learned !== undefined || !isCertain(transcript)) return [];
  const lineBreak = transcript.getEOLCharacters(0) || '\n';
  const headers = new HeaderWriter(lineBreak, layout.keepOrder === true);
  const gap = between(family, layout, lineBreak);
  const lastGap = layout.lines === 'compact' ? '' : lineBreak;
  const closing = breaksBodies(blocks) ? lineBreak : '';
  const movesGaps = layout.lines !== 'compact' || !beginsWithKey(blocks.at(0));
  const keepsBeginning = blocks.at(0)?.kind === 'prelude' && beginsWithWord(blocks.at(1));
  const span = within ?? { start: 0, end: length };
  const edits: TextEdit[] = [];
  const [first, last] = [blocks.placeAt(span.start), blocks.placeAt(span.end)];
  if (first === undefined || last === undefined) return [];
  let at = first.start;
  for (let i = first.index; i <= last.index; i++) {
    const block = blocks.at(i) as Block;
    const isLast = i === blocks.length - 1;
    for (const edit of [
      headers.edit(block),
      closingEdit(block, closing),
      movesGaps && !(i === 0 && keepsBeginning)
        ? gapEdit(block, isLast ? lastGap : gap, isLast, layout.keepBlankLine === true)
        : undefined,
    ])
      if (edit) edits.push({ start: at + edit.start, end: at + edit.end, text: edit.text });
    at += block.text.length;
  }
  return edits;
}

/**
 * Whether the text before the first message begins with a key. It may then be a faulty document header, which ends at the next line that
 * begins with a token. If no line began with a token, the whole text would be read as the header.
 */
const beginsWithKey = (block: Block | undefined): boolean =>
  block?.kind === 'prelude' && /^\s*[\w."'-]+\s*:/.test(block.text);

/** Whether a message begins with a word that would be read as a key of a document header if the white space before it were removed. */
const beginsWithWord = (block: Block | undefined): boolean => block !== undefined && has(block, Trait.Implied);

/** The formatted text of a transcript. */
export function laidOut(transcript: Transcript, layout: Layout = {}): string {
  const text = transcript.getText();
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: fresh } of formatText(transcript, layout)) {
    pieces.push(text.slice(at, start), fresh);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

/**
 * Replaces the white space after a message, or before the first one. `gap`: the text that should be there. Blank lines between messages
 * become one, or none. At the end of the document, no white space is added, because a document may be continued byte by byte.
 */
function gapEdit(block: Block, gap: string, isLast: boolean, keepsBlankLine: boolean): TextEdit | undefined {
  const { kind, text, end, terminator } = block;
  const isMessage = kind === 'message';
  if (kind === 'document-header' || has(block, Trait.OddGap) || (isMessage && terminator === undefined))
    return undefined;
  const old = text.slice(end);
  if (old.trim() !== '') return undefined;
  const newGap =
    isMessage && !(isLast && old === '') ? (keepsBlankLine && !isLast && blankLine.test(old) ? gap + gap : gap) : '';
  // A prelude at the end means that the document is nothing but white space.
  return isSame(old, newGap) || (!isMessage && isLast) ? undefined : { start: end, end: text.length, text: newGap };
}

const blankLine = /(?:\r\n|\r(?!\n)|\n)[ \t]*[\r\n]/;

/**
 * Whether at least half of the bodies have a line break before the terminator. This is only counted in families in which that line break is
 * not part of the body, and only in the first messages.
 */
function breaksBodies(blocks: Transcript['blocks']): boolean {
  let balance = 0;
  for (let i = 0; i < Math.min(blocks.length, MAX_PROOF_ATTEMPTS); i++) {
    const block = blocks.at(i) as Block;
    if (hasClosing(block)) balance += breakIn(block) === '' ? -1 : 1;
  }
  return balance >= 0;
}

const MAX_PROOF_ATTEMPTS = 10_000;

/** Whether a line break between the body and the terminator is optional. It is required if the body itself ends with a line break. */
function hasClosing({ kind, family, terminator, text, bodyStart, bodyEnd }: Block): boolean {
  if (kind !== 'message' || !family.frame.breakAfter || terminator === undefined) return false;
  return bodyEnd > bodyStart && !/[\r\n]/.test(text.charAt(bodyEnd - 1));
}

function breakIn({ family, terminator, text, bodyEnd, end }: Block): string {
  const token = family.frame.terminators.find(({ name }) => name === terminator);
  return token ? text.slice(bodyEnd, end - token.text.length) : '';
}

function closingEdit(block: Block, closing: string): TextEdit | undefined {
  if (!hasClosing(block)) return undefined;
  const { bodyEnd } = block;
  const old = breakIn(block);
  if ((old === '') === (closing === '')) return undefined;
  return { start: bodyEnd, end: bodyEnd + old.length, text: closing };
}
