/** Pairs the calls in JSON with their replies, for the rules and fixes of JSON, by the same algorithm as in text. */
import type { JsonDialectId } from '../../grammar/index.ts';
import { replyRoles } from '../../grammar/messages.ts';
import { type JsonNode, textOf } from '../../syntax/json/nodes.ts';
import { endsOrder } from '../calls/exchange.ts';
import { CallPairing, type IdentifiedPart, type WithoutIds } from '../calls/pairing.ts';
import { roleOf } from './list.ts';
import { type Projected, partIn } from './projected.ts';
import { type ApiCall, callsOf, repliesIn } from './tool-calls.ts';

/** The way in which calls and replies without ids are matched in each dialect. */
export const withoutIdsOf: Readonly<Record<JsonDialectId, WithoutIds>> = {
  json: 'order',
  'chatml-wire': 'order',
  'stream-event': 'order',
  messages: 'order',
  'openchatml-json': 'name',
};

/** A message in a list for chat APIs, with its calls and with the ids of the calls that it replies to. */
export interface ListedMessage {
  readonly message: JsonNode;
  readonly calls: readonly ApiCall[];
  readonly ids: ReadonlySet<string>;
}

export const listedMessages = (messages: readonly JsonNode[]): readonly ListedMessage[] =>
  messages.map((message) => ({
    message,
    calls: callsOf(message),
    ids: new Set(repliesIn(message).map(({ value }) => value)),
  }));

interface ListPart extends IdentifiedPart {
  readonly call?: ApiCall;
}

/** Returns the calls of a conversation that have a reply, each with the index of the message that replies. */
export function answeredCalls(messages: readonly ListedMessage[]): ReadonlyMap<ApiCall, number> {
  const pairing = new CallPairing<ListPart>(withoutIdsOf.messages);
  const answers = new Map<ApiCall, number>();
  for (const [at, { message, calls, ids }] of messages.entries()) {
    const role = roleOf(message)?.value;
    const tool = textOf(message, 'name');
    const isReply = ids.size > 0 || replyRoles.has(role);
    if (!isReply && endsOrder(role)) pairing.beginAnew();
    for (const callId of ids.size > 0 ? ids : isReply ? [undefined] : []) {
      for (let answered = pairing.take({ kind: 'reply', tool, callId }); answered?.call.call; ) {
        answers.set(answered.call.call, at);
        // If two calls have the same id, that is reported. A reply with this id then answers both of them, so that neither is
        // also reported as unanswered.
        answered = callId === undefined || answered.again ? undefined : pairing.take({ kind: 'reply', tool, callId });
      }
    }
    for (const call of calls) pairing.take({ kind: 'call', tool: call.name, callId: call.id?.value, call });
  }
  return answers;
}

/** The matched calls and replies in a list of the projection. */
export interface ProjectedPairs {
  /** The call that each reply answers. A reply without an entry does not answer a call. */
  readonly callOf: ReadonlyMap<Projected, Projected>;
  /** The first reply to each call. */
  readonly replyTo: ReadonlyMap<Projected, Projected>;
}

/** Pairs the calls and replies of a list. `faulty`: a message that counts as a call, although a part of the call is missing. */
export function projectedPairs(list: readonly Projected[], faulty?: Projected): ProjectedPairs {
  const pairing = new CallPairing<IdentifiedPart & { readonly one: Projected }>(withoutIdsOf['openchatml-json']);
  const callOf = new Map<Projected, Projected>();
  const replyTo = new Map<Projected, Projected>();
  for (const one of list) {
    const { tool, callId } = one.message;
    const answered = pairing.take({ kind: one === faulty ? 'call' : (partIn(one) ?? 'plain'), tool, callId, one });
    if (answered === undefined) continue;
    callOf.set(one, answered.call.one);
    if (!answered.again) replyTo.set(answered.call.one, one);
  }
  return { callOf, replyTo };
}
