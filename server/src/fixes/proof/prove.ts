/** What a fix would do: tried on the blocks that it touches, and judged before it is offered. */

import { Checker, type Placed } from '../../checker/checker.ts';
import { userRole } from '../../grammar/index.ts';
import type { NewlySeen } from '../../model/visibility/seen.ts';
import { dependsOnNext } from '../../model/visibility/verdict.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { type Block, sameBlock } from '../../syntax/block.ts';
import { detectAfter } from '../../syntax/dialect.ts';
import { type Rescanned, rescan, type TextEdit } from '../../syntax/rescan.ts';
import type { Span } from '../../syntax/span.ts';
import { Transcript } from '../../syntax/transcript.ts';
import type { Fix } from '../fix.ts';
import { proposalsOf } from '../index.ts';
import { hides } from './hides.ts';
import { applyEdits, meets, placeEdits, type Replacement } from './replacement.ts';
import { othersStay, type Said, saidIn, sameBodies, sameSpeakers } from './said.ts';
import { type Excerpt, type Revealed, revealedIn } from './stretches.ts';

/** A document, and what checks it. */
export interface Subject {
  readonly transcript: Transcript;
  readonly checker: Checker;
}

/** What a change would do. */
export interface Outcome {
  /** What users would see that they do not see now. */
  readonly reveals: readonly NewlySeen[];
  /** Where they do, in the document before the change. */
  readonly places: readonly Span[];
  /** How many problems of each code would come; below zero, how many would go. */
  readonly change: ReadonlyMap<string, number>;
  /** The problems that would go, and those that would come, by code and message. */
  readonly told: ReadonlyMap<string, number>;
  /** Bodies would be others. */
  readonly changesBody: boolean;
  /** So would those of messages that contain neither an edit nor the problem. */
  readonly changesOthers: boolean;
  /** Somebody else would say what is said, or on another channel; or more would be said. */
  readonly changesMeaning: boolean;
}

/**
 * How much may yet be read to prove fixes (UTF-16 units): a message is read again for each of its fixes, and a long one can
 * have thousands.
 */
export interface Effort {
  left: number;
}

/** What an answer to an editor takes, at most. */
export const effort = (): Effort => ({ left: 1_000_000 });

/** The fixes of a problem as they may be offered: those that do what a fix must. The preferred one is first. */
export function fixesOf(
  { problem, block }: Pick<Placed, 'problem' | 'block'>,
  subject: Subject,
  effort?: Effort,
): Fix[] {
  const proposals = proposalsOf(problem, block, subject.checker.context);
  return inOrder(proposals.flatMap((fix) => proven(fix, block, subject, problem, effort) ?? []));
}

/** A proposal as it may be offered, or undefined. `problem`: what it is for, if it is for one. */
export function proven(fix: Fix, block: Block, subject: Subject, problem?: Problem, effort?: Effort): Fix | undefined {
  return judged(fix, prove(subject, placeEdits(fix, block, subject.transcript), effort, block), problem);
}

export function inOrder(fixes: readonly Fix[]): Fix[] {
  return [...fixes].sort((a, b) => Number(b.preferred ?? false) - Number(a.preferred ?? false));
}

/**
 * A fix is proven if it fixes its problem, causes none except those that this one hid, and changes no bodies except those
 * that it is for. It is safe if, in addition, it reveals no other problem and no meaning changes.
 */
export function judged(fix: Fix, outcome: Outcome | undefined, problem?: Problem): Fix | undefined {
  if (outcome === undefined) return announced(fix, undefined);
  const { change, changesBody, changesOthers, changesMeaning, reveals } = outcome;
  if (changesOthers || (changesBody && !fix.changesBody)) return undefined;
  if (problem && !isGone(problem, outcome)) return undefined;
  const come = [...change].filter(([, count]) => count > 0);
  if (!come.every(([code]) => problem && hides(problem, code))) return undefined;
  const safe = fix.safe === true && come.length === 0 && !changesMeaning;
  return announced(safe === (fix.safe ?? false) ? fix : { ...fix, safe }, reveals);
}

