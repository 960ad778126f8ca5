/**
 * A fast check for a training row that has passed the one for any value (`fast-path.ts`): whether the additional rules for rows
 * have nothing to report (`test/unit/json-checker.property.test.ts`).
 */

import { modelRole, userRole } from '../../grammar/index.ts';
import { rowMembers } from '../../grammar/json-rows.ts';
import { replyRoles } from '../../grammar/messages.ts';
import { beginningThought } from '../../model/calls/tagged-parts.ts';
import { garbledIn } from '../../model/garbled.ts';
import { isUnread } from '../../model/json/row-keys.ts';
import { leakedWithin } from '../../model/leaked.ts';
import { stripped } from '../../model/stripped.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';

type Members = Readonly<Record<string, unknown>>;

/** `value`: the result of `JSON.parse`. */
export function isPlainTrainingRow(text: string, value: unknown): boolean {
  // In JSON, a null character can only be an escape.
  if (!isObject(value) || text.includes('\\u0000')) return false;
  for (const key in value) if (!isUsualKey(key)) return false;
  const messages = getOwn(value, 'messages');
  if (!Array.isArray(messages)) return false;
  const last: unknown = messages.at(-1);
  const isAnswered = isObject(last) && last.role === modelRole && typeof last.content === 'string';
  return isAnswered && messages.every(isPlainMessage) && areInOrder(messages as readonly Members[]);
}

/** Members of a message that do not affect how a model is trained on it. */
const plainMembers = new Set(['role', 'content', 'tool_calls', 'tool_call_id']);

function isPlainMessage(message: unknown): boolean {
  if (!isObject(message)) return false;
  for (const key in message) if (!plainMembers.has(key)) return false;
  const { role, content } = message;
  // A message without content has calls, as the first check ensured.
  if ((content ?? null) === null) return true;
  if (typeof content !== 'string' || !/\S/.test(content) || garbledIn(content)) return false;
  if (leakedWithin(content).length > 0) return false;
  if (role !== modelRole) return true;
  // A thought alone does not count as an answer.
  const { answer } = beginningThought(content) ?? { answer: content };
  return /\S/.test(answer) && stripped(content) === undefined;
}

/** Whether instructions come first, and no role except that of tools has two consecutive messages. */
const areInOrder = (messages: readonly Members[]): boolean =>
  messages.every(
    ({ role }, i) => i === 0 || (speaking.has(role) && role !== messages[i - 1]?.role) || replyRoles.has(String(role)),
  );
const speaking = new Set<unknown>([userRole, modelRole]);

const names = new Set(rowMembers.messages);
/** The rows of a data set repeat the same keys; the limit is for data sets whose keys are data. */
const MAX_KNOWN = 1000;
const known = new Map<string, boolean>();

/** Whether a key is usual in a row of messages, or ignored by trainers. */
function isUsualKey(key: string): boolean {
  let usual = known.get(key);
  if (usual === undefined) {
    usual = names.has(key) || isUnread(key);
    if (known.size < MAX_KNOWN) known.set(key, usual);
  }
  return usual;
}
