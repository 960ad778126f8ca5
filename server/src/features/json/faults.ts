/** Counts the hidden messages in JSON that have an error, for a notice that gives only this number (2.2 §14). */
import type { JsonChecker } from '../../checker/json/checker.ts';
import { sliced } from '../../documents/document.ts';
import { verdictOf } from '../../model/json/as-message.ts';
import { type JsonMessage, messagesOf } from '../../model/json/message.ts';
import type { Problem } from '../../rules/support/rule.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import type { JsonUnit } from '../../syntax/json/json-unit.ts';
import type { Conversation } from './conversations.ts';

/**
 * The number of hidden messages with an error, in one conversation or in all units. A large document is checked in the background, so only
 * the errors found so far count.
 */
export function hiddenFaults(
  document: JsonDocument,
  conversation: Conversation | undefined,
  checker: JsonChecker,
): number {
  const { units, dialect, length, records } = document;
  // Logs are not checked for this: they may keep growing, and their problems are not errors.
  const mayCheck = length < sliced && !records;
  if (conversation === undefined)
    return units.reduce(
      (sum, unit) => sum + faultsOf(unit, checker.errorsOf(unit, mayCheck), () => messagesOf(unit, dialect)),
      0,
    );
  const unit = units[conversation.unit] as JsonUnit;
  const { stretch } = conversation;
  const messages = () => ('text' in stretch ? messagesOf(stretch, dialect) : stretch);
  return countIn(checker.errorsOf(unit, mayCheck), messages);
}

/** The counts by unit. A count is valid as long as the unit has the same list of errors. */
const counts = new WeakMap<JsonUnit, { readonly errors: readonly Problem[]; readonly count: number }>();

function faultsOf(unit: JsonUnit, errors: readonly Problem[], messages: () => readonly JsonMessage[]): number {
  if (errors.length === 0) return 0;
  const cachedCount = counts.get(unit);
  if (cachedCount?.errors === errors) return cachedCount.count;
  const count = countIn(errors, messages);
  counts.set(unit, { errors, count });
  return count;
}

/** The number of messages that are hidden for certain and contain the start of an error. */
export function countIn(errors: readonly Problem[], messages: () => readonly JsonMessage[]): number {
  if (errors.length === 0) return 0;
  return messages().filter((message) => {
    const { shown, doubt } = verdictOf(message);
    return shown === 'hidden' && !doubt && errors.some(({ start }) => message.start <= start && start < message.end);
  }).length;
}
