/**
 * Which records of Claude Code's log are the conversation: the way from the last one back to the beginning, by `parentUuid`.
 * Others are branches, which an edit or a retry left, or belong to sub-agents.
 */
import { type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { valueOf } from '../shapes/conversation.ts';
import { itemsOf } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';

const isTrue = (node: JsonNode | undefined): boolean => node?.kind === 'boolean' && node.value === true;

/** Whether a record is a sub-agent's. */
export const isOfSubAgent = (record: JsonNode): boolean =>
  isTrue(valueOf(record, 'isSidechain')) || textOf(record, 'parent_tool_use_id') !== undefined;

export const isMarked = (record: JsonNode, member: string): boolean => isTrue(valueOf(record, member));

/** Types of records that can end a conversation. */
const ending = new Set<string | undefined>(['user', 'assistant', 'attachment']);

/** The records of the conversation, by their indexes; all those of a log whose records name no parents. */
export function conversationPath(records: readonly JsonNode[], session: SessionBuilder): ReadonlySet<number> {
  const chain = records.map((record, i) => [record, i] as const).filter(([record]) => isLinked(record));
  const isAlone = chain.every(([record]) => isOfSubAgent(record));
  const own = isAlone ? chain : chain.filter(([record]) => !isOfSubAgent(record));
  const byId = new Map(own.flatMap(([record, i]) => idOf(record, i)));
  const before = new Map(own.map(([, i], at) => [i, own[at - 1]?.[1]] as const));
  const path = new Set<number>();
  let at = own.findLast(([record]) => ending.has(textOf(record, 'type')))?.[1];
  while (at !== undefined) {
    const record = records[at] as JsonNode;
    if (path.has(at)) {
      session.fault('circle', memberOf(record, 'parentUuid')?.value ?? record);
      break;
    }
    path.add(at);
    at = parentOf(record, at, { byId, before }, session);
  }
  addSiblings(own, path);
  // What has no id cannot be a branch.
  for (const [i, record] of records.entries()) if (!isLinked(record)) path.add(i);
  noteMixed(own, path, session);
  return path;
}

/** Reports records of other sessions than that of the conversation, where they are not part of it. */
function noteMixed(
  own: readonly (readonly [JsonNode, number])[],
  path: ReadonlySet<number>,
  session: SessionBuilder,
): void {
  const ids = new Set(own.flatMap(([record, i]) => (path.has(i) ? (textOf(record, 'sessionId') ?? []) : [])));
  const other = own.find(([record, i]) => {
    const id = path.has(i) || !ending.has(textOf(record, 'type')) ? undefined : textOf(record, 'sessionId');
    return id !== undefined && !ids.has(id);
  });
  if (other) session.faultOnce('mixed', memberOf(other[0], 'sessionId')?.value ?? other[0]);
}

const isLinked = (record: JsonNode): boolean => textOf(record, 'uuid') !== undefined;
const idOf = (record: JsonNode, i: number): [string, number][] => {
  const id = textOf(record, 'uuid');
  return id === undefined ? [] : [[id, i]];
};

interface Links {
  readonly byId: ReadonlyMap<string, number>;
  /** The record that comes before another in the file. */
  readonly before: ReadonlyMap<number, number | undefined>;
}

/** The record that one follows. After a compaction, the log names the last record before it separately. */
function parentOf(record: JsonNode, at: number, { byId, before }: Links, session: SessionBuilder): number | undefined {
  // The output of the SDK names no parents.
  if (memberOf(record, 'parentUuid') === undefined) return before.get(at);
  const logical = textOf(record, 'logicalParentUuid');
  const named = textOf(record, 'parentUuid') ?? logical;
  if (named === undefined) return textOf(record, 'subtype') === 'compact_boundary' ? before.get(at) : undefined;
  const parent = byId.get(named);
  if (parent !== undefined && parent > at) session.faultOnce('order', valueOf(record, 'parentUuid') ?? record);
  if (parent !== undefined) return parent;
  const earlier = before.get(at);
  // The first records of a log may have been written to another file.
  if (earlier !== undefined && named !== logical)
    session.fault('parent-missing', valueOf(record, 'parentUuid') ?? record);
  return earlier;
}

/**
 * Adds records beside the way that are as much part of it: the log continues from one block of an API message or one reply, where
 * there were several.
 */
function addSiblings(own: readonly (readonly [JsonNode, number])[], path: Set<number>): void {
  const onPath = own.filter(([, i]) => path.has(i));
  const answers = new Set(onPath.flatMap(([record]) => messageId(record) ?? []));
  const answered = new Set(onPath.flatMap(([record]) => idsIn(record, 'tool_result', 'tool_use_id')));
  const called = new Set<string>();
  for (const [record, i] of own) {
    const id = messageId(record);
    if (id !== undefined && answers.has(id)) path.add(i);
    if (path.has(i)) for (const call of idsIn(record, 'tool_use', 'id')) called.add(call);
    const replies = idsIn(record, 'tool_result', 'tool_use_id');
    if (path.has(i) || replies.length === 0) continue;
    if (!replies.every((reply) => called.has(reply) && !answered.has(reply))) continue;
    path.add(i);
    for (const reply of replies) answered.add(reply);
  }
}

/** The id that the blocks of one message of the API have in common. */
export const messageId = (record: JsonNode): string | undefined =>
  textOf(record, 'type') === 'assistant' ? textOf(valueOf(record, 'message'), 'id') : undefined;

const idsIn = (record: JsonNode, type: string, member: string): string[] =>
  itemsOf(valueOf(valueOf(record, 'message'), 'content')).flatMap((part) =>
    textOf(part, 'type') === type ? (textOf(part, member) ?? []) : [],
  );
