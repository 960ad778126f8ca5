/** What a fix would do to what users see: tried on the blocks that it touches, and told in the fix. */
import { readingOf } from '../../model/reading.ts';
import type { NewlySeen } from '../../model/visibility/seen.ts';
import { dependsOnNext } from '../../model/visibility/verdict.ts';
import type { Context, Problem } from '../../rules/support/rule.ts';
import type { Block } from '../../syntax/block.ts';
import { detectAfter } from '../../syntax/dialect.ts';
import { type Rescanned, rescan, type TextEdit } from '../../syntax/rescan.ts';
import { Transcript } from '../../syntax/transcript.ts';
import type { Fix } from '../fix.ts';
import { proposalsOf } from '../index.ts';
import { applyEdits, placeEdits, type Replacement } from './replacement.ts';
import { type Excerpt, type Revealed, revealedIn } from './stretches.ts';

/** What a change would do, besides what it is for. */
export interface Outcome {
  /** What users would see that they do not see now; undefined where that would take too long to find out. */
  readonly reveals: readonly NewlySeen[] | undefined;
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

/** The fixes of a problem as they may be offered: those that reveal say so. The preferred one is first. */
export function fixesOf(
  problem: Problem,
  block: Block,
  context: Context,
  transcript: Transcript,
  effort?: Effort,
): Fix[] {
  return inOrder(proposalsOf(problem, block, context).map((fix) => proven(fix, block, transcript, effort)));
}

export function proven(fix: Fix, block: Block, transcript: Transcript, effort?: Effort): Fix {
  return announced(fix, prove(transcript, placeEdits(fix, block, transcript), effort));
}

export function inOrder(fixes: readonly Fix[]): Fix[] {
  return [...fixes].sort((a, b) => Number(b.preferred ?? false) - Number(a.preferred ?? false));
}

/** A fix that says what it reveals. Such a one is never safe, and preferred only if all it shows are a user's own messages. */
export function announced(fix: Fix, { reveals }: Outcome): Fix {
  if (reveals?.length === 0) return fix;
  const preferred = fix.preferred === true && reveals?.every(({ role, whole }) => role === 'user' && whole) === true;
  const and = fix.title.includes(',') ? ', and' : ' and';
  const show = reveals === undefined ? 'possibly show' : 'show';
  return { ...fix, title: `${fix.title}${and} ${show} it to the user`, preferred, safe: false };
}

/** No copy is made of a longer document, to try something on (UTF-16 units). */
export const longestCopy = 1_000_000;

/** What edits, in order and apart, would do to a transcript. */
export function prove(transcript: Transcript, edits: readonly Replacement[], effort?: Effort): Outcome {
  if (effort && effort.left <= 0) return { reveals: undefined };
  const revealed =
    tried(transcript, edits, effort) ??
    (transcript.length > longestCopy ? undefined : copied(transcript, edits, effort));
  return { reveals: revealed?.flatMap(({ seen }) => seen) };
}

/** What edits reveal, on the blocks that they touch; undefined where the whole document would be read otherwise. */
function tried(transcript: Transcript, edits: readonly Replacement[], effort?: Effort): Revealed[] | undefined {
  const { blocks, family, choice } = transcript;
  const exchanges = rescan(blocks, edits, family);
  const detected = exchanges && detectAfter(blocks, exchanges, choice, family);
  if (exchanges === undefined || detected?.family !== family) return undefined;
  const reading = readingOf(transcript);
  return groupsOf(exchanges).flatMap((group) => {
    const { to, edits } = group;
    // With the block after it: what comes before a message can hide it. So can what follows one, if that depends on it.
    const previous = group.from > 0 ? blocks.at(group.from - 1) : undefined;
    const lead = previous && dependsOnNext(previous) ? [previous] : [];
    const from = group.from - lead.length;
    const old = blocks.slice(from, to + 1);
    const shared = { before: from > 0 ? blocks.at(from - 1) : undefined, isEnd: to >= blocks.length - 1, reading };
    const fresh = [...lead, ...group.blocks, ...blocks.slice(to, to + 1)];
    if (effort) effort.left -= lengthOf(fresh);
    const start = (old[0] && blocks.placeOf(old[0])?.start) ?? 0;
    return revealedIn({ ...shared, blocks: old }, { ...shared, blocks: fresh }, start, edits);
  });
}

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

/** What edits reveal, on a copy of the document. */
function copied(transcript: Transcript, edits: readonly Replacement[], effort?: Effort): Revealed[] {
  if (effort) effort.left -= transcript.length;
  const { uri, languageId, version, choice } = transcript;
  const after = new Transcript(uri, languageId, version, applyEdits(transcript.getText(), edits), choice);
  return revealedBetween(transcript, after, edits);
}

/** What one state of a document shows that the one before did not. */
export function revealedBetween(before: Transcript, after: Transcript, edits: readonly Replacement[]): Revealed[] {
  return revealedIn(whole(before), whole(after), 0, edits);
}

const whole = (transcript: Transcript): Excerpt => ({
  blocks: transcript.blocks.slice(),
  before: undefined,
  isEnd: true,
  reading: readingOf(transcript),
});
