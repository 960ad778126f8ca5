/** Checks an output as a document of this project, and applies fixes for its problems until the server's parser accepts the output. */
import { Checker, type LocatedProblem } from '../checker/checker.ts';
import type { Fix } from '../fixes/fix.ts';
import { type Effort, fixesOf } from '../fixes/proof/prove.ts';
import { applyEdits, difference, placeEdits, type Replacement } from '../fixes/proof/replacement.ts';
import { repair as repairJson } from '../fixes/support/repair-json.ts';
import type { DialectId } from '../grammar/index.ts';
import type { Severity } from '../rules/support/rule.ts';
import type { Span } from '../syntax/span.ts';
import { Transcript } from '../syntax/transcript.ts';
import { mendsFor } from './mend.ts';
import type { Format, Parsed, Parser, Stop } from './parsers/parser.ts';
import {
  headerWordsLost,
  isNoWorse,
  losesNoWord,
  lost,
  MAX_HEADER_WORDS,
  misreadWords,
  nothingMisread,
} from './repair-invariants.ts';

/** A problem in an output, with its span (UTF-16 offsets). */
export interface OutputProblem extends Span {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
}

/** An output as a document, and the length of the text that was added before the output. */
interface OutputDocument {
  readonly text: string;
  readonly base: number;
  readonly dialect: DialectId;
}

/** The dialect of each format. If an output has no `opener` before its first `closer`, the output begins inside a message. */
const formats: Readonly<
  Partial<Record<Format, { readonly dialect: DialectId; readonly opener: string; readonly closer: string }>>
> = {
  harmony: { dialect: 'harmony', opener: '', closer: '' },
  chatml: { dialect: 'openchatml-0.1', opener: '<|im_start|>', closer: '<|im_end|>' },
};

export const dialectsRead: readonly DialectId[] = Object.values(formats).map(({ dialect }) => dialect);

/** Returns an output as a document; undefined if no dialect corresponds to its format. */
function documentOf(text: string, format: Format): OutputDocument | undefined {
  const row = formats[format];
  if (row === undefined) return undefined;
  const { dialect, opener, closer } = row;
  const [opens, closes] = [text.indexOf(opener), text.indexOf(closer)];
  const isFramed = opens >= 0 && (closes < 0 || opens <= closes);
  const before = isFramed ? '' : `${opener}assistant\n`;
  return { text: before + text, base: before.length, dialect };
}

/** The maximum length of an output that is checked or repaired (UTF-16 units), since a repair tries many texts. */
const MAX_OUTPUT_LENGTH = 500_000;
/**
 * The maximum numbers of successive fixes, of fixes that are tried in each step, and of UTF-16 units that are read in all steps
 * together.
 */
const [MAX_REPAIR_STEPS, MAX_REPAIR_TRIES, MAX_READ_LENGTH] = [12, 24, 30_000_000];
/**
 * The maximum length of the text that is read in order to prove fixes (UTF-16 units). An output in which the model repeats itself
 * has thousands of problems, and most fixes do not help.
 */
const MAX_PROVEN_LENGTH = 2_000_000;

interface Checked {
  readonly transcript: Transcript;
  readonly checker: Checker;
  readonly placed: readonly LocatedProblem[];
}

function check({ text, dialect }: OutputDocument): Checked {
  const transcript = new Transcript('output:', 'ocml', 0, text, { dialect });
  // The checker reports everything that servers' parsers reject, even if a lenient parser would accept it.
  const checker = new Checker(transcript, { strict: false, levels: { 'harmony-frame-gap': 'warning' } });
  return { transcript, checker, placed: checker.problems(Number.POSITIVE_INFINITY).problems };
}

const inOutput = ({ checker }: Checked, placed: LocatedProblem, base: number): OutputProblem => {
  const from = checker.offsetOf(placed) - base;
  const { problem } = placed;
  const { code, severity, message, start, end } = problem;
  return { code, severity, message, start: Math.max(0, from + start), end: Math.max(0, from + end) };
};

/** The problems in an output, in order of position. `end`: the offset at which a parser stops reading. */
export function problemsOf(text: string, format: Format, end = text.length): OutputProblem[] {
  if (text.length > MAX_OUTPUT_LENGTH) return [];
  const document = documentOf(text, format);
  if (document === undefined) return [];
  const checked = check(document);
  return checked.placed
    .map((placed) => inOutput(checked, placed, document.base))
    .filter(({ start }) => start <= end)
    .sort((a, b) => a.start - b.start || rank(a) - rank(b));
}

const severities: readonly Severity[] = ['error', 'warning', 'information', 'hint'];
export const rank = ({ severity }: Pick<OutputProblem, 'severity'>): number => severities.indexOf(severity);

export interface Repaired {
  readonly text: string;
  /** The titles of the applied fixes, in order. */
  readonly fixes: readonly string[];
  /** Whether the parser accepts the repaired output. */
  readonly accepted: boolean;
  /** Whether the repaired output is read as the model probably meant it: as its headers and tags indicate, and without an error. */
  readonly meant: boolean;
  /** The span of the problem that the first fix solves, if there is one. */
  readonly first?: Span;
}

