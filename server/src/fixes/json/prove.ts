/** Tries a fix of a JSON document on a unit, and evaluates the outcome before the fix is offered. */
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
  /** All units of the document, if there are several, and the index of the unit to fix. */
  readonly around?: { readonly units: readonly JsonUnit[]; readonly index: number };
}

/**
 * The unit with this index, in the dialect whose rules checked it: the dialect that was chosen for the document, or else the one detected
 * for the unit.
 */
export function sourceIn({ dialect, units }: JsonDocument, index: number, inspector: LineInspector): JsonSource {
  const unit = units[index] as JsonUnit;
  const reading = readUnit(unit);
  const around = { units, index };
  return { dialect: dialectOf(reading, dialect), text: unit.text, reading, inspector, around };
}

interface UnitOutcome extends Outcome {
  /** The spans of the newly shown text, as offsets in the changed unit. */
  readonly shown: readonly Span[];
}

/** The fixes of a problem that may be offered, because they pass the proof. The preferred one comes first. */
export function jsonFixesOf(problem: Problem, source: JsonSource, effort?: Effort): Fix[] {
  // A log records what happened. No fix may change that.
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

/** The outcome of edits on a unit. Undefined if computing it would take too long. The edits must be in order and must not overlap. */
export function proveUnit(source: JsonSource, edits: readonly Replacement[], effort?: Effort): UnitOutcome | undefined {
  if (source.text.length > MAX_COPY_LENGTH || (effort && effort.left <= 0)) return undefined;
  if (effort) effort.left -= costOfProof(source);
  return outcomeOf(source, edits);
}

/**
 * The factor by which a proof takes longer for JSON than for text of the same length, since all messages and calls have to be built again.
 */
const COST_OF_JSON = 3;

/** The cost of one proof in characters of text. */
function costOfProof(source: JsonSource): number {
  const inSequence = source.around !== undefined && source.inspector.sequence() !== undefined;
  return COST_OF_JSON * (inSequence && !isLong(source.around) ? lengthOf(source.around) : source.text.length);
}

/** The facts about an unchanged unit, with which the outcome of each fix is compared. */
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

/** Like `proveUnit`, but without a limit on the time that it takes. */
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
    // Only tests that no content is lost or changed. A value that was not content before, because of its shape, may become content.
    changesBody: !isPart(old, now),
    changesOthers: !isPart(old, now) && !areEdited(messages, messagesOf(after, dialect), edits),
    changesMeaning: old.length !== now.length || !isPart(old, now),
  };
}

/** Whether messages are equal, apart from content that was edited. */
function areEdited(
  before: readonly JsonMessage[],
  after: readonly JsonMessage[],
  edits: readonly Replacement[],
): boolean {
  const isEdited = ({ start, end }: Span) => edits.some((edit) => edit.start > start && edit.end < end);
  return before.length === after.length && before.every((one, i) => one.content === after[i]?.content || isEdited(one));
}

/** A message that shows more than before. Its span is the one after the change. */
type RevealedMessage = Span & { readonly seen: readonly NewlySeen[] };

function revealedBetween(before: readonly JsonMessage[], after: readonly JsonMessage[]): RevealedMessage[] {
  const [old, now] = [before.map(seenOf), after.map(seenOf)];
  // Usually, the messages correspond one to one, so they can be compared in pairs.
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

/** The content of each message in a unit. For a streaming event, the piece of content that it adds. */
function contentsOf(unit: JsonUnit, dialect: JsonTarget['dialect']): string[] {
  const contents = contentsIn[dialect]?.(unit) ?? messagesOf(unit, dialect).map(({ content }) => content);
  return contents.filter((content) => content !== '');
}

/** Whether all elements of `some` occur in `all`, in the same order. */
function isPart(some: readonly string[], all: readonly string[]): boolean {
  let next = 0;
  for (const one of all) if (one === some[next]) next++;
  return next === some.length;
}

/** The problems of a unit, including those that involve other units of the document. In a long document, only those within the unit. */
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
