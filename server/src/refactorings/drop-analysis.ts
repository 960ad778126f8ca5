/** Removes reasoning of completed turns, which a runtime would drop from the next prompt (2.2 §7, HIP-1 §7, A-080). */
import { type Fix, remove } from '../fixes/fix.ts';
import { answerChannel, modelRole, thoughtChannel } from '../grammar/index.ts';
import { droppedTurns } from '../model/dropped.ts';
import { headerInfo } from '../model/message.ts';
import type { Context } from '../rules/support/rule.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { type DocumentRefactoring, isWhole } from './refactoring.ts';

/** Removes the analysis of each turn that ends with a message on `final`. */
export const dropAnalysis: DocumentRefactoring = {
  kind: 'source.dropAnalysis.ocml',
  propose(context) {
    const thoughts = [...context.blocks].filter(isThought).map((block) => ({ block }));
    const dropped = [...droppedTurns(thoughts, context.blocks)].flat().map(({ block }) => block);
    return dropping(dropped, 'of completed turns', context);
  },
};

/**
 * Removes analysis in the way of the Harmony library. If the last message from the model is on `final`, all analysis before the first message
 * on `final` is removed.
 */
export const dropAnalysisAsHarmony: DocumentRefactoring = {
  kind: 'source.dropAnalysisAsHarmony.ocml',
  propose(context) {
    const blocks = [...context.blocks].filter(({ kind }) => kind === 'message');
    const last = blocks.findLast((block) => headerInfo(block).role === modelRole);
    const first = blocks.findIndex(isFinal);
    if (last === undefined || !isFinal(last)) return undefined;
    return dropping(
      blocks.slice(0, first).filter(isThought),
      'before the first `final`, as openai/harmony does',
      context,
    );
  },
};

function isFinal(block: Block): boolean {
  const { role, effectiveChannel, kind } = headerInfo(block);
  return role === modelRole && kind === 'plain' && effectiveChannel === answerChannel && block.terminator !== undefined;
}

function isThought(block: Block): boolean {
  if (block.kind !== 'message') return false;
  const { role, channel, kind } = headerInfo(block);
  return role === modelRole && kind === 'plain' && channel === thoughtChannel;
}

function dropping(thoughts: readonly Block[], which: string, { family }: Context): Fix | undefined {
  if (!family.has.channels || thoughts.length === 0) return undefined;
  if (thoughts.some((block) => !isWhole(block) || has(block, Trait.OddGap))) return undefined;
  const count = thoughts.length === 1 ? 'analysis message' : `${thoughts.length} analysis messages`;
  return {
    title: `Remove the ${count} ${which}, ${thoughts.length === 1 ? '' : 'each '}with its body`,
    edits: thoughts.map((block) => remove({ start: 0, end: block.text.length }, block)),
    changesBody: true,
  };
}
