/** The tools whose calls are still unanswered in a turn, for formats that match replies to calls only by order. */
import type { ConversationMessage } from '../conversation.ts';

export class AwaitedReplies {
  private tools: string[] = [];

  /** Adds a call. `tool`: the name of the tool when the call is read back. */
  call(tool: string): void {
    this.tools.push(tool);
  }

  /**
   * Matches the next reply to the oldest unanswered call. Returns the attributes that are restored on reading without being written: the
   * tool name, if it is the same in both.
   */
  keptNames({ attributes }: ConversationMessage): readonly string[] {
    return this.tools.shift() === attributes.get('name') ? ['name'] : [];
  }

  /** Begins a new turn, since replies only answer calls in their own turn (`callsOfReplies`). */
  reset(): void {
    this.tools = [];
  }
}
