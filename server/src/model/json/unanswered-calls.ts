/**
 * Finds calls in message lists that have no reply before the next turn, which chat APIs reject. The reply to a call at the end of
 * the list may still follow.
 */
import { modelRole, userRole } from '../../grammar/index.ts';
import { messageRoles } from '../../grammar/messages.ts';
import { type JsonNode, type JsonReading, memberOf } from '../../syntax/json/nodes.ts';
import type { Waiting } from '../message-origin.ts';
import { answeredCalls, listedMessages } from './call-pairs.ts';
import { listOf, roleOf } from './list.ts';
import { isItem } from './shapes/api-shapes.ts';
import type { ApiCall } from './tool-calls.ts';

export interface UnansweredCall {
  readonly call: ApiCall;
  readonly message: JsonNode;
  readonly waiting: Waiting;
}

/**
 * Returns the unanswered calls of a unit, without repeating a call. `training`: whether the unit is a row for training, in which
 * a call at the end is the answer to be learned.
 */
export function unansweredCalls(reading: JsonReading, training: boolean): Iterable<UnansweredCall> {
  const callByNode = new Map<JsonNode, UnansweredCall>();
  const { conversations, words } = listOf(reading);
  for (const messages of conversations) {
    const listed = listedMessages(messages);
    const answers = answeredCalls(listed);
    const answering = new Set(answers.values());
    const callIds = new Set<string>();
    const early = new Set<string>();
    /** The calls since the last turn, in order, each with its message. */
    const recent = new Map<ApiCall, JsonNode>();
    const add = (call: ApiCall, message: JsonNode, waiting: Waiting) => {
      if (!callByNode.has(call.node)) callByNode.set(call.node, { call, message, waiting });
    };
    for (const [at, { message, calls, ids }] of listed.entries()) {
      const isOpen = (call: ApiCall) => (answers.get(call) ?? Number.POSITIVE_INFINITY) > at;
      // A reply with no id, a wrong id, or the id of a later call is itself reported. The call that it was meant for is therefore not
      // reported.
      const astray = [...ids].filter((id) => !callIds.has(id));
      for (const id of astray) early.add(id);
      const isLost = isNameless(message) && !words.roles && !answering.has(at);
      dropFirst(recent, isLost ? 1 : astray.length, isOpen);
      if (isTurn(message)) {
        for (const [call, of] of recent)
          if (isOpen(call)) add(call, of, answers.has(call) ? 'replied too late' : 'over the next turn');
        recent.clear();
      }
      for (const call of calls) {
        if (!early.has(call.id?.value ?? '')) recent.set(call, message);
        if (call.id) callIds.add(call.id.value);
      }
    }
    for (const [call, message] of training ? [] : recent) if (!answers.has(call)) add(call, message, 'at the end');
  }
  return callByNode.values();
}

/** Removes calls from the beginning, until `count` unanswered ones have been removed. */
function dropFirst(calls: Map<ApiCall, JsonNode>, count: number, isOpen: (call: ApiCall) => boolean): void {
  let remaining = count;
  for (const [call] of remaining > 0 ? calls : []) {
    if (remaining <= 0) return;
    if (isOpen(call)) remaining--;
    calls.delete(call);
  }
}

/** Whether a reply lacks the field with the id of its call, which `template-role-unknown` reports. */
const isNameless = (message: JsonNode) =>
  messageRoles.some(({ name, needs }) => name === roleOf(message)?.value && needs === 'tool_call_id') &&
  memberOf(message, 'tool_call_id') === undefined;

const turns = new Set<string | undefined>([userRole, modelRole]);

/** Whether a message begins a turn. In the Responses API, the text and the calls of the same turn are separate items. */
const isTurn = (message: JsonNode) =>
  turns.has(roleOf(message)?.value) && !(isItem(message) && roleOf(message)?.value === modelRole);
