/** The turns of a conversation in JSON, as those of text: from what a user says to what one says next. */
import { userRole } from '../../grammar/index.ts';
import type { JsonMessage } from '../../model/json/message.ts';
import type { Span } from '../../syntax/span.ts';

export interface JsonTurn extends Span {
  readonly messages: readonly JsonMessage[];
}

/** The turns of messages in their order; what comes before the first user is in none. */
export function turnsIn(messages: readonly JsonMessage[]): JsonTurn[] {
  const turns: { start: number; end: number; messages: JsonMessage[] }[] = [];
  let before: string | undefined;
  for (const message of messages) {
    const { role, start, end } = message;
    if (role === userRole && before !== userRole) turns.push({ start, end, messages: [] });
    const turn = turns.at(-1);
    if (turn) {
      turn.messages.push(message);
      turn.end = Math.max(turn.end, end);
    }
    before = role;
  }
  return turns;
}
