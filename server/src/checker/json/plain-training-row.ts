/**
 * A fast check for training rows that have passed the fast check for all values (`fast-path.ts`). It shows that the additional
 * rules for rows have nothing to report (`test/unit/json-checker.property.test.ts`).
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

/** Whether a training row passes the fast check. `value`: the result of `JSON.parse`. */
export function isPlainTrainingRow(text: string, value: unknown): boolean {
  // A null character in JSON is always escaped.
  if (!isObject(value) || text.includes('\\u0000')) return false;
  for (const key in value) if (!isUsualKey(key)) return false;
  const messages = getOwn(value, 'messages');
  if (!Array.isArray(messages)) return false;
  const last: unknown = messages.at(-1);
  const isAnswered = isObject(last) && last.role === modelRole && typeof last.content === 'string';
  return isAnswered && messages.every(isPlainMessage) && areInOrder(messages as readonly Members[]);
}

/** The usual members of a message. Any other member may affect how a model is trained on the message. */
const plainMembers = new Set(['role', 'content', 'tool_calls', 'tool_call_id']);

function isPlainMessage(message: unknown): boolean {
  if (!isObject(message)) return false;
  for (const key in message) if (!plainMembers.has(key)) return false;
  const { role, content } = message;
  // A message without content has calls, since it passed the first check.
  if ((content ?? null) === null) return true;
  if (typeof content !== 'string' || !/\S/.test(content) || garbledIn(content)) return false;
  if (leakedWithin(content).length > 0) return false;
  if (role !== modelRole) return true;
  // A thought alone does not count as an answer.
  const { answer } = beginningThought(content) ?? { answer: content };
  return /\S/.test(answer) && stripped(content) === undefined;
}

/** Whether instructions only occur at the beginning, and no two consecutive messages have the same role, except those from tools. */
const areInOrder = (messages: readonly Members[]): boolean =>
  messages.every(
    ({ role }, i) => i === 0 || (speaking.has(role) && role !== messages[i - 1]?.role) || replyRoles.has(String(role)),
  );
const speaking = new Set<unknown>([userRole, modelRole]);

const names = new Set(rowMembers.messages);
/** The maximum number of cached keys. Most data sets repeat the same few keys, but in some, the keys are data. */
const MAX_KNOWN = 1000;
const isUsualByKey = new Map<string, boolean>();

/** Whether a key is usual in a row with messages, or is ignored by trainers. */
function isUsualKey(key: string): boolean {
  let usual = isUsualByKey.get(key);
  if (usual === undefined) {
    usual = names.has(key) || isUnread(key);
    if (isUsualByKey.size < MAX_KNOWN) isUsualByKey.set(key, usual);
  }
  return usual;
}
