/** Requests to a model that repeat the conversation before them: which of their messages are new. */
import { modelRole } from '../../../grammar/index.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import { valueOf } from '../shapes/conversation.ts';
import { asText, itemsOf } from './message-nodes.ts';

/** How often each message was said. */
type Counts = Map<string, number>;

export class RepeatedRequests {
  private readonly byName = new Map<string, Counts>();
  private readonly byOpening = new Map<string, Counts>();

  /**
   * The messages of a request that the conversation does not have yet. What is said twice in one request is said twice.
   * `conversation`: how the log calls it; one that begins like another continues that.
   */
  newIn(conversation: string, messages: readonly JsonNode[]): ReadonlySet<JsonNode> {
    const keys = messages.map(keyOf);
    // The first answer tells one conversation from another with the same question.
    const answer = messages.findIndex((message) => textOf(message, 'role') === modelRole);
    const opening = answer < 0 ? undefined : keys.slice(0, answer + 1).join('\n');
    const known = this.byName.get(conversation) ?? (opening === undefined ? undefined : this.byOpening.get(opening));
    const said: Counts = known ?? new Map();
    this.byName.set(conversation, said);
    if (opening !== undefined && !this.byOpening.has(opening)) this.byOpening.set(opening, said);
    const here: Counts = new Map();
    const found = new Set<JsonNode>();
    for (const [i, key] of keys.entries()) {
      const count = (here.get(key) ?? 0) + 1;
      here.set(key, count);
      if (count <= (said.get(key) ?? 0)) continue;
      said.set(key, count);
      found.add(messages[i] as JsonNode);
    }
    return found;
  }
}

/** The role and the parts of a message, by which it is recognised when it is repeated: requests often leave out the reasoning. */
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
