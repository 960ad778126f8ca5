/** Messages of a log that may grow, as lists of which each says what it has in common with the one before it. */
import { noteGrowth } from '../../../syntax/grown-list.ts';
import type { JsonNode } from '../../../syntax/json/nodes.ts';

const byStart = (a: JsonNode, b: JsonNode) => a.start - b.start;

export class GrowingMessages {
  private readonly messages: JsonNode[] = [];
  /** They are in the order of the log so far. */
  isSorted = true;
  private last: readonly JsonNode[] | undefined;
  /** So many are as they were in the last list. */
  private same = 0;

  get length(): number {
    return this.messages.length;
  }

  add(message: JsonNode): void {
    if ((this.messages.at(-1)?.start ?? -1) > message.start) this.isSorted = false;
    this.messages.push(message);
  }

  /** Those from one to before another, in the order in which they were added. */
  between(from: number, to: number): JsonNode[] {
    return this.messages.slice(from, to);
  }

  /** Puts a message in the place of another one, which begins where it does. */
  replace(old: JsonNode, message: JsonNode): void {
    const at = this.messages.lastIndexOf(old);
    if (at < 0) return;
    this.messages[at] = message;
    this.same = Math.min(this.same, at);
  }

  /** Says that something else about a message is not as it was. */
  touch(message: JsonNode): void {
    this.same = Math.min(this.same, Math.max(0, this.messages.lastIndexOf(message)));
  }

  /** Removes the messages from the last so many turns on, and gives them. */
  takeBack(turns: number, isTurn: (message: JsonNode) => boolean): JsonNode[] {
    let left = turns;
    let from = this.messages.length;
    while (left > 0 && from > 0) if (isTurn(this.messages[--from] as JsonNode)) left--;
    this.same = Math.min(this.same, from);
    return this.messages.splice(from);
  }

  /** The messages in the order in which they were added. */
  list(): readonly JsonNode[] {
    const { last, messages } = this;
    if (last && last.length === messages.length && this.same === last.length) return last;
    const list = messages.slice();
    if (last) noteGrowth(list, last, this.same);
    this.last = list;
    this.same = list.length;
    return list;
  }

  /** The messages in the order of the log. */
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
