/** Applies fixes one by one, for tests. */

import { Checker, type Placed } from '../../server/src/checker/checker.ts';
import type { Fix } from '../../server/src/fixes/fix.ts';
import { applyEdits, placeEdits } from '../../server/src/fixes/fix-all.ts';
import { fixesOf } from '../../server/src/fixes/proof/prove.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { message } from '../../server/src/model/message.ts';
import type { Level } from '../../server/src/rules/support/rule.ts';
import type { DialectChoice } from '../../server/src/syntax/dialect.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { revealFaults } from './reveal.ts';

export interface Checked {
  readonly transcript: Transcript;
  readonly checker: Checker;
  readonly problems: readonly Placed[];
  /** The content of every message. */
  readonly contents: readonly string[];
  /** Of these messages, who speaks on which channel, and whether it is a call or a reply. */
  readonly meanings: readonly string[];
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
  const messages = [...transcript.blocks]
    .filter(({ kind }) => kind === 'message')
    .map((block) => message(block))
    // A header alone says nothing.
    .filter(({ content }) => content.text.trim() !== '');
  return {
    transcript,
    checker,
    problems,
    contents: messages.map(({ content }) => content.text),
    meanings: messages.map(
      ({ role, effectiveChannel, kind }) => `${kind === 'reply' ? '' : role} ${effectiveChannel} ${kind}`,
    ),
  };
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
    fixesOf(placed.problem, placed.block, before.checker.context, before.transcript).map((fix) => {
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

/** Faults of calls and replies, which only a message can have that is known for one, or by its id. */
const ofExchanges = [
  ...['call-unanswered', 'call-id-missing', 'call-id-unmatched', 'call-id-duplicate', 'reply-duplicate'],
  ...['tool-name-missing', 'tool-name-mismatch', 'tool-undeclared', 'tool-channel', 'recipient-format'],
  ...['call-terminator', 'call-no-recipient', 'E-CALL-SCHEMA', 'reply-envelope', 'constrain-missing'],
];
/** Faults of what a role may say. */
const ofRoles = [
  ...['forged-turn', 'return-misplaced', 'E-PERM-VISIBILITY', 'cot-outside-analysis', 'intent-misplaced'],
  ...['thought-unclosed', 'thought-unmatched', 'thought-nesting', 'thought-role', 'thought-flag-role'],
  ...['thought-unflagged', 'function-json', 'function-role', 'function-output', 'function-signature', 'function-order'],
];

/**
 * What a fix that is not safe may bring to light, because its fault hid it: by code, or by code and rule. A header that
 * is not understood hides what its message should be; JSON that does not parse, what it should hold; a message that is
 * cut off is not checked whole. What was no header or no message can have `any` fault of one.
 */
const reveals: Readonly<Record<string, readonly string[] | 'any'>> = {
  'document-header-missing': 'any',
  'document-version': 'any',
  'E-PARSE-HEADER role': [...ofExchanges, ...ofRoles],
  'E-PARSE-HEADER role-missing': [...ofExchanges, ...ofRoles],
  'E-PARSE-HEADER attr-unknown': [...ofExchanges, 'attribute-position', 'attribute-order'],
  'E-PARSE-HEADER no-message': [...ofExchanges, ...ofRoles, 'E-BODY-CONSTRAINT-VIOLATION', 'content-type-mismatch'],
  'E-PARSE-HEADER channel-unknown': [...ofRoles, 'tool-channel', 'E-BODY-CONSTRAINT-VIOLATION'],
  'E-PARSE-HEADER no-newline': [...ofRoles, 'token-in-body', 'token-misspelled'],
  'call-id-missing': ['call-unanswered'],
  'call-mixed': ['call-unanswered', 'tool-undeclared', 'E-CALL-SCHEMA'],
  'tokens-stripped': ['call-unanswered'],
  'E-STREAM-TRUNCATED': ['sequence-unbalanced', 'constrain-missing'],
  'token-misspelled': [
    ...['sequence-unbalanced', 'thought-unflagged', 'token-in-body', 'constrain-missing', 'document-header-missing'],
  ],
  'dialect-mixed': ['sequence-unbalanced', 'document-header-missing'],
  'function-output': ['function-order'],
  'thought-unmatched': ['thought-unflagged'],
  'function-json': ['E-CALL-SCHEMA', 'function-output', 'function-signature', 'function-order'],
};

/** What is wrong with a fix, in words; empty if it does what every fix must. */
export function faultOf(
  before: Checked,
  { placed, fix, after }: Application,
  dialect: DialectId | undefined,
  levels: Record<string, Level>,
): string {
  const { code, data } = placed.problem;
  const hidden = fix.safe ? undefined : (reveals[`${code} ${data?.rule}`] ?? reveals[code]);
  const result = checked(after, dialect, levels);
  const had = tally(before.problems);
  const has = tally(result.problems);
  const faults: string[] = [];
  if ((has.get(code) ?? 0) >= (had.get(code) ?? 0)) faults.push(`${code} stays`);
  // Where little tells the dialect, one word more can tell another, with rules of its own.
  const { dialect: mode, harmony } = before.transcript;
  const flipped = !fix.safe && (mode !== result.transcript.dialect || harmony !== result.transcript.harmony);
  for (const [other, count] of flipped || hidden === 'any' ? [] : has) {
    if (count > (had.get(other) ?? 0) && !hidden?.includes(other)) faults.push(`adds ${other}`);
  }
  const same = flipped || JSON.stringify(before.contents) === JSON.stringify(result.contents);
  if (!fix.changesBody && !same) faults.push('changes a body');
  if (fix.changesBody && !/\bbody\b|frames/.test(fix.title)) faults.push('does not say that it changes a body');
  if (fix.safe && fix.changesBody) faults.push('is called safe but changes a body');
  if (fix.safe && fix.preferred !== true) faults.push('is safe but not preferred');
  faults.push(...revealFaults(fix, before.transcript, after, true));
  const text = before.transcript.getText();
  return faults.length === 0
    ? ''
    : `${code} "${fix.title}" ${faults.join(', ')}:\n${JSON.stringify(text)}\n${JSON.stringify(after)}`;
}
