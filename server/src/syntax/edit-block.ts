/**
 * Edits that do not change the structure of a block: in the text of a message or before the first message, and with nothing near them that
 * could be part of a token. The block is not scanned again, which makes typing in a message of many megabytes fast.
 */
import { type Block, has, Trait } from './block.ts';
import { skipSpace } from './cutter.ts';
import { breaksIn, moveMarks } from './lines.ts';
import { MAX_TOKEN_LENGTH } from './tokens/tokens.ts';

/** Characters in tokens and their misspellings, and `\r`, which can be half a line break. */
const delicate = /[<|\\｜＜\r]/;

/** The block with `inserted` in place of `start`…`end` (UTF-16 offsets in the block); undefined if it has to be scanned again. */
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

/** Whether an edit is inside the body and not at its very edges, where a line break may belong to the token. */
function inBody(block: Block, start: number, end: number): boolean {
  return (
    block.kind === 'message' &&
    has(block, Trait.HasMessage) &&
    // A family with its own check for edits detects whether an edit is near a mark.
    (!has(block, Trait.OddBody) || block.family.mayCut !== undefined) &&
    // A completion in a plain frame is recognized by its content.
    !(has(block, Trait.Implied) && block.family.has.plainFrames) &&
    start > block.bodyStart + 1 &&
    end < block.bodyEnd - 1
  );
}

/** Whether an edit is after the first line of a prelude that is not blank; that line decides whether a document header begins there. */
function inPrelude({ text, traits }: Block, start: number): boolean {
  const lineEnd = traits & Trait.OddGap ? text.indexOf('\n', skipSpace(text, 0)) : -1;
  return lineEnd >= 0 && lineEnd + 1 < start;
}