/** An edited output, and how the parser reads it. */
interface Attempt {
  readonly text: string;
  readonly edits: readonly Replacement[];
  readonly title: string;
  readonly parsed: Parsed;
  readonly preferred: boolean;
  /** Whether the edit comes from the parser itself. */
  readonly isOfParser?: true;
  readonly isOfCall?: true;
  readonly about?: Span | undefined;
}

/**
 * Applies fixes one by one, as long as each of them gets the parser further. Each time, applies the fix that gets the parser furthest.
 * Among equals, prefers a preferred fix. Undefined if no fix helps.
 */
export function repair(text: string, parser: Parser): Repaired | undefined {
  if (text.length > MAX_OUTPUT_LENGTH) return undefined;
  let [current, parsed] = [text, parser.read(text)];
  const fixes: string[] = [];
  let first: Span | undefined;
  let readLengthLeft = MAX_READ_LENGTH;
  let wordsLeft = MAX_HEADER_WORDS;
  const proving = { left: MAX_PROVEN_LENGTH };
  while (!parsed.accepted && fixes.length < MAX_REPAIR_STEPS && readLengthLeft > 0) {
    const stop = parsed.stop as Stop;
    const wordsLost = headerWordsLost(current, parser.format);
    const losses = lost(parsed);
    const misread = misreadWords(current, parser.format, parsed);
    // A parser's own edit may begin or end a section that the word zones do not recognize, so such an edit has to keep every word.
    const lossOf = ({ isOfParser, edits, text: edited }: Attempt): number =>
      isOfParser && losesNoWord(current, edits) ? 0 : (wordsLost(edits, edited) ?? Number.POSITIVE_INFINITY);
    const attempts: Attempt[] = [];
    for (const { edited, ...edit } of editsFor(current, parsed, parser.format, proving)) {
      readLengthLeft -= edited.length;
      attempts.push({ ...edit, text: edited, parsed: parser.read(edited) });
      if (readLengthLeft <= 0) break;
    }
    const best = attempts
      .filter((one) => lost(one.parsed) <= losses)
      .filter((one) => gets(one, current.length - stop.start, stop))
      // Without this condition, a broken call could become an answer that users see.
      .filter(({ isOfCall, parsed: now }) => !isOfCall || !now.accepted || callsIn(now) > callsIn(parsed))
      .sort((a, b) => remaining(a) - remaining(b) || Number(b.preferred) - Number(a.preferred))
      .filter((one) => isNoWorse(misreadWords(one.text, parser.format, one.parsed), misread))
      .find((one) => lossOf(one) <= wordsLeft);
    if (best === undefined) break;
    wordsLeft -= lossOf(best);
    if (fixes.length === 0) first = best.about;
    fixes.push(best.title);
    [current, parsed] = [best.text, best.parsed];
  }
  return fixes.length === 0 ? undefined : repairedAs(current, fixes, parser, first);
}

const callsIn = ({ made }: Parsed): number => made.filter(({ as }) => as === 'call').length;

/** Whether a problem is an error or a warning. */
export const isFault = (problem: OutputProblem): boolean => rank(problem) <= 1;
/**
 * Whether an accepted output may be repaired because of this problem. If the output breaks off, inserting an end token would not
 * complete it.
 */
const isReparable = (problem: OutputProblem) => isFault(problem) && problem.code !== 'E-STREAM-TRUNCATED';

/** Uses preferred fixes to repair an output that its parser accepts, as long as each fix leaves fewer faults. Undefined if no fix does. */
export function repairProblems(text: string, parser: Parser): Repaired | undefined {
  if (text.length > MAX_OUTPUT_LENGTH) return undefined;
  const faultsIn = (output: string) =>
    problemsOf(output, parser.format, parser.read(output).end).filter(isReparable).length;
  let [current, faults, effort] = [text, faultsIn(text), MAX_READ_LENGTH];
  const proving = { left: MAX_PROVEN_LENGTH };
  const fixes: string[] = [];
  let first: Span | undefined;
  let wordsLeft = MAX_HEADER_WORDS;
  while (faults > 0 && fixes.length < MAX_REPAIR_STEPS && effort > 0) {
    const wordsLost = headerWordsLost(current, parser.format);
    let best: (Edit & { readonly faults: number; readonly fewer: number }) | undefined;
    const parsed = parser.read(current);
    const misread = misreadWords(current, parser.format, parsed);
    for (const one of editsFor(current, parsed, parser.format, proving)) {
      effort -= 2 * one.edited.length;
      if (effort <= 0) break;
      const now = parser.read(one.edited);
      if (
        !one.preferred ||
        !now.accepted ||
        lost(now) > lost(parsed) ||
        !isNoWorse(misreadWords(one.edited, parser.format, now), misread)
      )
        continue;
      const fewer = wordsLost(one.edits, one.edited);
      if (fewer === undefined || fewer > wordsLeft) continue;
      const faultCount = faultsIn(one.edited);
      if (faultCount < (best?.faults ?? faults)) best = { ...one, faults: faultCount, fewer };
    }
    if (best === undefined) break;
    wordsLeft -= best.fewer;
    if (fixes.length === 0) first = best.about;
    fixes.push(best.title);
    [current, faults] = [best.edited, best.faults];
  }
  return fixes.length === 0 ? undefined : repairedAs(current, fixes, parser, first);
}

