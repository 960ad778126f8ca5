/** Finds the new messages in requests that repeat the conversation so far. */
import { modelRole } from '../../../grammar/index.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import { valueOf } from '../shapes/conversation.ts';
import { asText, itemsOf } from './message-nodes.ts';

/** The number of times that each message has occurred. */
type Counts = Map<string, number>;

export class RepeatedRequests {
  private readonly byName = new Map<string, Counts>();
  private readonly byOpening = new Map<string, Counts>();

  /**
   * Returns the messages of a request that are not in the conversation yet. A message that occurs twice in a request is in the conversation
   * twice. `conversation`: the name of the conversation in the log. A conversation that begins like an earlier one counts as its
   * continuation.
   */
  newIn(conversation: string, messages: readonly JsonNode[]): ReadonlySet<JsonNode> {
    const keys = messages.map(keyOf);
    // Since several conversations may begin with the same question, the first answer is also compared.
    const answer = messages.findIndex((message) => textOf(message, 'role') === modelRole);
    const opening = answer < 0 ? undefined : keys.slice(0, answer + 1).join('\n');
    const counts = this.byName.get(conversation) ?? (opening === undefined ? undefined : this.byOpening.get(opening));
    const conversationCounts: Counts = counts ?? new Map();
    this.byName.set(conversation, conversationCounts);
    if (opening !== undefined && !this.byOpening.has(opening)) this.byOpening.set(opening, conversationCounts);
    const here: Counts = new Map();
    const newMessages = new Set<JsonNode>();
    for (const [i, key] of keys.entries()) {
      const count = (here.get(key) ?? 0) + 1;
      here.set(key, count);
      if (count <= (conversationCounts.get(key) ?? 0)) continue;
      conversationCounts.set(key, count);
      newMessages.add(messages[i] as JsonNode);
    }
    return newMessages;
  }
}

/**
 * Returns a key by which repetitions of a message are recognized: its role and its parts. Reasoning is not included, since requests often
 * omit it.
 */
function keyOf(message: JsonNode): string {
  const parts = itemsOf(valueOf(message, 'parts'));
  const others = parts.filter((part) => !thoughts.has(textOf(part, 'type')));
  return JSON.stringify([
    textOf(message, 'role'),
    (others.length > 0 ? others : parts).map(
      (part) => part.kind === 'object' && part.members.map(({ key, value }) => [key.value, asText(value)?.value]),
    ),
  ]);
}

const thoughts = new Set<string | undefined>(['reasoning', 'thinking']);
