/** All safe fixes of a document, applied until nothing changes: what is left needs somebody to decide. */
import type { Block } from '../../syntax/block.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { Checker, type CheckerSettings } from '../checker.ts';
import { type Fix, fixesOf } from './index.ts';
import { Patchwork } from './patchwork.ts';
import { applyEdits, type Replacement } from './replacement.ts';

export { applyEdits, type Replacement } from './replacement.ts';

export interface Fixed {
  readonly text: string;
  /** From the old text to the new one, in order and apart from one another. */
  readonly edits: readonly Replacement[];
  /** How many fixes were applied. */
  readonly count: number;
}

/** Fixes can make way for others, but not for ever. */
const mostRounds = 50;

/** Problems of one block that are looked at in a round: a fix may read the whole block. */
const mostTries = 100;

/** Where the edits of a fix stand in the document. */
export function placeEdits(fix: Fix, own: Block, transcript: Transcript): Replacement[] {
  return fix.edits
    .map(({ block = own, start, end, text }) => {
      const base = transcript.blocks.placeOf(block)?.start ?? 0;
      return { start: base + start, end: base + end, text };
    })
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Applies the safe fixes of what a checker with these settings reports. */
export function fixAll(original: Pick<Transcript, 'uri' | 'getText' | 'choice'>, settings: CheckerSettings): Fixed {
  const text = original.getText();
  const patchwork = new Patchwork(text.length);
  let current = text;
  let count = 0;
  for (let round = 0; round < mostRounds; round++) {
    const transcript = new Transcript(original.uri, 'ocml', 0, current, original.choice);
    const chosen = safeFixes(transcript, new Checker(transcript, settings));
    if (chosen.length === 0) break;
    count += chosen.length;
    const edits = chosen.flat().sort((a, b) => a.start - b.start);
    current = applyEdits(current, edits);
    patchwork.apply(edits);
  }
  return { text: current, edits: patchwork.edits(), count };
}

/** Safe fixes that do not meet: one a block and round, since one can change what the next is about. */
function safeFixes(transcript: Transcript, checker: Checker): Replacement[][] {
  const touched = new Set<unknown>();
  const tried = new Map<Block, number>();
  const chosen: Replacement[][] = [];
  for (const placed of checker.problems(Number.POSITIVE_INFINITY).problems) {
    const times = (tried.get(placed.block) ?? 0) + 1;
    if (touched.has(placed.block) || times > mostTries) continue;
    tried.set(placed.block, times);
    const fix = fixesOf(placed.problem, placed.block, checker.context).find(({ safe }) => safe);
    if (fix === undefined) continue;
    const blocks = [placed.block, ...fix.edits.flatMap(({ block }) => block ?? [])];
    if (blocks.some((block) => touched.has(block))) continue;
    for (const block of blocks) touched.add(block);
    chosen.push(placeEdits(fix, placed.block, transcript));
  }
  return chosen;
}