/** A repaired text, and how its parser reads it. */
export function repairedAs(text: string, fixes: readonly string[], parser: Parser, first?: Span): Repaired {
  const parsed = parser.read(text);
  const { accepted, end } = parsed;
  const meant =
    accepted &&
    lost(parsed) === 0 &&
    isNoWorse(misreadWords(text, parser.format, parsed), nothingMisread) &&
    !problemsOf(text, parser.format, end).some(({ severity }) => severity === 'error');
  return { text, fixes, accepted, meant, ...(first && { first }) };
}

/**
 * Whether a parser gets further: it reads more of the text, or it stops after the same header, but with fewer surplus words. Edits
 * after the stop do not count, although they may shorten the text that remains.
 */
function gets(one: Attempt, before: number, stop: Stop): boolean {
  const now = remaining(one);
  const reach = Math.max(stop.end, stop.json?.end ?? 0);
  if (!one.parsed.accepted && one.edits.every(({ start }) => start > reach)) return false;
  const isShorter = (one.parsed.stop?.quoted ?? '').length < (stop.quoted ?? '').length;
  return (
    now < before || (now === before && stop.kind === 'words-left' && one.parsed.stop?.kind === stop.kind && isShorter)
  );
}

/** The length of the text from the parser's stop on; -1 if the parser does not stop. */
const remaining = ({ text, parsed }: Attempt) => (parsed.stop === undefined ? -1 : text.length - parsed.stop.start);

interface Edit {
  readonly edited: string;
  /** The edits, at UTF-16 offsets in the text before the edits. */
  readonly edits: readonly Replacement[];
  readonly title: string;
  readonly preferred: boolean;
  readonly isOfParser?: true;
  /** Whether the edit changes the JSON of a call. */
  readonly isOfCall?: true;
  /** The span of the problem that the edit fixes. */
  readonly about?: Span;
}

/**
 * Yields edits that could resolve a parser's stop: first those that fix problems at the stop, then those that fix problems
 * elsewhere.
 */
function* editsFor(text: string, { stop }: Parsed, format: Format, effort: Effort): Generator<Edit> {
  if (stop !== undefined)
    for (const { title, text: edited } of mendsFor(text, stop))
      yield { edited, edits: [difference(text, edited)], title, preferred: true };
  if (stop?.mend !== undefined) {
    const { title, ...edit } = stop.mend;
    yield { edited: applyEdits(text, [edit]), edits: [edit], title, preferred: true, isOfParser: true };
  }
  if (stop?.json !== undefined) {
    const { start, end } = stop.json;
    const json = repairJson(text.slice(start, end));
    if (json !== undefined) {
      const edits = [{ start, end, text: json.text }];
      const title = json.title.replace('the JSON in the body', 'the JSON in the call');
      yield { edited: applyEdits(text, edits), edits, title, preferred: true, isOfCall: true };
    }
  }
  const document = documentOf(text, format);
  if (document === undefined) return;
  const checked = check(document);
  const { transcript } = checked;
  const from = stop?.from ?? 0;
  const ordered = checked.placed
    .map((placed) => ({ placed, at: inOutput(checked, placed, document.base) }))
    .sort((a, b) => distance(a.at, from, stop) - distance(b.at, from, stop) || rank(a.at) - rank(b.at));
  let tries = MAX_REPAIR_TRIES;
  for (const { placed, at } of ordered) {
    for (const fix of fixesOf(placed, checked, effort)) {
      if (tries-- <= 0) return;
      const one = editOf(document, fix, placeEdits(fix, placed.block, transcript));
      if (one !== undefined) yield { ...one, about: { start: at.start, end: at.end } };
    }
    if (effort.left <= 0) return;
  }
}

/** Converts a fix to an edit of the output; undefined if the fix edits the text that was added before the output. */
function editOf({ text, base }: OutputDocument, fix: Fix, edits: readonly Replacement[]): Edit | undefined {
  if (edits.some(({ start }) => start < base)) return undefined;
  // The text goes to a server and is not shown to users. Therefore, a fix keeps the title and the rank that it had before its effect on
  // shown text was checked.
  const { title, preferred } = fix.proposed ?? fix;
  return {
    edited: applyEdits(text, edits).slice(base),
    edits: edits.map(({ start, end, text }) => ({ start: start - base, end: end - base, text })),
    title,
    preferred: preferred === true || fix.safe === true,
  };
}

/**
 * The distance between a problem and a parser's stop. Zero if the problem is between the stop and `from`, the start of the part on which
 * the parser gives up.
 */
function distance({ start, end }: Span, from: number, stop: Span | undefined): number {
  const to = stop?.end ?? from;
  return end < from ? from - end : start > to ? start - to : 0;
}
