/** Computes the parts of a transcript outside its messages, as displayed to users: files, and fill-in-the-middle tasks (0.1 §5, §6). */
import type { Block } from '../../syntax/block.ts';
import { fillWriter, type Piece } from '../fill-in-the-middle.ts';
import { dividesFiles, filesIn, type Marks, outerTokens, partsOf, showsSequence } from '../sequence.ts';
import { visibleOutside } from './verdict.ts';

/** A file or a fill-in-the-middle task outside messages. */
interface OuterPart {
  readonly pieces: readonly Piece[];
  /** Whether the part is hidden from users, because it may be the remains of a message. */
  readonly hidden: boolean;
}

interface Outside {
  readonly files: boolean;
  readonly parts: readonly OuterPart[];
}

/** Whether a view shows text outside messages for this block: after its message or, for a prelude, before the first message. */
export function hasOutside(block: Block): boolean {
  return block.kind === 'message' ? dividesFiles(block) : block.kind === 'prelude' && showsSequence(block);
}

/** Returns the parts outside the message of a block. `isLast`: whether the block is the last one of the document. */
export function outside(block: Block, marks: Marks, isLast: boolean): Outside {
  const files = filesIn(block, isLast, marks);
  const write = fillWriter(block.text, outerTokens(block));
  const stretches = files.length > 0 ? files : partsOf(block, isLast, marks);
  const isVisible = visibleOutside(block);
  return {
    files: files.length > 0,
    parts: stretches.map((part) => ({ pieces: write(part.start, part.end), hidden: !isVisible(part) })),
  };
}
