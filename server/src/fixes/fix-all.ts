/** Applies all safe fixes of a document, until none is left. The remaining problems need a decision by the user. */

import { Checker, type CheckerSettings, type LocatedProblem } from '../checker/checker.ts';
import type { Block } from '../syntax/block.ts';
import { isCertain } from '../syntax/text-kind.ts';
import { Transcript } from '../syntax/transcript.ts';
import { proposalsOf } from './index.ts';
import { Patchwork } from './proof/patchwork.ts';
import { areSafe, type Outcome, outcomeBetween, type Proposed, prove, type Subject } from './proof/prove.ts';
import { applyEdits, meets, placeEdits, type Replacement } from './proof/replacement.ts';

export { applyEdits, placeEdits, type Replacement } from './proof/replacement.ts';

interface Fixed {
  readonly text: string;
  /** The edits from the old text to the new one, in order and disjoint. */
  readonly edits: readonly Replacement[];
  /** The number of fixes that were applied. */
  readonly count: number;
}

/** The maximum number of rounds. Since every fix can make another one possible, the rounds could otherwise go on forever. */
const MAX_ROUNDS = 50;

/** The maximum number of problems in one block that are tried per round, since each fix may have to read the whole block. */
const MAX_TRIES = 100;

/** The maximum number of times that failing fixes are removed from a round. After that, the round is abandoned. */
const MAX_ATTEMPTS = 10;

/** A safe fix that was chosen for a round, with its edits in the document. */
interface Chosen extends Proposed {
  readonly placed: LocatedProblem;
  readonly edits: readonly Replacement[];
}

interface Round {
  readonly after: Subject;
  readonly edits: readonly Replacement[];
  readonly count: number;
}

/** Applies the safe fixes of the problems that these settings report. `codes`: fixes only problems with these codes. */
export function fixAll(
  original: Pick<Transcript, 'uri' | 'getText' | 'choice'>,
  settings: CheckerSettings,
  codes?: ReadonlySet<string>,
): Fixed {
  const { uri, choice } = original;
  const opened = (text: string): Subject => {
    const transcript = new Transcript(uri, 'ocml', 0, text, choice);
    return { transcript, checker: new Checker(transcript, settings) };
  };
  let current = opened(original.getText());
  if (!isCertain(current.transcript)) return { text: current.transcript.getText(), edits: [], count: 0 };
  const patchwork = new Patchwork(current.transcript.length);
  const rejected: Rejected = new Map();
  let count = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rejectedCount = countOf(rejected);
    const done = apply(current, safeFixes(current, rejected, codes), rejected, opened);
    if (done !== undefined) {
      count += done.count;
      patchwork.apply(done.edits);
      current = done.after;
      // A fix with side effects in an earlier round may have none in the next one.
      rejected.clear();
    } else if (countOf(rejected) === rejectedCount) break;
  }
  return { text: current.transcript.getText(), edits: patchwork.edits(), count };
}

const countOf = (rejected: Rejected) => [...rejected.values()].reduce((sum, { size }) => sum + size, 0);

/**
 * Chooses safe fixes that do not overlap. At most one is chosen per block and round, because a fix can change the text that the next one
 * would edit.
 */
function safeFixes(
  { transcript, checker }: Subject,
  rejected: Rejected,
  codes: ReadonlySet<string> | undefined,
): Chosen[] {
  const touched = new Set<unknown>();
  const tried = new Map<Block, number>();
  const chosen: Chosen[] = [];
  for (const placed of checker.problems(Number.POSITIVE_INFINITY).problems) {
    if (codes && !codes.has(placed.problem.code)) continue;
    const times = (tried.get(placed.block) ?? 0) + 1;
    if (touched.has(placed.block) || times > MAX_TRIES) continue;
    if (rejected.get(placed.block.text)?.has(keyOf(placed))) continue;
    tried.set(placed.block, times);
    const fix = proposalsOf(placed.problem, placed.block, checker.context).find(({ safe }) => safe);
    if (fix === undefined) continue;
    const blocks = [placed.block, ...fix.edits.flatMap(({ block }) => block ?? [])];
    if (blocks.some((block) => touched.has(block))) continue;
    for (const block of blocks) touched.add(block);
    chosen.push({ placed, fix, problem: placed.problem, edits: placeEdits(fix, placed.block, transcript) });
  }
  return chosen;
}

/** The fixes that failed. They are stored by the text of their block, because each round creates new block objects. */
type Rejected = Map<string, Set<string>>;

/** Identifies a fix in its block. */
const keyOf = ({ problem }: LocatedProblem) => `${problem.code} ${problem.start}`;

function reject(rejected: Rejected, placed: LocatedProblem): void {
  const { text } = placed.block;
  rejected.set(text, (rejected.get(text) ?? new Set()).add(keyOf(placed)));
}

/**
 * Applies fixes together, so that each message is parsed only once, and proves them together. If the proof fails, the suspected fixes are
 * proven one by one, and those that fail are rejected. Returns undefined if no fix is left.
 */
function apply(
  current: Subject,
  chosen: readonly Chosen[],
  rejected: Rejected,
  opened: (text: string) => Subject,
): Round | undefined {
  const text = current.transcript.getText();
  let candidates = chosen;
  for (let attempt = 0; candidates.length > 0 && attempt < MAX_ATTEMPTS; attempt++) {
    const edits = candidates.flatMap((one) => one.edits).sort((a, b) => a.start - b.start);
    const after = opened(applyEdits(text, edits));
    const outcome = outcomeBetween(current, after, edits);
    if (areSafe(candidates, outcome)) return { after, edits, count: candidates.length };
    candidates = without(current, candidates, outcome, rejected);
  }
  return undefined;
}

/** The fixes without those that fail on their own. If the suspected fixes fail only together, all of them except the first are removed. */
function without(current: Subject, chosen: readonly Chosen[], { places }: Outcome, rejected: Rejected): Chosen[] {
  const near = chosen.filter(({ edits }) => edits.some((edit) => meets(places, edit)));
  const suspects = near.length > 0 ? near : chosen;
  const failing = suspects.filter(({ fix, problem, edits }) => !areSafe([{ fix, problem }], prove(current, edits)));
  for (const { placed } of failing) reject(rejected, placed);
  const dropped = new Set(failing.length > 0 ? failing : suspects.slice(1));
  return dropped.size > 0 ? chosen.filter((one) => !dropped.has(one)) : [];
}
