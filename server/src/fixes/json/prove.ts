/** Tries a fix of a JSON document on its unit, and evaluates the outcome before the fix is offered. */
import type { LineInspector } from '../../checker/json/inspector.ts';
import { verdictOf } from '../../model/json/as-message.ts';
import { type JsonMessage, messagesOf } from '../../model/json/message.ts';
import { dialectOf } from '../../model/json/shapes.ts';
import { type NewlySeen, newlySeen, textSeen, type VisibleText } from '../../model/visibility/visible-text.ts';
import type { Problem } from '../../rules/support/rule.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, jsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { textOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import type { Fix } from '../fix.ts';
import { changeBetween, type Effort, evaluateFix, inOrder, MAX_COPY_LENGTH, type Outcome } from '../proof/prove.ts';
import { applyEdits, type Replacement } from '../proof/replacement.ts';
import type { JsonTarget } from './fix.ts';
import { jsonProposalsOf } from './index.ts';
import { textFixesOf } from './texts.ts';

/** The unit to fix, its reading, and its checker. */
export interface JsonSource extends Pick<JsonTarget, 'dialect' | 'text' | 'reading'> {
  readonly inspector: LineInspector;
  /** All units of the document, if there are several, and the index of this unit. */
  readonly around?: { readonly units: readonly JsonUnit[]; readonly index: number };
}

/**
 * A unit of a document, by its index, in the dialect whose rules checked it: the dialect of the document if that was chosen, otherwise that
 * of the unit.
 */
export function sourceIn({ dialect, units }: JsonDocument, index: number, inspector: LineInspector): JsonSource {
  const unit = units[index] as JsonUnit;
  const reading = readUnit(unit);
  const around = { units, index };
  return { dialect: dialectOf(reading, dialect), text: unit.text, reading, inspector, around };
}

/** The outcome of a change to a unit. */
interface UnitOutcome extends Outcome {
  /** The spans of newly shown text, in the unit after the change. */
  readonly shown: readonly Span[];
}

/** The fixes of a problem that may be offered: those that pass the proof. The preferred one is first. */
export function jsonFixesOf(problem: Problem, source: JsonSource, effort?: Effort): Fix[] {
  // A log records what happened, which no fix should change.
  if (source.around?.units[source.around.index]?.records) return [];
  const inText = textFixesOf(problem, source, effort);
  if (inText) return inText;
  const proposals = jsonProposalsOf({ ...source, problem });
  const fixes = inOrder(
    proposals.flatMap((fix) => evaluateFix(fix, proveUnit(source, fix.edits, effort), problem) ?? []),
  );
  const isOurs = source.inspector.isOurs({ ...jsonUnit(source.text, source.reading.names), reading: source.reading });
  return isOurs ? fixes : fixes.map((fix) => (fix.safe ? { ...fix, safe: false } : fix));
}

/** The outcome of edits, in order and disjoint, on a unit; undefined if computing it would take too long. */
export function proveUnit(source: JsonSource, edits: readonly Replacement[], effort?: Effort): UnitOutcome | undefined {
  if (source.text.length > MAX_COPY_LENGTH || (effort && effort.left <= 0)) return undefined;
  if (effort) effort.left -= costOfProof(source);
  return outcomeOf(source, edits);
}

/** The time per character of JSON, relative to text: proving JSON takes longer, since all messages and calls are built again. */
const COST_OF_JSON = 3;

/** The cost of one proof, in characters of text. */
function costOfProof(source: JsonSource): number {
  const inSequence = source.around !== undefined && source.inspector.sequence() !== undefined;
  return COST_OF_JSON * (inSequence && !isLong(source.around) ? lengthOf(source.around) : source.text.length);
}

/** An unchanged unit, with which the outcome of each of its fixes is compared. */
interface Before {
  readonly unit: JsonUnit;
  readonly contents: readonly string[];
  readonly messages: readonly JsonMessage[];
  readonly problems: readonly Problem[];
}

const befores = new WeakMap<JsonSource, Before>();

function beforeOf(source: JsonSource): Before {
  let before = befores.get(source);
  if (before === undefined) {
    const { dialect, text, reading } = source;
    const unit = { ...jsonUnit(text, reading.names), reading };
    const [contents, messages] = [contentsOf(unit, dialect), messagesOf(unit, dialect)];
    befores.set(source, (before = { unit, contents, messages, problems: problemsOf(source, unit) }));
  }
  return before;
}