/** Whether there is one problem fewer of its code, or, if it can hide others of that code, one fewer with its message. */
function isGone(problem: Problem, { change, told }: Outcome): boolean {
  if ((change.get(problem.code) ?? 0) < 0) return true;
  return hides(problem, problem.code) && (told.get(wordsOf(problem)) ?? 0) < 0;
}

/** A fix, and the problem that it is for. */
export interface Proposed {
  readonly fix: Fix;
  readonly problem: Problem;
}

/** Whether fixes that were applied together are safe: each would be safe on its own, and every problem is gone. */
export function areSafe(fixes: readonly Proposed[], outcome: Outcome | undefined): boolean {
  const left = new Map(outcome?.change);
  for (const { problem } of fixes) left.set(problem.code, (left.get(problem.code) ?? 0) + 1);
  return (
    fixes.every(({ fix, problem }) => judged(fix, outcome, problem)?.safe) &&
    [...left.values()].every((count) => count <= 0)
  );
}

/** A fix that says what it reveals. Such a one is never safe, and preferred only if all it shows are a user's own messages. */
function announced(fix: Fix, reveals: readonly NewlySeen[] | undefined): Fix {
  if (reveals?.length === 0) return fix;
  const preferred = fix.preferred === true && reveals?.every(({ role, whole }) => role === userRole && whole) === true;
  const shows = reveals === undefined ? 'may show it to users' : 'shows it to users';
  return { ...fix, title: `${fix.title} (${shows})`, preferred, safe: false, proposed: fix };
}

/** No copy is made of a longer document, to try something on (UTF-16 units). */
export const longestCopy = 1_000_000;

/**
 * What edits, in order and apart, would do to a transcript; undefined where that would take too long to find out. `own`: the
 * block that they are for.
 */
export function prove(
  subject: Subject,
  edits: readonly Replacement[],
  effort?: Effort,
  own?: Block,
): Outcome | undefined {
  if (effort && effort.left <= 0) return undefined;
  const { transcript, checker } = subject;
  const exchanges = exchangesOf(transcript, edits);
  if (exchanges === undefined) return transcript.length > longestCopy ? undefined : copied(subject, edits, effort, own);
  if (effort) {
    const reach = checker.reach(exchanges);
    effort.left -= exchanges.reduce((sum, { blocks }) => sum + lengthOf(blocks), reach * perMessage);
    if (reach > longestReach) return undefined;
  }
  return tried(subject, exchanges, edits, own);
}

/** The assumed cost of checking a message again that shares an id, or the like, with a changed one (UTF-16 units). */
const perMessage = 100;
/** Where more messages are checked again for one edit, an answer to an editor does not wait for it. */
const longestReach = 5000;

/** The blocks that edits exchange; undefined where the whole document would be read otherwise. */
function exchangesOf(transcript: Transcript, edits: readonly Replacement[]): readonly Rescanned[] | undefined {
  const { blocks, family, choice, header } = transcript;
  const exchanges = rescan(blocks, edits, family);
  const detected = exchanges && detectAfter(blocks, exchanges, choice, family);
  return detected?.family === family && isSameHeader(detected.header, header) ? exchanges : undefined;
}

