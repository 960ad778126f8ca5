/** The parts outside messages as displayed to a reader: files, and fill-in-the-middle tasks (0.1 §5, §6). */
import type { Block } from '../../syntax/block.ts';
import { fillWriter, type Piece } from '../fill-in-the-middle.ts';
import { dividesFiles, filesIn, type Marks, outerTokens, partsOf, showsSequence } from '../sequence.ts';
import { visibleOutside } from './verdict.ts';

/** A file or a task outside a message. */
interface OuterPart {
  readonly pieces: readonly Piece[];
  /** The part may be the remains of a message, so users do not see it. */
  readonly hidden: boolean;
}

interface Outside {
  /** Whether the parts are files. */
  readonly files: boolean;
  readonly parts: readonly OuterPart[];
}

/** Whether a view shows any text outside messages: after the message of a block, or before the first message. */
export function hasOutside(block: Block): boolean {
  return block.kind === 'message' ? dividesFiles(block) : block.kind === 'prelude' && showsSequence(block);
}

/** The parts outside a message. `isLast`: the block is the last block of the document. */
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
