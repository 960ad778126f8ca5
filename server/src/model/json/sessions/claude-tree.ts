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

type Faults = Pick<SessionBuilder, 'fault' | 'faultOnce'>;
const unheard: Faults = { fault() {}, faultOnce() {} };

/** The records of a log as a tree. All numbers are indexes of records. */
export interface ConversationTree {
  /** The conversation; all records of a log whose records name no parents. */
  readonly path: ReadonlySet<number>;
  /** Of records that are on a branch, its end; undefined where their parents form a circle. */
  readonly ends: ReadonlyMap<number, number>;
  /** The conversation as it would be if it ended with a record. */
  pathTo(end: number): ReadonlySet<number>;
}

export function conversationTree(records: readonly JsonNode[], session: Faults): ConversationTree {
  const chain = records.map((record, i) => [record, i] as const).filter(([record]) => isLinked(record));
  const isAlone = chain.every(([record]) => isOfSubAgent(record));
  const own = isAlone ? chain : chain.filter(([record]) => !isOfSubAgent(record));
  const links: Links = {
    records,
    byId: new Map(own.flatMap(([record, i]) => idOf(record, i))),
    before: new Map(own.map(([, i], at) => [i, own[at - 1]?.[1]] as const)),
  };
  const pathTo = (end: number | undefined, faults: Faults) => {
    const path = wayBack(end, links, faults);
    addSiblings(own, path);
    // What has no id cannot be a branch.
    for (const [i, record] of records.entries()) if (!isLinked(record)) path.add(i);
    return path;
  };
  const path = pathTo(own.findLast(([record]) => ending.has(textOf(record, 'type')))?.[1], session);
  noteMixed(own, path, session);
  return { path, ends: branchEnds(own, path, links), pathTo: (end) => pathTo(end, unheard) };
}

function wayBack(end: number | undefined, links: Links, faults: Faults): Set<number> {
  const path = new Set<number>();
  for (let at = end; at !== undefined; ) {
    const record = links.records[at] as JsonNode;
    if (path.has(at)) {
      faults.fault('circle', memberOf(record, 'parentUuid')?.value ?? record);
      break;
    }
    path.add(at);
    at = parentOf(record, at, links, faults);
  }
  return path;
}

/** Reports records of other sessions than that of the conversation, where they are not part of it. */
function noteMixed(own: Own, path: ReadonlySet<number>, session: Faults): void {
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
  readonly records: readonly JsonNode[];
  readonly byId: ReadonlyMap<string, number>;
  /** The record that comes before another in the file. */
  readonly before: ReadonlyMap<number, number | undefined>;
}

/** The record that one follows. After a compaction, the log names the last record before it separately. */
function parentOf(record: JsonNode, at: number, { byId, before }: Links, faults: Faults): number | undefined {
  // The output of the SDK names no parents.
  if (memberOf(record, 'parentUuid') === undefined) return before.get(at);
  const logical = textOf(record, 'logicalParentUuid');
  const named = textOf(record, 'parentUuid') ?? logical;
  if (named === undefined) return textOf(record, 'subtype') === 'compact_boundary' ? before.get(at) : undefined;
  const parent = byId.get(named);
  if (parent !== undefined && parent > at) faults.faultOnce('order', valueOf(record, 'parentUuid') ?? record);
  if (parent !== undefined) return parent;
  const earlier = before.get(at);
  // The first records of a log may have been written to another file.
  if (earlier !== undefined && named !== logical)
    faults.fault('parent-missing', valueOf(record, 'parentUuid') ?? record);
  return earlier;
}

type Own = readonly (readonly [JsonNode, number])[];

/**
 * The end of the branch that each record beside the way is on: the last record that follows it. Where a branch divides only
 * because its calls are answered in parallel, it is one.
 */
function branchEnds(own: Own, path: ReadonlySet<number>, links: Links): Map<number, number> {
  const ends = new Map<number, number>();
  const isParent = new Set(own.map(([record, i]) => parentOf(record, i, links, unheard)));
  const messages = new Set<string>();
  for (const [, leaf] of own.toReversed()) {
    if (path.has(leaf) || ends.has(leaf) || isParent.has(leaf)) continue;
    const stretch: number[] = [];
    let at: number | undefined = leaf;
    while (at !== undefined && !path.has(at) && !ends.has(at)) {
      stretch.push(at);
      ends.set(at, leaf);
      at = parentOf(links.records[at] as JsonNode, at, links, unheard);
    }
    const fork = at === undefined ? undefined : ends.get(at);
    const saysNew = stretch.some((i) => isTurnOfItsOwn(links.records[i] as JsonNode, messages));
    for (const i of stretch) {
      const id = messageId(links.records[i] as JsonNode);
      if (id !== undefined) messages.add(id);
      if (fork !== undefined && !saysNew) ends.set(i, fork);
    }
  }
  return ends;
}

/** Whether a record says more than a further block of a known answer, or a reply. */
function isTurnOfItsOwn(record: JsonNode, messages: ReadonlySet<string>): boolean {
  const id = messageId(record);
  if (textOf(record, 'type') === 'assistant') return id === undefined || !messages.has(id);
  return textOf(record, 'type') === 'user' && idsIn(record, 'tool_result', 'tool_use_id').length === 0;
}

/**
 * Adds records beside the way that are as much part of it: the log continues from one block of an API message or one reply, where
 * there were several.
 */
function addSiblings(own: Own, path: Set<number>): void {
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