/** What edits do, on the blocks that they touch. */
function tried(
  { transcript, checker }: Subject,
  exchanges: readonly Rescanned[],
  edits: readonly Replacement[],
  own?: Block,
): Outcome {
  const { blocks, choice } = transcript;
  const groups = groupsOf(exchanges);
  const revealed = groups.flatMap(({ from: first, to, blocks: come, edits }) => {
    // Includes the block after it, since text before a message can hide it, and blocks that depend on it.
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
  const said = groups.map(({ from, to, blocks: fresh }) => ({
    before: saidIn(blocks.slice(from, to), startOf(blocks.at(from), transcript)),
    after: saidIn(fresh),
  }));
  const meant = meantBy(edits, own, transcript);
  const { before, after } = checker.try(exchanges);
  return {
    ...shownIn(revealed),
    ...changeBetween(before, after),
    changesBody: said.some(({ before, after }) => !sameBodies(before, after)),
    changesOthers: said.some(({ before, after }) => !othersStay(before, after, meant)),
    changesMeaning: said.some(({ before, after }) => !sameSpeakers(before, after)),
  };
}

const shownIn = (revealed: readonly Revealed[]) => ({
  reveals: revealed.flatMap(({ seen }) => seen),
  places: revealed.map(({ old }) => old),
});

const isSameHeader = (a: Block | undefined, b: Block | undefined) =>
  a === b || (a !== undefined && b !== undefined && sameBlock(a, b));

const lengthOf = (blocks: readonly Block[]) => blocks.reduce((sum, { text }) => sum + text.length, 0);

/** Exchanges that follow one another without a block between them, as one. */
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

/** What edits do, on a copy of the document. */
function copied(subject: Subject, edits: readonly Replacement[], effort?: Effort, own?: Block): Outcome {
  const { uri, languageId, version, choice } = subject.transcript;
  if (effort) effort.left -= subject.transcript.length;
  const text = applyEdits(subject.transcript.getText(), edits);
  const after = new Transcript(uri, languageId, version, text, choice);
  const now = { transcript: after, checker: new Checker(after, subject.checker.settings) };
  return outcomeBetween(subject, now, edits, own);
}

/** What edits did that lead from one state of a document to another. */
export function outcomeBetween(before: Subject, after: Subject, edits: readonly Replacement[], own?: Block): Outcome {
  const [old, now] = [saidBy(before), saidBy(after)];
  return {
    ...shownIn(revealedIn(whole(before.transcript), whole(after.transcript), 0, edits)),
    ...changeBetween(problemsOf(before), problemsOf(after)),
    changesBody: !sameBodies(old, now),
    changesOthers: !othersStay(old, now, meantBy(edits, own, before.transcript)),
    changesMeaning: !sameSpeakers(old, now),
  };
}

/** Tells whether a change is for what is somewhere: an edit is in it, and not only next to it, or it is `own`. */
function meantBy(edits: readonly Replacement[], own: Block | undefined, { blocks }: Transcript) {
  const ownStart = own && blocks.placeOf(own)?.start;
  return ({ start, end }: Span) => start === ownStart || meets(edits, { start: start + 1, end: end - 1 });
}

const startOf = (block: Block | undefined, { blocks }: Transcript) => (block && blocks.placeOf(block)?.start) ?? 0;

const saidBy = ({ transcript }: Subject): Said[] => saidIn(transcript.blocks);

const problemsOf = ({ checker }: Subject): Problem[] =>
  checker.problems(Number.POSITIVE_INFINITY).problems.map(({ problem }) => problem);

/** What there is of problems after a change that was not there before: how many of each code, and in which words. */
export function changeBetween(before: readonly Problem[], after: readonly Problem[]): Pick<Outcome, 'change' | 'told'> {
  const change = new Map<string, number>();
  const told = new Map<string, number>();
  const count = (problem: Problem, by: number) => {
    change.set(problem.code, (change.get(problem.code) ?? 0) + by);
    told.set(wordsOf(problem), (told.get(wordsOf(problem)) ?? 0) + by);
  };
  for (const problem of before) count(problem, -1);
  for (const problem of after) count(problem, 1);
  return { change, told };
}

const wordsOf = ({ code, message }: Problem) => `${code} ${message}`;

const whole = (transcript: Transcript): Excerpt => ({
  blocks: transcript.blocks.slice(),
  before: undefined,
  isEnd: true,
  marks: transcript.choice,
});
