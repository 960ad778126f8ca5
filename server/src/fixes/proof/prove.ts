/** Determines the effect of a fix before it is offered, by trying it on the blocks that it changes. */

import { Checker, type LocatedProblem } from '../../checker/checker.ts';
import { userRole } from '../../grammar/index.ts';
import { dependsOnNext } from '../../model/visibility/verdict.ts';
import type { NewlySeen } from '../../model/visibility/visible-text.ts';
import type { Context, Problem } from '../../rules/support/rule.ts';
import { type Block, sameBlock } from '../../syntax/block.ts';
import { detectAfter } from '../../syntax/dialect.ts';
import { type Rescanned, rescan, type TextEdit } from '../../syntax/rescan.ts';
import type { Span } from '../../syntax/span.ts';
import { isCertain } from '../../syntax/text-kind.ts';
import { Transcript } from '../../syntax/transcript.ts';
import type { Fix } from '../fix.ts';
import { proposalsOf } from '../index.ts';
import { mayUnmask } from './hides.ts';
import { type MessageSnapshot, othersStay, saidIn, sameBodies, sameSpeakers } from './message-snapshot.ts';
import { applyEdits, meets, placeEdits, type Replacement } from './replacement.ts';
import { type Excerpt, type Revealed, revealedIn } from './stretches.ts';

export interface Subject {
  readonly transcript: Transcript;
  readonly checker: Checker;
}

export interface Outcome {
  /** The text that users see only after the change. */
  readonly reveals: readonly NewlySeen[];
  /** The locations of that text in the document before the change. */
  readonly places: readonly Span[];
  /** The number of new problems with each code. It is negative if there are fewer than before. */
  readonly change: ReadonlyMap<string, number>;
  /** The number of new problems with the same code and message as `problem`. It is negative if there are fewer than before. */
  changeOf(problem: Problem): number;
  readonly changesBody: boolean;
  /** Whether bodies change in messages that contain neither an edit nor the problem. */
  readonly changesOthers: boolean;
  /** Whether a speaker or a channel changes, or content is added or lost. */
  readonly changesMeaning: boolean;
}

/**
 * The amount of text that may still be read to prove fixes (UTF-16 units). It is limited because a message is parsed again for each of its
 * fixes, and a long message can have thousands of them.
 */
export interface Effort {
  left: number;
}

/** The effort that may be spent on one answer to an editor. */
export const effort = (): Effort => ({ left: 500_000 });

/** The fixes of a problem that may be offered, because they pass the proof. The preferred one comes first. */
export function fixesOf(
  { problem, block }: Pick<LocatedProblem, 'problem' | 'block'>,
  subject: Subject,
  effort?: Effort,
): Fix[] {
  const proposals = proposalsOf(problem, block, subject.checker.context);
  return inOrder(proposals.flatMap((fix) => validateFix(fix, block, subject, problem, effort) ?? []));
}

/** The fix, if it may be offered; otherwise undefined. `problem`: the problem that it should fix, if any. */
export function validateFix(
  fix: Fix,
  block: Block,
  subject: Subject,
  problem?: Problem,
  effort?: Effort,
): Fix | undefined {
  const { transcript } = subject;
  const evaluatedFix = evaluateFix(fix, prove(subject, placeEdits(fix, block, transcript), effort, block), problem);
  return evaluatedFix?.safe && !isCertain(transcript) ? { ...evaluatedFix, safe: false } : evaluatedFix;
}

export function inOrder(fixes: readonly Fix[]): Fix[] {
  return [...fixes].sort((a, b) => Number(b.preferred ?? false) - Number(a.preferred ?? false));
}

/**
 * The fix if it is proven; otherwise undefined. A fix is proven if it removes its problem, causes no problems except those that its problem
 * hid, and changes no bodies except the intended ones. It is safe if, in addition, no hidden problem appears and no meaning changes.
 */
export function evaluateFix(fix: Fix, outcome: Outcome | undefined, problem?: Problem): Fix | undefined {
  if (outcome === undefined) return announced(fix, undefined);
  const { change, changesBody, changesOthers, changesMeaning, reveals } = outcome;
  if (changesOthers || (changesBody && !fix.changesBody)) return undefined;
  if (problem && !isGone(problem, outcome)) return undefined;
  const come = [...change].filter(([, count]) => count > 0);
  if (!come.every(([code]) => problem && mayUnmask(problem, code))) return undefined;
  const safe = fix.safe === true && come.length === 0 && !changesMeaning;
  return announced(safe === (fix.safe ?? false) ? fix : { ...fix, safe }, reveals);
}

/**
 * Whether a problem is gone, which means that fewer problems have its code. If it can hide others with that code, it is enough that fewer
 * problems have its message.
 */
function isGone(problem: Problem, outcome: Outcome): boolean {
  if ((outcome.change.get(problem.code) ?? 0) < 0) return true;
  return mayUnmask(problem, problem.code) && outcome.changeOf(problem) < 0;
}

