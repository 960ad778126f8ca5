/**
 * Finds messages in the version of a log before it grew. If a message is unchanged, the same object is used again, so that cached
 * results, such as its rendering, remain valid.
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

  /** Returns the earlier message with the same content and span. */
  known(message: JsonNode): JsonNode | undefined {
    return this.byStart.get(message.start)?.find((one) => isSame(one, message, MAX_MADE_DEPTH));
  }
}

/** The maximum depth of nodes that were created for a message. Deeper nodes are those of the record itself. */
const MAX_MADE_DEPTH = 8;

/** Whether two values and their spans are equal. Nodes of a record that was not read again are the same objects. */
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
