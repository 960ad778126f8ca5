/** Applies fixes one by one, for tests. */

import { Checker, type LocatedProblem } from '../../server/src/checker/checker.ts';
import type { Fix } from '../../server/src/fixes/fix.ts';
import { applyEdits, placeEdits } from '../../server/src/fixes/fix-all.ts';
import { fixersOf, proposalsOf } from '../../server/src/fixes/index.ts';
import { mayUnmask } from '../../server/src/fixes/proof/hides.ts';
import { fixesOf, prove, type Subject } from '../../server/src/fixes/proof/prove.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { message } from '../../server/src/model/message.ts';
import { rules } from '../../server/src/rules/index.ts';
import type { Level, Problem } from '../../server/src/rules/support/rule.ts';
import type { Block } from '../../server/src/syntax/block.ts';
import type { DialectChoice } from '../../server/src/syntax/dialect.ts';
import { type Family, families } from '../../server/src/syntax/families/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { revealFaults } from './reveal.ts';

const asking = new Set(['strict', 'training']);

/** Switches on the rules that are off by default in every family, so that their fixes are tested as well. */
export const askedFor: Readonly<Record<string, Level>> = Object.fromEntries(
  rules
    .filter(({ code }) =>
      Object.values<Family>(families)
        .map(fixersOf)
        .some((fixers) => code in fixers),
    )
    .filter(({ level, levels = {} }) => level === 'off' && Object.keys(levels).every((key) => asking.has(key)))
    .map(({ code }) => [code, 'hint']),
);

export interface Checked {
  readonly transcript: Transcript;
  readonly checker: Checker;
  readonly problems: readonly LocatedProblem[];
  readonly contents: readonly string[];
  /** For each message with content: its role unless it is a reply, its effective channel, and its kind. */
  readonly meanings: readonly string[];
}

export function checked(text: string, dialect: DialectId | undefined, levels: Record<string, Level> = {}): Checked {
  return checkedAs(text, dialect === undefined ? {} : { dialect }, levels);
}

export function checkedAs(text: string, choice: DialectChoice, levels: Record<string, Level> = {}): Checked {
  // The file name ends in `.ocml`, so that every text that is opened again is read in the same way.
  const transcript = new Transcript('test:x.ocml', 'ocml', 0, text, choice);
  const checker = new Checker(transcript, { strict: false, levels }, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });
  const { problems } = checker.problems(Number.POSITIVE_INFINITY);
  const messages = [...transcript.blocks]
    .filter(({ kind }) => kind === 'message')
    .map((block) => message(block))
    // A message with only a header has no content.
    .filter(({ content }) => content.text.trim() !== '');
  return {
    transcript,
    checker,
    problems,
    contents: messages.map(({ block, content: { text } }) =>
      block.terminator === undefined ? text.replace(/(?<![ \t\r\n])([ \t]*)[\r\n][ \t\r\n]*$/, '$1') : text,
    ),
    meanings: messages.map(
      ({ role, effectiveChannel, kind }) => `${kind === 'reply' ? '' : role} ${effectiveChannel} ${kind}`,
    ),
  };
}

export interface Application {
  readonly placed: LocatedProblem;
  readonly fix: Fix;
  readonly after: string;
}

/** Returns every fix for every problem, with the resulting text. */
export function applications(before: Checked): Application[] {
  const text = before.transcript.getText();
  return before.problems.flatMap((placed) =>
    fixesOf(placed, before).map((fix) => {
      const edits = placeEdits(fix, placed.block, before.transcript);
      for (const [i, { start, end }] of edits.entries()) {
        if (start > end || start < (edits[i - 1]?.end ?? 0) || end > text.length)
          throw new Error(`${placed.problem.code}: the edits of "${fix.title}" overlap`);
      }
      return { placed, fix, after: applyEdits(text, edits) };
    }),
  );
}

/** Explains why no fix for a code is offered, by listing the proposals that failed the proof. */
export function whyNone(document: Checked, code: string): string {
  const placed = document.problems.find(({ problem }) => problem.code === code);
  if (!placed) return `It is not reported; what is: ${[...tally(document.problems).keys()].join(', ') || 'nothing'}.`;
  const { problem, block } = placed;
  const proposals = proposalsOf(problem, block, document.checker.context);
  if (proposals.length === 0) return 'It is reported, but its fixer proposes nothing here.';
  return proposals.map((fix) => whyNot(fix, block, document, problem)).join(' ');
}

