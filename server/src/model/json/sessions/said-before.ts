/**
 * Messages that a log said before it grew: what is made of the same records is the same message, so that what is known of it, such
 * as how it is shown, need not be found out again.
 */
import type { JsonNode } from '../../../syntax/json/nodes.ts';

export class SaidBefore {
  private readonly byStart = new Map<number, JsonNode[]>();

  constructor(messages: readonly JsonNode[]) {
    for (const message of messages) {
      const others = this.byStart.get(message.start);
      if (others) others.push(message);
      else this.byStart.set(message.start, [message]);
    }
  }

  /** The message that says the same in the same place. */
  known(message: JsonNode): JsonNode | undefined {
    return this.byStart.get(message.start)?.find((one) => isSame(one, message, MAX_MADE_DEPTH));
  }
}

/** Messages are made of members of records in fewer levels than this; what is deeper is the record's own. */
const MAX_MADE_DEPTH = 8;

/** Whether two values are the same, and in the same place. What was read once is the same object. */
function isSame(a: JsonNode | undefined, b: JsonNode | undefined, depth: number): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || depth === 0) return false;
  if (a.kind !== b.kind || a.start !== b.start || a.end !== b.end) return false;
  if (a.kind === 'array' && b.kind === 'array')
    return a.items.length === b.items.length && a.items.every((one, i) => isSame(one, b.items[i], depth - 1));
  if (a.kind === 'object' && b.kind === 'object')
    return (
      a.members.length === b.members.length &&
      a.members.every(
        ({ key, value }, i) => key.value === b.members[i]?.key.value && isSame(value, b.members[i]?.value, depth - 1),
      )
    );
  return 'value' in a && 'value' in b && a.value === b.value;
}
