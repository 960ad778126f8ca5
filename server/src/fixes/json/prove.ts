/** What a fix of a JSON document would do to what users see: tried on its unit, and told in the fix. */
import { verdictOf } from '../../model/json/as-message.ts';
import { type JsonMessage, messagesOf } from '../../model/json/message.ts';
import { type NewlySeen, newlySeen, type Seen, textSeen } from '../../model/visibility/seen.ts';
import { type JsonUnit, jsonUnit } from '../../syntax/json/document.ts';
import type { Span } from '../../syntax/span.ts';
import type { Fix } from '../fix.ts';
import { announced, type Effort, inOrder, longestCopy } from '../proof/prove.ts';
import { applyEdits, type Replacement } from '../proof/replacement.ts';
import type { JsonTarget } from './fix.ts';
import { jsonProposalsOf } from './index.ts';

/** The unit that fixes are for, and how it is read. */
export type JsonSource = Pick<JsonTarget, 'dialect' | 'text' | 'reading'>;

/** The fixes of a problem as they may be offered: those that reveal say so. The preferred one is first. */
export function jsonFixesOf(target: JsonTarget, effort?: Effort): Fix[] {
  return inOrder(jsonProposalsOf(target).map((fix) => announced(fix, proveUnit(target, fix.edits, effort).reveals)));
}

/** What edits of a unit would show. */
interface Outcome {
  readonly reveals: readonly NewlySeen[] | undefined;
}

/** What edits, in order and apart, would do to a unit. */
export function proveUnit(source: JsonSource, edits: readonly Replacement[], effort?: Effort): Outcome {
  if (source.text.length > longestCopy || (effort && effort.left <= 0)) return { reveals: undefined };
  if (effort) effort.left -= source.text.length;
  return { reveals: revealedInUnit(source, edits).flatMap(({ seen }) => seen) };
}

/** What edits of a unit reveal, and where it is after them. */
export interface RevealedInUnit extends Span {
  readonly seen: readonly NewlySeen[];
}

export function revealedInUnit(
  { dialect, text, reading }: JsonSource,
  edits: readonly Replacement[],
): RevealedInUnit[] {
  const seenIn = (unit: JsonUnit) => messagesOf(unit, dialect).map((said) => ({ said, seen: seenOf(said) }));
  const before = seenIn({ ...jsonUnit(text), reading });
  const after = seenIn(jsonUnit(applyEdits(text, edits)));
  // As a rule the messages are the same, and one can be held against the other.
  if (before.length === after.length)
    return after.flatMap(({ said: { start, end }, seen }, i) => {
      const fresh = newlySeen(before[i]?.seen ?? [], seen);
      return fresh.length > 0 ? [{ start, end, seen: fresh }] : [];
    });
  const fresh = newlySeen(
    before.flatMap(({ seen }) => seen),
    after.flatMap(({ seen }) => seen),
  );
  return after.flatMap(({ said: { start, end }, seen }) => {
    const of = fresh.filter(({ role, text }) => seen.some((one) => one.role === role && one.text === text));
    return of.length > 0 ? [{ start, end, seen: of }] : [];
  });
}

function seenOf(said: JsonMessage): Seen[] {
  const text = textSeen(verdictOf(said));
  return text === '' ? [] : [{ role: said.role, text }];
}