export interface Proposed {
  readonly fix: Fix;
  readonly problem: Problem;
}

/** Whether fixes that were applied together are safe: each of them would be safe on its own, and all their problems are gone. */
export function areSafe(fixes: readonly Proposed[], outcome: Outcome | undefined): boolean {
  const countByCode = new Map(outcome?.change);
  for (const { problem } of fixes) countByCode.set(problem.code, (countByCode.get(problem.code) ?? 0) + 1);
  return (
    fixes.every(({ fix, problem }) => evaluateFix(fix, outcome, problem)?.safe) &&
    [...countByCode.values()].every((count) => count <= 0)
  );
}

/** A fix whose title says that it shows hidden text. It is never safe, and only preferred if it shows nothing but user messages. */
function announced(fix: Fix, reveals: readonly NewlySeen[] | undefined): Fix {
  if (reveals?.length === 0) return fix;
  const preferred = fix.preferred === true && reveals?.every(({ role, whole }) => role === userRole && whole) === true;
  const shows = reveals === undefined ? 'may show hidden text to users' : 'shows hidden text to users';
  return { ...fix, title: `${fix.title} (${shows})`, preferred, safe: false, proposed: fix };
}

/** The maximum length of a document that is copied to try an edit (UTF-16 units). */
export const MAX_COPY_LENGTH = 1_000_000;

/**
 * The effect of edits on a transcript. Undefined if computing it would take too long. The edits must be in order and must not overlap.
 * `block`: the block to be fixed.
 */
export function prove(
  subject: Subject,
  edits: readonly Replacement[],
  effort?: Effort,
  block?: Block,
): Outcome | undefined {
  if (effort && effort.left <= 0) return undefined;
  const { transcript, checker } = subject;
  const exchanges = exchangesOf(transcript, edits);
  if (exchanges === undefined)
    return transcript.length > MAX_COPY_LENGTH ? undefined : copied(subject, edits, effort, block);
  if (effort) {
    const reach = checker.reach(exchanges);
    effort.left -= exchanges.reduce((sum, { blocks }) => sum + lengthOf(blocks), reach * perMessage);
    if (reach > MAX_REACH_LENGTH) return undefined;
  }
  return tried(subject, exchanges, edits, block);
}

/** The assumed cost of checking another message again, for example because it shares an id with a changed one (UTF-16 units). */
const perMessage = 100;
/** The maximum number of messages that are checked again for one edit. With more, an answer to an editor would take too long. */
const MAX_REACH_LENGTH = 5000;

/** The blocks that edits replace. Undefined if the edits change how the whole document is read. */
function exchangesOf(transcript: Transcript, edits: readonly Replacement[]): readonly Rescanned[] | undefined {
  const { blocks, family, choice, header } = transcript;
  const exchanges = rescan(blocks, edits, family);
  if (exchanges && mayTurn(transcript, exchanges)) return undefined;
  const detected = exchanges && detectAfter(blocks, exchanges, choice, family);
  return detected?.family === family && isSameHeader(detected.header, header) ? exchanges : undefined;
}

/** The effect of edits, computed from the blocks that they touch. */
function tried(
  { transcript, checker }: Subject,
  exchanges: readonly Rescanned[],
  edits: readonly Replacement[],
  block?: Block,
): Outcome {
  const { blocks, choice } = transcript;
  const groups = groupsOf(exchanges);
  const revealed = groups.flatMap(({ from: first, to, blocks: come, edits }) => {
    // The block after the changed ones is included, because text before a message can hide it. So is the block before them, if it depends
    // on the next one.
    const previous = first > 0 ? blocks.at(first - 1) : undefined;
    const lead = previous && dependsOnNext(previous) ? [previous] : [];
    const from = first - lead.length;
    const fresh = [...lead, ...come];
    const old = blocks.slice(from, to + 1);
    const shared = {
      before: from > 0 ? blocks.at(from - 1) : undefined,
      isEnd: to >= blocks.length - 1,
      marks: choice,
    };
    const start = (old[0] && blocks.placeOf(old[0])?.start) ?? 0;
    const after = [...fresh, ...blocks.slice(to, to + 1)];
    return revealedIn({ ...shared, blocks: old }, { ...shared, blocks: after }, start, edits);
  });
  const snapshots = groups.map(({ from, to, blocks: fresh }) => ({
    before: saidIn(blocks.slice(from, to), startOf(blocks.at(from), transcript)),
    after: saidIn(fresh),
  }));
  const isMeant = meantBy(edits, block, transcript);
  const { before, after } = checker.try(exchanges);
  return {
    ...shownIn(revealed),
    ...changeBetween(before, after),
    changesBody: snapshots.some(({ before, after }) => !sameBodies(before, after)),
    changesOthers: snapshots.some(({ before, after }) => !othersStay(before, after, isMeant)),
    changesMeaning: snapshots.some(({ before, after }) => !sameSpeakers(before, after)),
  };
}

