/**
 * The labels that the messages of a session get in an export with hidden layers, in addition to the speaker: the number of a call, its
 * outcome, and the point where a summary replaces earlier messages.
 */
import type { JsonDialectId } from '../../grammar/index.ts';
import { verdictOf } from '../../model/json/as-message.ts';
import { listOf } from '../../model/json/list.ts';
import { type JsonMessage, messagesOf } from '../../model/json/message.ts';
import { originInSession } from '../../model/json/session-messages.ts';
import { durationOf } from '../../model/json/sessions/durations.ts';
import type { Aside, Compaction } from '../../model/json/sessions/session.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { asideWords } from '../support/aside-words.ts';
import { stateOf } from '../user-view/pairs.ts';
import { callLabel, callNumbers } from './call-numbers.ts';
import { isCall, isReply, pairsIn } from './session-pairs.ts';

/** Returns the labels of each message of a session. Undefined if the document is not a session. */
export function sessionLabels(
  document: Pick<JsonDocument, 'units' | 'dialect'>,
  unit: JsonUnit,
): ((message: JsonMessage) => readonly string[]) | undefined {
  const { session } = listOf(readUnit(unit));
  if (session === undefined) return undefined;
  const messages = messagesOf(unit, document.dialect);
  const pairs = pairsIn(messages);
  const numbers = callNumbers(document, unit);
  const summaries = summariesIn(messages, session.compactions);
  return (message) => {
    const isOfCall = isCall(message) || isReply(message);
    const call = isCall(message) ? message : isReply(message) ? pairs?.callOf(message) : undefined;
    const reply = isReply(message) ? message : isCall(message) ? pairs?.replyTo(message) : undefined;
    const number = call && numbers.get(call);
    const state = reply === undefined ? 'open' : session.failed.has(reply.start) ? 'error' : stateOf(reply.content);
    const duration = call && reply && durationOf(session, call, reply);
    const node = originInSession(message)?.node;
    const aside = node && session.asides.get(node);
    const replaced = summaries.get(message);
    return [
      ...(number === undefined ? [] : [callLabel(number)]),
      ...(pairs && isOfCall && state !== 'answered' ? [state] : []),
      ...(isReply(message) && duration !== undefined ? [`${(duration / 1000).toFixed(1)} s`] : []),
      ...(aside ? [asideWords[aside]] : []),
      ...(replaced === undefined
        ? []
        : [`a summary replaces ${replaced} ${replaced === 1 ? 'message' : 'messages'} before it`]),
    ];
  };
}

/**
 * Counts the messages that users do not see only because they are outside the conversation. Adds them to `counts` by reason, and returns
 * the total.
 */
export function countAsides(counts: Map<Aside, number>, unit: JsonUnit, dialect: JsonDialectId): number {
  const { session } = listOf(readUnit(unit));
  if (session === undefined || session.asides.size === 0) return 0;
  let count = 0;
  for (const message of messagesOf(unit, dialect)) {
    const node = originInSession(message)?.node;
    const aside = node && session.asides.get(node);
    if (aside === undefined || !verdictOf(message).doubt) continue;
    counts.set(aside, (counts.get(aside) ?? 0) + 1);
    count++;
  }
  return count;
}

/** The first message after each compaction, with the number of messages that its summary replaces. */
function summariesIn(messages: readonly JsonMessage[], compactions: readonly Compaction[]) {
  const summaries = new Map<JsonMessage, number>();
  let at = 0;
  for (const { start, replaced } of [...compactions].sort((a, b) => a.start - b.start)) {
    while (at < messages.length && (messages[at] as JsonMessage).start < start) at++;
    const message = messages[at];
    if (message) summaries.set(message, (summaries.get(message) ?? 0) + replaced);
  }
  return summaries;
}
