/** Determines from its reply whether a call succeeded (2.2 §8.2, §11, A-076). */

import { replyErrorCodes } from '../../grammar/index.ts';
import { isObject } from '../../syntax/is-object.ts';
import { parseJson } from '../../syntax/json/values.ts';

/** The outcomes of a call. `open`: the call has no reply. */
const callStatuses = ['answered', 'open', 'error', 'timeout', 'cancelled'] as const;
export type CallStatus = (typeof callStatuses)[number];

const [timedOut, cancelled] = replyErrorCodes;
const byCode = new Map<unknown, CallStatus>([
  [timedOut, 'timeout'],
  [cancelled, 'cancelled'],
]);

/** Returns the outcome of a call. `reply`: the content of its reply, if there is one. */
export function statusOf(reply: string | undefined): CallStatus {
  if (reply === undefined) return 'open';
  const { value } = parseJson(reply) as { value?: unknown };
  if (!isObject(value)) return 'answered';
  const { ok, error } = value;
  const code = isObject(error) ? error.code : error;
  return byCode.get(code) ?? (ok === false ? 'error' : 'answered');
}
