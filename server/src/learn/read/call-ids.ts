/** Adds the ids of calls and replies that chat APIs need, but that many templates do not write. */
import { toolNamedBy } from '../../syntax/families/learned/call-id-names.ts';
import type { ReadCall, ReadMessage } from './conversation.ts';

/** Generates an id of nine letters and digits, as some templates require. */
const madeUp = (serial: number) => `call${String(serial).padStart(5, '0')}`;

/** Sets the name of each call that has no name but whose id names a tool. Some templates write only the ids of calls. */
export function nameCallsByIds(messages: readonly ReadMessage[]): void {
  for (const message of messages)
    for (const call of (message['tool_calls'] as readonly ReadCall[] | undefined) ?? [])
      if (call.function.name === '' && call.id !== undefined) call.function.name = toolNamedBy(call.id) ?? '';
}

/**
 * Adds missing ids. A call gets the id of its reply, a reply gets the id of the next call without a reply, and any other call gets
 * a generated id.
 */
export function addCallIds(messages: readonly ReadMessage[]): void {
  let serial = 1;
  let awaited: ReadCall[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      const replyId = message['tool_call_id'];
      const sameIdIndex = awaited.findIndex(({ id }) => replyId !== undefined && id === replyId);
      const at =
        sameIdIndex >= 0 ? sameIdIndex : awaited.findIndex(({ id }) => replyId === undefined || id === undefined);
      // A reply to no call leaves the calls to the replies after it.
      if (at < 0) continue;
      const [call] = awaited.splice(at, 1) as [ReadCall];
      call.id ??= String(replyId ?? madeUp(serial++));
      message['tool_call_id'] ??= call.id;
    } else {
      for (const call of awaited) call.id ??= madeUp(serial++);
      awaited = [...((message['tool_calls'] as readonly ReadCall[] | undefined) ?? [])];
    }
  }
  for (const call of awaited) call.id ??= madeUp(serial++);
}
