/**
 * Applies edits that do not change the structure of a block. They are in the body of a message or in the text before the first message.
 * Nothing near them could be part of a token. The block is not scanned again, so typing is fast even in a message of many megabytes.
 */
import { type Block, has, Trait } from './block.ts';
import { skipSpace } from './cutter.ts';
import { breaksIn, moveMarks } from './lines.ts';
import { MAX_TOKEN_LENGTH } from './tokens/tokens.ts';

/** Characters of tokens and their misspellings, and `\r`, which may be half of a line break. */
const delicate = /[<|\\｜＜\r]/;

/**
 * Returns the block with `inserted` in place of `start`…`end` (UTF-16 offsets in the block), or undefined if it has to be scanned again.
 */
export function editBlock(block: Block, start: number, end: number, inserted: string): Block | undefined {
  const { text, lines, bodyEnd } = block;
  const removed = text.slice(start, end);
  if (removed === inserted || !(block.kind === 'prelude' ? inPrelude(block, start) : inBody(block, start, end)))
    return undefined;
  if (delicate.test(text.slice(start - 1, end + 1)) || delicate.test(inserted)) return undefined;
  if (text.slice(Math.max(0, start - MAX_TOKEN_LENGTH), start).includes('<|')) return undefined;
  if (block.family.mayCut?.(block, start, end, inserted)) return undefined;
  const grown = inserted.length - removed.length;
  const moved = block.kind === 'prelude' ? 0 : grown;
  const edited: Block = {
    ...block,
    text: text.slice(0, start) + inserted + text.slice(end),
    lines: lines - breaksIn(removed) + breaksIn(inserted),
    bodyEnd: bodyEnd + moved,
    end: block.end + moved,
    leaf: undefined,
    evidence: undefined,
    memo: undefined,
    readings: undefined,
  };
  moveMarks(block, edited, start, end, grown);
  return edited;
}

/** Whether an edit lies inside the body and not at its edges, where a line break may belong to the frame. */
function inBody(block: Block, start: number, end: number): boolean {
  return (
    block.kind === 'message' &&
    has(block, Trait.HasMessage) &&
    // A family with its own check, `mayCut`, notices edits near a mark.
    (!has(block, Trait.OddBody) || block.family.mayCut !== undefined) &&
    // A completion in a plain frame is recognized by its content.
    !(has(block, Trait.Implied) && block.family.has.plainFrames) &&
    start > block.bodyStart + 1 &&
    end < block.bodyEnd - 1
  );
}

/** Whether an edit comes after the first line that is not blank of a prelude. That line decides whether a document header begins there. */
function inPrelude({ text, traits }: Block, start: number): boolean {
  const lineEnd = traits & Trait.OddGap ? text.indexOf('\n', skipSpace(text, 0)) : -1;
  return lineEnd >= 0 && lineEnd + 1 < start;
}