/** Explains why a change is not offered. `problem` is the problem that it fixes, if any. */
export function whyNot(fix: Fix, block: Block, subject: Subject, problem?: Problem): string {
  const outcome = prove(subject, placeEdits(fix, block, subject.transcript), undefined, block);
  const come = [...(outcome?.change ?? [])].filter(([, count]) => count > 0).map(([code]) => code);
  const unexpected = come.filter((code) => !problem || !mayUnmask(problem, code));
  if (unexpected.length > 0) {
    const advice = problem ? ': what the fault only hid belongs in `server/src/fixes/proof/hides.ts`' : '';
    return `"${fix.title}" would bring ${unexpected.join(', ')}${advice}.`;
  }
  if (outcome?.changesOthers) return `"${fix.title}" would change the body of another message.`;
  if (outcome?.changesBody && !fix.changesBody) return `"${fix.title}" would change a body without \`changesBody\`.`;
  return `"${fix.title}" ${problem ? 'would not mend it' : 'says something else'}.`;
}

/** Returns the number of reports of each code. */
export function tally(problems: readonly LocatedProblem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { problem } of problems) counts.set(problem.code, (counts.get(problem.code) ?? 0) + 1);
  return counts;
}

/** The maximum number of words that a fix may lose. They may belong to a misspelled token or header. */
const MAX_LOST_WORDS = 3;

/** Returns the words outside tokens that occur less often in a text after a fix than before. */
function lostWords(before: string, after: string): string[] {
  const countsAfter = wordsOf(after);
  return [...wordsOf(before)].flatMap(([word, count]) =>
    count > (countsAfter.get(word) ?? 0) && !membersOfCalls.has(word) ? word : [],
  );
}

/** Words in the JSON of a call that disappear when the call becomes a header. */
const membersOfCalls = new Set(['content', 'null', 'tool_calls', 'function', 'type', 'id', 'name', 'arguments']);

function wordsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.replace(/<+\|\w*\|>/g, ' ').matchAll(/[\p{L}\p{N}_]+/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Describes how a fix violates the requirements for fixes, or returns an empty string. */
export function faultOf(
  before: Checked,
  { placed, fix, after }: Application,
  dialect: DialectId | undefined,
  levels: Record<string, Level>,
): string {
  const { code } = placed.problem;
  const result = checked(after, dialect, levels);
  const had = tally(before.problems);
  const has = tally(result.problems);
  const faults: string[] = [];
  if (!mayUnmask(placed.problem, code) && (has.get(code) ?? 0) >= (had.get(code) ?? 0)) faults.push(`${code} stays`);
  // If the dialect is uncertain, a single word can change it, and then other rules apply.
  const flipped = !fix.safe && before.transcript.family !== result.transcript.family;
  for (const [other, count] of flipped ? [] : has) {
    const mayCome = !fix.safe && mayUnmask(placed.problem, other);
    if (count > (had.get(other) ?? 0) && !mayCome)
      faults.push(`adds ${other} (if the fault hid it, say so in fixes/proof/hides.ts)`);
  }
  const same = flipped || JSON.stringify(before.contents) === JSON.stringify(result.contents);
  if (!fix.changesBody && !same) faults.push('changes a body');
  if (fix.changesBody && !/\bbody\b|frames/.test(fix.title)) faults.push('does not say that it changes a body');
  if (fix.safe && fix.changesBody) faults.push('is called safe but changes a body');
  if (fix.safe && fix.preferred !== true) faults.push('is safe but not preferred');
  faults.push(...revealFaults(fix, before.transcript, after, true));
  const text = before.transcript.getText();
  // A user who chooses to remove text has seen it.
  const lost = fix.safe || !fix.title.startsWith('Remove ') ? lostWords(before.contents.join('\n'), after) : [];
  if (lost.length > MAX_LOST_WORDS) faults.push(`loses ${lost.join(', ')}`);
  return faults.length === 0
    ? ''
    : `${code} "${fix.title}" ${faults.join(', ')}:\n${JSON.stringify(text)}\n${JSON.stringify(after)}`;
}