const shownIn = (revealed: readonly Revealed[]) => ({
  reveals: revealed.flatMap(({ seen }) => seen),
  places: revealed.map(({ old }) => old),
});

/** Whether a text may become a transcript, or stop being one. This is only possible in a document with very few blocks. */
const mayTurn = ({ blocks, choice }: Transcript, exchanges: readonly Rescanned[]): boolean =>
  choice.doubtful === true &&
  (blocks.length <= 2 ||
    exchanges.reduce((sum, { from, to, blocks }) => sum + blocks.length - (to - from), blocks.length) <= 2);

const isSameHeader = (a: Block | undefined, b: Block | undefined) =>
  a === b || (a !== undefined && b !== undefined && sameBlock(a, b));

const lengthOf = (blocks: readonly Block[]) => blocks.reduce((sum, { text }) => sum + text.length, 0);

/** Merges exchanges that directly follow each other. */
function groupsOf(exchanges: readonly Rescanned[]): Rescanned[] {
  const groups: { readonly from: number; to: number; readonly blocks: Block[]; readonly edits: TextEdit[] }[] = [];
  for (const { from, to, blocks, edits } of exchanges) {
    let group = groups.at(-1);
    if (group?.to !== from) groups.push((group = { from, to, blocks: [], edits: [] }));
    group.to = to;
    for (const block of blocks) group.blocks.push(block);
    for (const edit of edits) group.edits.push(edit);
  }
  return groups;
}

/** The effect of edits, computed on a copy of the document. */
function copied(subject: Subject, edits: readonly Replacement[], effort?: Effort, block?: Block): Outcome {
  const { uri, languageId, version, choice } = subject.transcript;
  if (effort) effort.left -= subject.transcript.length;
  const text = applyEdits(subject.transcript.getText(), edits);
  const after = new Transcript(uri, languageId, version, text, choice);
  const now = { transcript: after, checker: new Checker(after, subject.checker.settings) };
  return outcomeBetween(subject, now, edits, block);
}

/** The effect of edits, computed by comparing the document before and after them. */
export function outcomeBetween(before: Subject, after: Subject, edits: readonly Replacement[], block?: Block): Outcome {
  const [old, now] = [wholeOf(before), wholeOf(after)];
  return {
    ...shownIn(revealedIn(whole(before.transcript), whole(after.transcript), 0, edits)),
    ...changeBetween(old.problems, now.problems),
    changesBody: !sameBodies(old.said, now.said),
    changesOthers: !othersStay(old.said, now.said, meantBy(edits, block, before.transcript)),
    changesMeaning: !sameSpeakers(old.said, now.said),
  };
}

/**
 * Returns a function that tests whether a message is a target of the change. A message is a target if it is `block`, or if an edit reaches
 * into its block.
 */
function meantBy(edits: readonly Replacement[], block: Block | undefined, { blocks }: Transcript) {
  const ownStart = block && blocks.placeOf(block)?.start;
  return ({ start, end }: Span) => start === ownStart || meets(edits, { start: start + 1, end: end - 1 });
}

const startOf = (block: Block | undefined, { blocks }: Transcript) => (block && blocks.placeOf(block)?.start) ?? 0;

/** The messages of a document and its problems. */
interface Whole {
  readonly revision: number;
  readonly said: readonly MessageSnapshot[];
  readonly problems: readonly Problem[];
}

/** Cached as long as the document is unchanged, because the effect of each fix is compared with the same facts. */
const wholes = new WeakMap<Context, Whole>();

function wholeOf({ transcript, checker }: Subject): Whole {
  const { blocks } = transcript;
  const cachedWhole = wholes.get(checker.context);
  if (cachedWhole?.revision === blocks.revision) return cachedWhole;
  const problems = checker.problems(Number.POSITIVE_INFINITY).problems.map(({ problem }) => problem);
  const freshWhole = { revision: blocks.revision, said: saidIn(blocks), problems };
  wholes.set(checker.context, freshWhole);
  return freshWhole;
}

/**
 * The change in the number of problems with each code. Their messages are only compared on request, which is rare, because there can be
 * tens of thousands.
 */
export function changeBetween(
  before: readonly Problem[],
  after: readonly Problem[],
): Pick<Outcome, 'change' | 'changeOf'> {
  const change = new Map<string, number>();
  for (const { code } of before) change.set(code, (change.get(code) ?? 0) - 1);
  for (const { code } of after) change.set(code, (change.get(code) ?? 0) + 1);
  const countOf = (problems: readonly Problem[], { code, message }: Problem) =>
    problems.reduce((sum, one) => (one.code === code && one.message === message ? sum + 1 : sum), 0);
  return { change, changeOf: (problem) => countOf(after, problem) - countOf(before, problem) };
}

const whole = (transcript: Transcript): Excerpt => ({
  blocks: transcript.blocks.slice(),
  before: undefined,
  isEnd: true,
  marks: transcript.choice,
});
