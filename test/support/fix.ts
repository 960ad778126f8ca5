/** Applies fixes one by one, for tests. */
import type { DialectId } from '../../server/src/grammar/index.ts';
import { message } from '../../server/src/model/message.ts';
import { Checker, type Placed } from '../../server/src/rules/checker.ts';
import { applyEdits, placeEdits } from '../../server/src/rules/fixes/fix-all.ts';
import { type Fix, fixesOf } from '../../server/src/rules/fixes/index.ts';
import type { Level } from '../../server/src/rules/rule.ts';
import type { DialectChoice } from '../../server/src/syntax/dialect.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

export interface Checked {
  readonly transcript: Transcript;
  readonly checker: Checker;
  readonly problems: readonly Placed[];
  /** The content of every message. */
  readonly contents: readonly string[];
}

export function checked(text: string, dialect: DialectId | undefined, levels: Record<string, Level> = {}): Checked {
  return checkedAs(text, dialect === undefined ? {} : { dialect }, levels);
}

export function checkedAs(text: string, choice: DialectChoice, levels: Record<string, Level> = {}): Checked {
  const transcript = new Transcript('test:', 'ocml', 0, text, choice);
  const checker = new Checker(transcript, { strict: false, levels }, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });
  const { problems } = checker.problems(Number.POSITIVE_INFINITY);
  const contents = [...transcript.blocks]
    .filter(({ kind }) => kind === 'message')
    .map((block) => message(block, checker.context).content.text)
    // A header alone says nothing.
    .filter((content) => content.trim() !== '');
  return { transcript, checker, problems, contents };
}

export interface Application {
  readonly placed: Placed;
  readonly fix: Fix;
  readonly after: string;
}

/** Every fix of every problem, with the text that it leaves. */
export function applications(before: Checked): Application[] {
  const text = before.transcript.getText();
  return before.problems.flatMap((placed) =>
    fixesOf(placed.problem, placed.block, before.checker.context).map((fix) => {
      const edits = placeEdits(fix, placed.block, before.transcript);
      for (const [i, { start, end }] of edits.entries()) {
        if (start > end || start < (edits[i - 1]?.end ?? 0) || end > text.length)
          throw new Error(`${placed.problem.code}: the edits of "${fix.title}" overlap`);
      }
      return { placed, fix, after: applyEdits(text, edits) };
    }),
  );
}

/** How often each code is reported. */
export function tally(problems: readonly Placed[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { problem } of problems) counts.set(problem.code, (counts.get(problem.code) ?? 0) + 1);
  return counts;
}

/**
 * What a fix may bring to light because its fault hid it: a call that now is one, or has an id, waits for its reply; a
 * payload that now parses is looked into; a thought that now is one may lack its flag.
 */
const reveals: Readonly<Record<string, readonly string[]>> = {
  'call-id-missing': ['call-unanswered'],
  'tokens-stripped': ['call-unanswered'],
  'call-mixed': ['call-unanswered', 'tool-undeclared', 'E-CALL-SCHEMA'],
  'thought-unmatched': ['thought-unflagged'],
  'token-misspelled': ['thought-unflagged'],
};

/** What is wrong with a fix, in words; empty if it does what every fix must. */
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
  if ((has.get(code) ?? 0) >= (had.get(code) ?? 0)) faults.push(`${code} stays`);
  for (const [other, count] of has) {
    if (count > (had.get(other) ?? 0) && !reveals[code]?.includes(other)) faults.push(`adds ${other}`);
  }
  // Where little tells the dialect, one word more can tell another.
  const { dialect: mode, harmony } = before.transcript;
  const flipped = !fix.safe && (mode !== result.transcript.dialect || harmony !== result.transcript.harmony);
  const same = flipped || JSON.stringify(before.contents) === JSON.stringify(result.contents);
  if (!fix.changesBody && !same) faults.push('changes a body');
  if (fix.changesBody && !/\bbody\b|frames/.test(fix.title)) faults.push('does not say that it changes a body');
  if (fix.safe && fix.changesBody) faults.push('is called safe but changes a body');
  if (fix.safe && fix.preferred !== true) faults.push('is safe but not preferred');
  const text = before.transcript.getText();
  return faults.length === 0
    ? ''
    : `${code} "${fix.title}" ${faults.join(', ')}:\n${JSON.stringify(text)}\n${JSON.stringify(after)}`;
}