/** The outcome of edits on a unit, as in `proveUnit`, but without a limit on the time. */
export function outcomeOf(source: JsonSource, edits: readonly Replacement[]): UnitOutcome {
  const { dialect, text, reading } = source;
  const after = jsonUnit(applyEdits(text, edits), reading.names);
  const { contents: old, messages, problems } = beforeOf(source);
  const now = contentsOf(after, dialect);
  const revealed = revealedBetween(messages, messagesOf(after, dialect));
  return {
    reveals: revealed.flatMap(({ seen }) => seen),
    places: [],
    shown: revealed,
    ...changeBetween(problems, problemsOf(source, after)),
    // Tests only that no content is lost or changed: a value whose shape excluded it from content may be content now.
    changesBody: !isPart(old, now),
    changesOthers: !isPart(old, now) && !areEdited(messages, messagesOf(after, dialect), edits),
    changesMeaning: old.length !== now.length || !isPart(old, now),
  };
}

/** Whether messages are equal except for edited contents. */
function areEdited(
  before: readonly JsonMessage[],
  after: readonly JsonMessage[],
  edits: readonly Replacement[],
): boolean {
  const isEdited = ({ start, end }: Span) => edits.some((edit) => edit.start > start && edit.end < end);
  return before.length === after.length && before.every((one, i) => one.content === after[i]?.content || isEdited(one));
}

/** Messages that show more than before, at their positions after a change. */
type RevealedMessage = Span & { readonly seen: readonly NewlySeen[] };

function revealedBetween(before: readonly JsonMessage[], after: readonly JsonMessage[]): RevealedMessage[] {
  const [old, now] = [before.map(seenOf), after.map(seenOf)];
  // Usually the messages correspond one to one, and can be compared in pairs.
  if (old.length === now.length)
    return after.flatMap(({ start, end }, i) => {
      const fresh = newlySeen(old[i] ?? [], now[i] ?? []);
      return fresh.length > 0 ? [{ start, end, seen: fresh }] : [];
    });
  const fresh = newlySeen(old.flat(), now.flat());
  return after.flatMap(({ start, end }, i) => {
    const of = fresh.filter(({ role, text }) => now[i]?.some((one) => one.role === role && one.text === text));
    return of.length > 0 ? [{ start, end, seen: of }] : [];
  });
}

function seenOf(message: JsonMessage): VisibleText[] {
  const text = textSeen(verdictOf(message));
  return text === '' ? [] : [{ role: message.role, text }];
}

const contentsIn: Partial<Record<JsonTarget['dialect'], (unit: JsonUnit) => string[]>> = {
  'stream-event': (unit) => [textOf(readUnit(unit).root, 'delta') ?? ''],
};

/** The content of each message in a unit; for an event, its slice. */
function contentsOf(unit: JsonUnit, dialect: JsonTarget['dialect']): string[] {
  const contents = contentsIn[dialect]?.(unit) ?? messagesOf(unit, dialect).map(({ content }) => content);
  return contents.filter((content) => content !== '');
}

/** Whether a list equals another one without some of its elements. */
function isPart(some: readonly string[], all: readonly string[]): boolean {
  let next = 0;
  for (const one of all) if (one === some[next]) next++;
  return next === some.length;
}

/** The problems of a unit, including those that it shares with other units of its document; in a long document, only its own. */
function problemsOf({ inspector, around }: JsonSource, unit: JsonUnit): Problem[] {
  const problems = [...inspector.inspect(unit)];
  const step = inspector.sequence();
  if (step === undefined) return problems;
  const { units, index } = around ?? { units: [unit], index: 0 };
  const alone = isLong(around);
  for (const [i, other] of alone ? [unit].entries() : units.entries())
    for (const problem of step(alone || i === index ? unit : other)) problems.push(problem);
  return problems;
}

const lengthOf = (around: JsonSource['around']): number =>
  around?.units.reduce((sum, { text }) => sum + text.length, 0) ?? 0;

const isLong = (around: JsonSource['around']): boolean =>
  (around?.units.length ?? 0) > 1 && lengthOf(around) > MAX_COPY_LENGTH;
