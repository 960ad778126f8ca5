/** What a fix would do: tried on the blocks that it touches, and judged before it is offered. */
import { Checker, type Placed } from '../../checker/checker.ts';
import type { NewlySeen } from '../../model/visibility/seen.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { type Block, sameBlock } from '../../syntax/block.ts';
import { detectAfter } from '../../syntax/dialect.ts';
import { type Rescanned, rescan, type TextEdit } from '../../syntax/rescan.ts';
import type { Span } from '../../syntax/span.ts';
import { Transcript } from '../../syntax/transcript.ts';
import type { Fix } from '../fix.ts';
import { proposalsOf } from '../index.ts';
import { hides } from './hides.ts';
import { applyEdits, placeEdits, type Replacement } from './replacement.ts';
import { type Said, saidIn, sameBodies, sameSpeakers } from './said.ts';
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
  /** Bodies would be others. */
  readonly changesBody: boolean;
  /** Somebody else would say what is said, or on another channel. */
  readonly changesSpeaker: boolean;
}

/**
 * How much may yet be read to prove fixes (UTF-16 units): a message is read anew for each of its fixes, and a long one can
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
  return judged(fix, prove(subject, placeEdits(fix, block, subject.transcript), effort), problem);
}

export function inOrder(fixes: readonly Fix[]): Fix[] {
  return [...fixes].sort((a, b) => Number(b.preferred ?? false) - Number(a.preferred ?? false));
}

/**
 * A fix that mends its problem, brings none but what that hid, and leaves bodies alone unless it is for them. Safe is one
 * that brings nothing to light, and leaves all as it was.
 */
export function judged(fix: Fix, outcome: Outcome | undefined, problem?: Problem): Fix | undefined {
  if (outcome === undefined) return announced(fix, undefined);
  const { change, changesBody, changesSpeaker, reveals } = outcome;
  if (changesBody && !fix.changesBody) return undefined;
  if (problem && (change.get(problem.code) ?? 0) >= 0) return undefined;
  const come = [...change].filter(([, count]) => count > 0);
  if (!come.every(([code]) => problem && hides(problem, code))) return undefined;
  const safe = fix.safe === true && come.length === 0 && !changesSpeaker;
  return announced(safe === (fix.safe ?? false) ? fix : { ...fix, safe }, reveals);
}

/** A fix that says what it reveals. Such a one is never safe, and preferred only if all it shows are a user's own messages. */
export function announced(fix: Fix, reveals: readonly NewlySeen[] | undefined): Fix {
  if (reveals?.length === 0) return fix;
  const preferred = fix.preferred === true && reveals?.every(({ role, whole }) => role === 'user' && whole) === true;
  const and = fix.title.includes(',') ? ', and' : ' and';
  const show = reveals === undefined ? 'possibly show' : 'show';
  return { ...fix, title: `${fix.title}${and} ${show} it to the user`, preferred, safe: false };
}

/** No copy is made of a longer document, to try something on (UTF-16 units). */
export const longestCopy = 1_000_000;

/** What edits, in order and apart, would do to a transcript; undefined where that would take too long to find out. */
export function prove(subject: Subject, edits: readonly Replacement[], effort?: Effort): Outcome | undefined {
  if (effort && effort.left <= 0) return undefined;
  const { transcript } = subject;
  return (
    tried(subject, edits, effort) ?? (transcript.length > longestCopy ? undefined : copied(subject, edits, effort))
  );
}

/** What edits do, on the blocks that they touch; undefined where the whole document would be read otherwise. */
function tried({ transcript, checker }: Subject, edits: readonly Replacement[], effort?: Effort): Outcome | undefined {
  const { blocks, family, choice } = transcript;
  const exchanges = rescan(blocks, edits, family);
  const detected = exchanges && detectAfter(blocks, exchanges, choice, family);
  if (exchanges === undefined || detected?.family !== family || !isSameHeader(detected.header, transcript.header))
    return undefined;
  const groups = groupsOf(exchanges);
  if (effort) for (const { blocks } of groups) effort.left -= lengthOf(blocks);
  const revealed = groups.flatMap(({ from, to, blocks: fresh, edits }) => {
    // With the block behind it: what comes before a message can hide it.
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
    before: saidIn(blocks.slice(from, to)),
    after: saidIn(fresh),
  }));
  const { before, after } = checker.try(exchanges);
  return {
    ...shownIn(revealed),
    change: changeBetween(before, after),
    changesBody: said.some(({ before, after }) => !sameBodies(before, after)),
    changesSpeaker: said.some(({ before, after }) => !sameSpeakers(before, after)),
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
function copied(subject: Subject, edits: readonly Replacement[], effort?: Effort): Outcome {
  const { uri, languageId, version, choice } = subject.transcript;
  if (effort) effort.left -= subject.transcript.length;
  const text = applyEdits(subject.transcript.getText(), edits);
  const after = new Transcript(uri, languageId, version, text, choice);
  return outcomeBetween(subject, { transcript: after, checker: new Checker(after, subject.checker.settings) }, edits);
}

/** What edits did that lead from one state of a document to another. */
export function outcomeBetween(before: Subject, after: Subject, edits: readonly Replacement[]): Outcome {
  const [old, now] = [saidBy(before), saidBy(after)];
  return {
    ...shownIn(revealedIn(whole(before.transcript), whole(after.transcript), 0, edits)),
    change: changeBetween(problemsOf(before), problemsOf(after)),
    changesBody: !sameBodies(old, now),
    changesSpeaker: !sameSpeakers(old, now),
  };
}

const saidBy = ({ transcript }: Subject): Said[] => saidIn(transcript.blocks);

const problemsOf = ({ checker }: Subject): Problem[] =>
  checker.problems(Number.POSITIVE_INFINITY).problems.map(({ problem }) => problem);

function changeBetween(before: readonly Problem[], after: readonly Problem[]): Map<string, number> {
  const change = new Map<string, number>();
  for (const { code } of before) change.set(code, (change.get(code) ?? 0) - 1);
  for (const { code } of after) change.set(code, (change.get(code) ?? 0) + 1);
  return change;
}

const whole = (transcript: Transcript): Excerpt => ({
  blocks: transcript.blocks.slice(),
  before: undefined,
  isEnd: true,
  marks: transcript.choice,
});
