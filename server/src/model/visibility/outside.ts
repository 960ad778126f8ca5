/** The parts outside messages as a reader sees them: files, and tasks of fill-in-the-middle (0.1 §5, §6). */
import type { Block } from '../../syntax/block.ts';
import { fillWriter, type Piece } from '../fill-in-the-middle.ts';
import { dividesFiles, filesIn, type Marks, outerTokens, partsOf, showsSequence } from '../sequence.ts';
import { visibleOutside } from './verdict.ts';

/** A file or a task outside a message. */
interface OuterPart {
  readonly pieces: readonly Piece[];
  /** It may be what is left of a message: users do not see it. */
  readonly hidden: boolean;
}

interface Outside {
  /** Whether the parts are files. */
  readonly files: boolean;
  readonly parts: readonly OuterPart[];
}

/** Whether a view has something of what is outside the message that a block is, or before the first one. */
export function hasOutside(block: Block): boolean {
  return block.kind === 'message' ? dividesFiles(block) : block.kind === 'prelude' && showsSequence(block);
}

/** The parts outside a message. `isLast`: the block is the last of the document. */
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
