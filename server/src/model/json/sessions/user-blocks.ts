/** Splits a user message in Anthropic's format into separate messages: tool replies, text of the program, and text of the user. */
import { developerRole, userRole } from '../../../grammar/index.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import { valueOf } from '../shapes/conversation.ts';
import { beginsWith, itemsOf, listAt, messageAt, replyAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';

interface UserBlocks {
  readonly record: JsonNode;
  readonly roleAt: JsonNode;
  readonly content: JsonNode | undefined;
  /** Whether the agent's program wrote the whole message. */
  readonly isContext: boolean;
  /** The beginnings of text that the program writes. */
  readonly context: readonly string[];
}

/**
 * Splits a user message into several messages, and adds them to the session. The first one gets the span of the record; each of
 * the others gets the span of its part.
 */
export function sayUserBlocks(
  { record, roleAt, content, isContext, context }: UserBlocks,
  say: (message: JsonNode) => void,
  session: SessionBuilder,
): void {
  const roleOf = (text: string | undefined) => (isContext || beginsWith(text, context) ? developerRole : userRole);
  if (content?.kind === 'string') {
    say(messageAt(record, roleAt, roleOf(content.value), { content }));
    return;
  }
  let unused: JsonNode | undefined = record;
  const takeSpan = (part: JsonNode) => {
    const at = unused ?? part;
    unused = undefined;
    return at;
  };
  for (const part of itemsOf(content)) {
    if (!isResult(part)) continue;
    const reply = replyAt(takeSpan(part), roleAt, valueOf(part, 'tool_use_id'), valueOf(part, 'content'));
    const failed = valueOf(part, 'is_error');
    if (failed?.kind === 'boolean' && failed.value === true) session.fail(reply.start);
    say(reply);
  }
  for (const [role, parts] of partsByRole(content, roleOf)) {
    const [first] = parts;
    if (first) say(messageAt(takeSpan(first), roleAt, role, { content: listAt(first, parts) }));
  }
}

const isResult = (part: JsonNode): boolean => textOf(part, 'type') === 'tool_result';

/** The parts of the content that are not replies, grouped by their role: those of the program, and those of the user. */
function partsByRole(content: JsonNode | undefined, roleOf: (text: string | undefined) => string) {
  const byRole = new Map<string, JsonNode[]>();
  for (const part of itemsOf(content)) {
    if (isResult(part)) continue;
    const role = roleOf(textOf(part, 'text'));
    const parts = byRole.get(role);
    if (parts) parts.push(part);
    else byRole.set(role, [part]);
  }
  return byRole;
}
