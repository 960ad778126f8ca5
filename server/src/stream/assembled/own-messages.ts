/** Assembles messages from events of 2.2 §9. */
import { modelRole, thoughtChannel } from '../../grammar/index.ts';
import { audienceOf } from '../../model/json/audience.ts';
import { Arrived, ArrivedText } from '../arrived.ts';
import type { Answer, Data } from './assembled-answer.ts';

/** The fields of an event of 2.2 §9 that are not about its message. */
const ofEvents = new Set(['event', 'delta', 'message_id', 'sequence_number']);

interface OwnMessage {
  readonly id: string;
  readonly place: number;
  readonly members: Map<string, unknown>;
  readonly text: ArrivedText;
}

/** The messages of which slices have arrived, except cancelled ones. */
export class OwnMessages implements Answer {
  private readonly messages = new Map<string, OwnMessage>();
  private readonly cancelled = new Set<string>();
  /** Always true: no event marks the end of these messages. */
  readonly isOver = true;

  receive(data: Data, position: number): boolean {
    const { event, delta, message_id: messageId } = data;
    const id = typeof messageId === 'string' ? messageId : '';
    if (event === 'response.cancel') this.cancel(id);
    else if ((event === 'response.delta' || event === 'debug.delta') && typeof delta === 'string') {
      if (!this.cancelled.has(id)) this.add(id, delta, event === 'debug.delta', data, position);
    } else return event === 'debug' || event === 'response.delta.flush' || event === 'tool.cancel';
    return true;
  }

  private cancel(id: string): void {
    this.cancelled.add(id);
    for (const [key, one] of this.messages) if (one.id === id) this.messages.delete(key);
  }

  /** The first slice determines the speaker of a message. A slice with another speaker, or a hidden slice, belongs to another message. */
  private add(id: string, delta: string, isHidden: boolean, data: Data, position: number): void {
    const members = Object.entries(data).filter(([key, value]) => !ofEvents.has(key) && value !== null);
    // Hidden text is a thought by default.
    if (isHidden && audienceOf(Object.fromEntries(members)) === 'visible') members.push(['channel', thoughtChannel]);
    const base = JSON.stringify([id, isHidden]);
    const first = this.messages.get(base);
    const isOther = first !== undefined && members.some(([key, value]) => first.members.get(key) !== value);
    const key = isOther ? JSON.stringify([id, isHidden, members]) : base;
    const ownMessage = this.messages.get(key);
    if (ownMessage !== undefined) ownMessage.text.add(delta, position);
    else {
      const text = new ArrivedText().add(delta, position);
      this.messages.set(key, { id, place: position, members: new Map(members), text });
    }
  }

  value(): unknown {
    if (this.messages.size === 0) return undefined;
    return [...this.messages.values()].map((one) => new Arrived(one.place, messageOf(one)));
  }
}

/** Returns a message in the format of the JSON projection. */
function messageOf({ members, text }: OwnMessage): Data {
  const { role = modelRole, to, call_id: id, ...rest } = Object.fromEntries(members);
  if (to === undefined) return { role, ...rest, ...(id !== undefined && { call_id: id }), content: text };
  if (role !== modelRole) return { role, recipient: to, ...rest, content: text };
  const call = { ...(id !== undefined && { id }), recipient: to, content_type: 'json', arguments: text };
  return { role, ...rest, tool_call: call };
}
