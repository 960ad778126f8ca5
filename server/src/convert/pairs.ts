/** Which reply answers which call, and the ids that say so where the source has none. */
import { toolRole, userRole } from '../grammar/index.ts';
import { type Located, pairUp } from '../model/graph/pairing.ts';
import { calledTool, isReply, type Utterance } from './conversation.ts';
import type { Notes } from './notes.ts';

/** A call or a reply of a thread. */
interface Half {
  readonly kind: 'call' | 'reply';
  readonly tool: string | undefined;
  readonly said: Utterance;
}

/**
 * The call that each reply answers: of those with its id, or in the order of those without one (`pairUp`). A reply that names no
 * tool answers a call of its own turn: nothing else tells it from a reply to an earlier call.
 */
export function callsOfReplies(messages: readonly Utterance[]): ReadonlyMap<Utterance, Utterance> {
  const threads = new Map<string | number, Located<Utterance, Half>[]>();
  const byTurn = messages.some((one) => isReply(one) && !one.attributes.has('name') && !one.attributes.has('call_id'));
  let turn = 0;
  for (const said of messages) {
    const tool = calledTool(said);
    if (byTurn && said.role === userRole) turn++;
    if (tool === undefined && !isReply(said)) continue;
    const id = said.attributes.get('call_id') ?? turn;
    const half: Half =
      tool === undefined ? { kind: 'reply', tool: said.attributes.get('name'), said } : { kind: 'call', tool, said };
    const thread = threads.get(id);
    if (thread) thread.push({ holder: said, half });
    else threads.set(id, [{ holder: said, half }]);
  }
  const found = new Map<Utterance, Utterance>();
  for (const [id, halves] of threads)
    for (const [{ said }, { holder }] of pairUp(halves, typeof id === 'number' ? 'order' : 'id').callOf)
      found.set(said, holder);
  return found;
}

/**
 * If calls have no ids, puts adjacent replies into the order of their calls, which is how they are matched: per tool, or all
 * together if replies do not name one. Moves are noted.
 */
export function inOrderOfCalls(messages: readonly Utterance[], byTool: boolean, notes: Notes): readonly Utterance[] {
  if (!messages.some(isReply)) return messages;
  const calls = callsOfReplies(messages);
  const places = new Map(messages.map((one, i) => [one, i]));
  const place = (one: Utterance) => places.get(calls.get(one) ?? one) as number;
  const ordered = [...messages];
  for (let at = 0; at < messages.length; at++) {
    const groups = new Map<string | undefined, number[]>();
    for (; at < messages.length && isReply(messages[at] as Utterance); at++) {
      const tool = byTool ? messages[at]?.attributes.get('name') : '';
      const group = groups.get(tool);
      if (group) group.push(at);
      else groups.set(tool, [at]);
    }
    for (const group of groups.values()) {
      const sorted = group.map((i) => messages[i] as Utterance).sort((a, b) => place(a) - place(b));
      for (const [i, one] of sorted.entries()) {
        const to = group[i] as number;
        if (messages[to] === one) continue;
        ordered[to] = one;
        const message = 'This reply is moved: without ids, the order of replies shows which calls they answer.';
        notes.losePart(one, 'order', message);
      }
    }
  }
  return ordered;
}

/** Replies under the name of the tool that they answer for. */
export function named(messages: readonly Utterance[]): readonly Utterance[] {
  if (messages.every((one) => one.role !== toolRole || one.attributes.has('name'))) return messages;
  const calls = callsOfReplies(messages);
  return messages.map((one) => {
    const call = calls.get(one);
    const tool = call && calledTool(call);
    if (tool === undefined || one.attributes.has('name')) return one;
    return { ...one, attributes: new Map([['name', tool], ...one.attributes]) };
  });
}

/**
 * Gives each call an id, and its reply the same one. `prefix`: of generated ids. A reply that answers no call also gets one,
 * which is noted.
 */
export function identified(messages: readonly Utterance[], prefix: string, notes?: Notes): readonly Utterance[] {
  if (!messages.some((one) => isReply(one) || calledTool(one) !== undefined)) return messages;
  const calls = callsOfReplies(messages);
  const taken = new Set(messages.map(({ attributes }) => attributes.get('call_id')));
  const ids = new Map<Utterance, string>();
  let next = 1;
  return messages.map((one) => {
    const isCall = calledTool(one) !== undefined;
    if ((!isCall && !isReply(one)) || one.attributes.has('call_id')) return one;
    const call = isCall ? one : calls.get(one);
    let id = call && ids.get(call);
    if (id === undefined) {
      while (taken.has(`${prefix}${next}`)) next++;
      id = `${prefix}${next++}`;
      if (call) ids.set(call, id);
      else notes?.warn(one, 'body', 'conversion-loss', unanswering);
    }
    return { ...one, attributes: new Map([...one.attributes, ['call_id', id]]) };
  });
}

const unanswering =
  'This reply does not answer an earlier call, so it gets a made-up id, which checks will report. Add the call, or remove the reply.';
