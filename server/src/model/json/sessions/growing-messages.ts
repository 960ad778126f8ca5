/** Collects the messages of a log that may grow. Each list records how many messages are unchanged since the previous list. */
import { noteGrowth } from '../../../syntax/grown-list.ts';
import type { JsonNode } from '../../../syntax/json/nodes.ts';

const byStart = (a: JsonNode, b: JsonNode) => a.start - b.start;

export class GrowingMessages {
  private readonly messages: JsonNode[] = [];
  /** Whether the messages were added in log order so far. */
  isSorted = true;
  private last: readonly JsonNode[] | undefined;
  /** The number of messages that are unchanged since the last list. */
  private same = 0;

  get length(): number {
    return this.messages.length;
  }

  add(message: JsonNode): void {
    if ((this.messages.at(-1)?.start ?? -1) > message.start) this.isSorted = false;
    this.messages.push(message);
  }

  /** Returns the messages with indexes in a range, in the order in which they were added. */
  between(from: number, to: number): JsonNode[] {
    return this.messages.slice(from, to);
  }

  /** Replaces a message by another one with the same start. */
  replace(old: JsonNode, message: JsonNode): void {
    const at = this.messages.lastIndexOf(old);
    if (at < 0) return;
    this.messages[at] = message;
    this.same = Math.min(this.same, at);
  }

  /** Notes that a message has changed without being replaced. */
  touch(message: JsonNode): void {
    this.same = Math.min(this.same, Math.max(0, this.messages.lastIndexOf(message)));
  }

  /** Removes the messages of the last `turns` turns and returns them. */
  takeBack(turns: number, isTurn: (message: JsonNode) => boolean): JsonNode[] {
    let remainingTurns = turns;
    let from = this.messages.length;
    while (remainingTurns > 0 && from > 0) if (isTurn(this.messages[--from] as JsonNode)) remainingTurns--;
    this.same = Math.min(this.same, from);
    return this.messages.splice(from);
  }

  /** Returns the messages in the order in which they were added. */
  list(): readonly JsonNode[] {
    const { last, messages } = this;
    if (last && last.length === messages.length && this.same === last.length) return last;
    const list = messages.slice();
    if (last) noteGrowth(list, last, this.same);
    this.last = list;
    this.same = list.length;
    return list;
  }

  /** Returns the messages in log order. */
  sorted(): readonly JsonNode[] {
    if (!this.isSorted) {
      this.messages.sort(byStart);
      this.isSorted = true;
      this.last = undefined;
      this.same = 0;
    }
    return this.list();
  }
}
