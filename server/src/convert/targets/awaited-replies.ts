/** The tools with calls that are still unanswered in the turn, for formats that match replies only by order. */
import type { ConversationMessage } from '../conversation.ts';

export class AwaitedReplies {
  private tools: string[] = [];

  /** Adds a call. `tool`: the name of the tool as read back. */
  call(tool: string): void {
    this.tools.push(tool);
  }

  /**
   * The attributes of the next reply that are read back although they are not written: the tool name, if it is the name in the
   * matching call.
   */
  keptNames({ attributes }: ConversationMessage): readonly string[] {
    return this.tools.shift() === attributes.get('name') ? ['name'] : [];
  }

  /** Begins a new turn: replies answer only calls in their own turn (`callsOfReplies`). */
  reset(): void {
    this.tools = [];
  }
}
