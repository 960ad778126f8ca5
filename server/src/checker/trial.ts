/** The effect of an edit on the problems of a transcript: the edit is made, examined, and taken back. */
import type { Problem } from '../rules/support/rule.ts';
import type { Block } from '../syntax/block.ts';
import { changeOf, type Rescanned } from '../syntax/rescan.ts';
import type { BlockSequence } from '../syntax/sequence.ts';
import type { Session } from './session.ts';

/** The problems of all blocks that may have others after an edit, as they are before it and after it. */
export interface Trial {
  readonly before: readonly Problem[];
  readonly after: readonly Problem[];
}

/**
 * Tries exchanges, which are in order and apart, on the blocks of a session and on what it knows of them: its groups, its
 * declarations, the ends of the document. Each is made as one edit, and taken back as one.
 */
export function tryOut(session: Session, blocks: BlockSequence, exchanges: readonly Rescanned[]): Trial {
  session.settle(Number.POSITIVE_INFINITY);
  const { revision } = blocks;
  // From the last one on, so that the indexes of the others hold.
  const changes = exchanges.toReversed().map((exchange) => changeOf(blocks, exchange));
  const concerned = new Set<Block>();
  for (const { removed, added } of changes) for (const block of [...removed, ...added]) concerned.add(block);
  const problems = () => {
    const present = [...concerned].filter(({ leaf }) => leaf !== undefined);
    return present.flatMap((block) => session.problemsOf(block));
  };
  const done: typeof changes = [];
  let after: readonly Problem[] = [];
  try {
    const touched = session.watch(() => {
      for (const change of changes) {
        blocks.splice(change.index, change.removed.length, change.added);
        done.push(change);
        session.exchange(change.removed, change.added, true);
      }
      session.settle(Number.POSITIVE_INFINITY);
    });
    for (const block of touched) concerned.add(block);
    after = problems();
  } finally {
    // Whatever happens, the text is what it was.
    let failure: unknown;
    for (const { index, removed, added } of done.toReversed()) {
      blocks.splice(index, added.length, removed, revision);
      try {
        if (failure === undefined) session.exchange(added, removed, true);
      } catch (error) {
        failure = error;
      }
    }
    // biome-ignore lint/correctness/noUnsafeFinally: that the text could not be restored matters more than what failed before.
    if (failure !== undefined) throw failure;
  }
  session.settle(Number.POSITIVE_INFINITY);
  return { before: problems(), after };
}
