/** Reads sessions of Droid and of Cursor, in which Anthropic's content blocks are in simple envelopes. */
import { developerRole, modelRole, systemRole, userRole } from '../../../grammar/index.ts';
import {
  claudeContext,
  cursorRecords,
  cursorTools,
  droidRecords,
  droidVisibility,
  type RecordMeaning,
} from '../../../grammar/session-records.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import { closest } from '../../../syntax/tokens/closest.ts';
import { valueOf } from '../shapes/conversation.ts';
import { asContent, asText, itemsOf, listAt, messageAt, partAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';
import { sayUserBlocks } from './user-blocks.ts';

export function readDroid(root: JsonNode, session: SessionBuilder): void {
  readBlocks(root, session, droidRecords, (record) =>
    textOf(record, 'type') === 'message' ? textOf(valueOf(record, 'message'), 'role') : undefined,
  );
}

export function readCursor(root: JsonNode, session: SessionBuilder): void {
  const declared = itemsOf(root).flatMap((record) => {
    if (textOf(record, 'type') !== cursorTools) return [];
    const tools = valueOf(record, 'tools') ?? valueOf(record, 'available_tools');
    return tools && itemsOf(tools).some((tool) => toolName(tool) !== undefined) ? [tools] : [];
  });
  if (declared[0]) session.declare(declared[0]);
  readBlocks(root, session, cursorRecords, (record) => textOf(record, 'role'), declared.length > 0);
}

const toolName = (tool: JsonNode): string | undefined =>
  textOf(tool, 'name') ?? textOf(valueOf(tool, 'function'), 'name');

/** The visibility of a message, even if its key is misspelled. If the value is unclear, the message is hidden. */
function visibilityIn(node: JsonNode | undefined): string | undefined {
  if (node?.kind !== 'object') return undefined;
  const member = node.members.find(({ key }) => closest(key.value.slice(0, 20), ['visibility']) !== undefined);
  return member?.value?.kind === 'string' ? member.value.value : undefined;
}

const instructing = new Set<string | undefined>([systemRole, developerRole]);

/** Reads the messages of a session. `roleOf`: returns the role of a record's message, or undefined if the record is not a message. */
function readBlocks(
  root: JsonNode,
  session: SessionBuilder,
  others: Readonly<Record<string, RecordMeaning>>,
  roleOf: (record: JsonNode) => string | undefined,
  hasTools = false,
): void {
  session.lack('system prompt');
  if (!hasTools) session.lack('tools');
  for (const record of itemsOf(root)) {
    if (record.kind !== 'object') continue;
    session.timeOf(record, textOf(record, 'timestamp'));
    if (textOf(record, 'type') === 'session_start') session.identify(textOf(record, 'id'));
    const role = roleOf(record);
    const message = valueOf(record, 'message');
    const content = valueOf(message, 'content');
    const visibility = visibilityIn(message) ?? visibilityIn(record);
    const roleAt = valueOf(message, 'role') ?? valueOf(record, 'role') ?? record;
    const say = (one: JsonNode) => session.say(one);
    const audience = visibility === undefined ? 'all' : (getOwn(droidVisibility, visibility) ?? 'model');
    if (audience === 'users') session.count('message that only users see', 'bookkeeping', record);
    else if (role === userRole)
      sayUserBlocks({ record, roleAt, content, isContext: audience === 'model', context: claudeContext }, say, session);
    else if (role === modelRole) {
      const isHidden = audience === 'model';
      say(messageAt(record, roleAt, isHidden ? developerRole : role, answerOf(record, message, content)));
    } else if (instructing.has(role)) say(messageAt(record, roleAt, role as string, { content: asContent(content) }));
    else {
      const type =
        textOf(record, 'type') ?? (role === undefined ? 'record without a type' : `message with role ${role}`);
      session.count(type, getOwn(others, type) ?? 'unknown', record);
    }
  }
}

function answerOf(record: JsonNode, message: JsonNode | undefined, content: JsonNode | undefined) {
  const thought = asText(
    valueOf(message, 'chatCompletionReasoningContent') ?? valueOf(record, 'chatCompletionReasoningContent'),
  );
  const parts = content?.kind === 'string' ? [partAt('text', content)] : [...itemsOf(content)];
  return { reasoning_content: thought, content: listAt(content ?? record, parts) };
}
