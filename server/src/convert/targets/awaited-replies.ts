/** The tools whose calls have no reply yet in their turn, where only their order tells which call a reply answers. */
import type { ConversationMessage } from '../conversation.ts';

export class AwaitedReplies {
  private tools: string[] = [];

  /** A call, by the tool as it is read back. */
  call(tool: string): void {
    this.tools.push(tool);
  }

  /** The attributes of the next reply that are read back although they are not written: its tool, if the call says it. */
  keptNames({ attributes }: ConversationMessage): readonly string[] {
    return this.tools.shift() === attributes.get('name') ? ['name'] : [];
  }

  /** A reply answers a call of its own turn (`callsOfReplies`). */
  reset(): void {
    this.tools = [];
  }
}
