/**
 * Finds the records of Claude Code's log that form the conversation: the path from the last record back to the beginning, along
 * `parentUuid`. Other records belong to sub-agents, or to branches that were left when a message was edited or retried.
 */
import { hasMember, isTrueIn, keysOf } from '../../../syntax/json/members.ts';
import { type JsonNode, lastAtMost, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { closest } from '../../../syntax/tokens/closest.ts';
import { valueOf } from '../shapes/conversation.ts';
import { itemsOf } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';

/** In a record of a sub-agent, the key with the id of the call that started the sub-agent. */
const starter = 'parent_tool_use_id';

/** Whether a record belongs to a sub-agent. A misspelled key counts as well, since records are hidden when in doubt. */
export const isOfSubAgent = (record: JsonNode): boolean =>
  isTrueIn(record, 'isSidechain') || textOf(record, starter) !== undefined || namesStarter(record);

const namesStarter = (record: JsonNode): boolean =>
  !hasMember(record, 'parentUuid') &&
  !hasMember(record, starter) &&
  keysOf(record, 'string').some(
    (key) => Math.abs(key.length - starter.length) <= 2 && closest(key, [starter]) !== undefined,
  );

export const isMarked = (record: JsonNode, member: string): boolean => isTrueIn(record, member);

/** The facts about a record that the tree needs. They are computed only once, since a growing log is read again and again. */
interface TreeRecord {
  readonly type: string | undefined;
  readonly id: string | undefined;
  readonly session: string | undefined;
  readonly isOfSubAgent: boolean;
  /** Whether the record has a field for its parent, even if the value is null. */
  readonly isPlaced: boolean;
  readonly parent: string | undefined;
  readonly logical: string | undefined;
  readonly isBoundary: boolean;
  /** The id of the API message that the blocks of this record belong to. */
  readonly message: string | undefined;
  readonly calls: readonly string[];
  readonly replies: readonly string[];
}

/** The subtype of records that mark where a conversation was compacted. */
export const boundarySubtype = 'compact_boundary';

function treeRecordOf(record: JsonNode): TreeRecord {
  if (record.kind === 'object' && record.memo !== undefined) return record.memo as TreeRecord;
  const type = textOf(record, 'type');
  const message = valueOf(record, 'message');
  const treeRecord: TreeRecord = {
    type,
    id: textOf(record, 'uuid'),
    session: textOf(record, 'sessionId'),
    isOfSubAgent: isOfSubAgent(record),
    isPlaced: hasMember(record, 'parentUuid'),
    parent: textOf(record, 'parentUuid'),
    logical: textOf(record, 'logicalParentUuid'),
    isBoundary: textOf(record, 'subtype') === boundarySubtype,
    message: messageKey(record),
    calls: idsIn(message, 'tool_use', 'id'),
    replies: idsIn(message, 'tool_result', 'tool_use_id'),
  };
  if (record.kind === 'object') record.memo = treeRecord;
  return treeRecord;
}

/** The types of records with which a conversation can end. */
const ending = new Set<string | undefined>(['user', 'assistant', 'attachment']);

type Faults = Pick<SessionBuilder, 'fault' | 'faultOnce'>;
const unheard: Faults = { fault() {}, faultOnce() {} };

type Indexes = Pick<ReadonlySet<number>, 'has'>;

/** The tree that the records of a log form. All numbers are indexes of records. */
export interface ConversationTree {
  /** The records of the conversation; all records, if none of them names a parent. */
  readonly path: Indexes;
  /** For each record on a branch, the last record of that branch. A record whose parents form a cycle has no entry. */
  readonly ends: ReadonlyMap<number, number>;
  /** Returns the records of the conversation as if it ended with a given record. */
  pathTo(end: number): Indexes;
  /** Adds appended records if they continue a conversation without branches. Returns false if the tree must be built again. */
  extend(newRecords: readonly JsonNode[]): boolean;
}

export function conversationTree(records: readonly JsonNode[], session: Faults): ConversationTree {
  const all = records.map(treeRecordOf);
  const isAlone = all.every(({ id, isOfSubAgent }) => id === undefined || isOfSubAgent);
  const own: number[] = [];
  const byId = new Map<string, number[]>();
  const before: (number | undefined)[] = [];
  for (const [i, { id, isOfSubAgent }] of all.entries()) {
    before.push(own.at(-1));
    if (id === undefined || (isOfSubAgent && !isAlone)) continue;
    own.push(i);
    addTo(byId, id, i);
  }
  const links: Links = { records, all, own, byId, before };
  const pathTo = (end: number | undefined, faults: Faults) => {
    const path = wayBack(end, links, faults);
    addSiblings(links, path);
    // Records without an id cannot be on a branch.
    for (const [i, { id }] of all.entries()) if (id === undefined) path.add(i);
    return path;
  };
  let isFaulty = false;
  const sessionFaults: Faults = {
    fault(...fault) {
      isFaulty = true;
      session.fault(...fault);
    },
    faultOnce(...fault) {
      isFaulty = true;
      session.faultOnce(...fault);
    },
  };
  const path = pathTo(
    own.findLast((i) => ending.has((all[i] as TreeRecord).type)),
    sessionFaults,
  );
  noteMixed(path, links, sessionFaults);
  const ends = branchEnds(path, links);
  let straight: StraightConversation | undefined;
  // The last records of a log may have types that cannot end a conversation. They join the path as soon as another record follows.
  const allOnPath = () => {
    const last = own.findLastIndex((i) => path.has(i));
    return own.every(
      (i, at) => path.has(i) || (at > last && !ending.has(all[i]?.type) && parentOf(i, links, unheard) === own[at - 1]),
    );
  };
  return {
    path,
    ends,
    pathTo: (end) => pathTo(end, unheard),
    extend(newRecords) {
      if (straight === undefined) {
        straight = new StraightConversation(links, !isFaulty && !isAlone && allOnPath());
        for (let at = own.length - 1; at >= 0 && !path.has(own[at] as number); at--) path.add(own[at] as number);
      }
      const from = all.length;
      if (!straight.extend(newRecords.map(treeRecordOf))) return false;
      for (const [i, { id, isOfSubAgent }] of all.slice(from).entries()) {
        if (id === undefined || !isOfSubAgent) path.add(from + i);
      }
      return true;
    },
  };
}

function wayBack(end: number | undefined, links: Links, faults: Faults): Set<number> {
  const path = new Set<number>();
  for (let at = end; at !== undefined; ) {
    if (path.has(at)) {
      const record = links.records[at] as JsonNode;
      faults.fault('circle', memberOf(record, 'parentUuid')?.value ?? record);
      break;
    }
    path.add(at);
    at = parentOf(at, links, faults);
  }
  return path;
}

/** Reports records of another session, unless the conversation also has records of that session. */
function noteMixed(path: Indexes, { records, all, own }: Links, faults: Faults): void {
  const other = own.filter((i) => !path.has(i) && ending.has(all[i]?.type) && all[i]?.session !== undefined);
  if (other.length === 0) return;
  const ids = new Set(own.map((i) => (path.has(i) ? all[i]?.session : undefined)));
  const first = other.find((i) => !ids.has(all[i]?.session));
  const record = first === undefined ? undefined : (records[first] as JsonNode);
  if (record) faults.faultOnce('mixed', memberOf(record, 'sessionId')?.value ?? record);
}

interface Links {
  readonly records: readonly JsonNode[];
  readonly all: TreeRecord[];
  /** The indexes of the records that form the tree. */
  readonly own: number[];
  /** The records with each id, in file order: more than one is a fault. */
  readonly byId: Map<string, number[]>;
  /** For each record, the nearest preceding record in the file that is part of the tree. */
  readonly before: (number | undefined)[];
}

/** The parent of a record. After a compaction, a separate field names the parent, which is the last record before the compaction. */
function parentOf(at: number, { records, all, byId, before }: Links, faults: Faults): number | undefined {
  const { isPlaced, parent, logical, isBoundary } = all[at] as TreeRecord;
  // Records printed by the SDK have no parents.
  if (!isPlaced) return before[at];
  const parentId = parent ?? logical;
  if (parentId === undefined) return isBoundary ? before[at] : undefined;
  const indexes = byId.get(parentId);
  // If several records have the id of the parent, the last of them that precedes the child is the parent.
  const parentIndex = indexes && lastAtMost(indexes, at - 1, (position) => position);
  if (parentIndex !== undefined && parentIndex > at) {
    const record = records[at] as JsonNode;
    faults.faultOnce('order', valueOf(record, 'parentUuid') ?? record);
  }
  if (parentIndex !== undefined) return parentIndex;
  const earlier = before[at];
  // The parent of the first record may be in another file, so it is not a fault if that parent is missing.
  if (earlier !== undefined && parentId !== logical)
    faults.fault('parent-missing', valueOf(records[at], 'parentUuid') ?? (records[at] as JsonNode));
  return earlier;
}

function addTo(byId: Map<string, number[]>, id: string, i: number): void {
  const indexes = byId.get(id);
  if (indexes) indexes.push(i);
  else byId.set(id, [i]);
}

/**
 * Returns the last record of the branch for each record that is not on the path. If branches differ only because parallel calls
 * were answered separately, they count as a single branch.
 */
function branchEnds(path: Indexes, links: Links): Map<number, number> {
  const ends = new Map<number, number>();
  const { own } = links;
  if (own.every((i) => path.has(i))) return ends;
  const isParent = new Set(own.map((i) => parentOf(i, links, unheard)));
  const messages = new Set<string>();
  for (const leaf of own.toReversed()) {
    if (path.has(leaf) || ends.has(leaf) || isParent.has(leaf)) continue;
    const stretch: number[] = [];
    let at: number | undefined = leaf;
    while (at !== undefined && !path.has(at) && !ends.has(at)) {
      stretch.push(at);
      ends.set(at, leaf);
      at = parentOf(at, links, unheard);
    }
    const fork = at === undefined ? undefined : ends.get(at);
    const saysNew = stretch.some((i) => isTurnOfItsOwn(links.all[i] as TreeRecord, messages));
    for (const i of stretch) {
      const { message } = links.all[i] as TreeRecord;
      if (message !== undefined) messages.add(message);
      if (fork !== undefined && !saysNew) ends.set(i, fork);
    }
  }
  return ends;
}

/** Whether a record is neither a reply nor another block of a known answer. */
function isTurnOfItsOwn({ type, message, replies }: TreeRecord, messages: ReadonlySet<string>): boolean {
  if (type === 'assistant') return message === undefined || !messages.has(message);
  return type === 'user' && replies.length === 0;
}

/**
 * Adds the records of the conversation that are not on the path. If an API message has several blocks, or if there are several
 * replies, the log continues from only one of them.
 */
function addSiblings({ all, own }: Links, path: Set<number>): void {
  if (own.every((i) => path.has(i))) return;
  const answers = new Set<string>();
  const answered = new Set<string>();
  for (const i of own) {
    if (!path.has(i)) continue;
    const { message, replies } = all[i] as TreeRecord;
    if (message !== undefined) answers.add(message);
    for (const reply of replies) answered.add(reply);
  }
  const called = new Set<string>();
  for (const i of own) {
    const { message, calls, replies } = all[i] as TreeRecord;
    if (message !== undefined && answers.has(message)) path.add(i);
    if (path.has(i)) for (const call of calls) called.add(call);
    if (path.has(i) || replies.length === 0) continue;
    if (!replies.every((reply) => called.has(reply) && !answered.has(reply))) continue;
    path.add(i);
    for (const reply of replies) answered.add(reply);
  }
}

/**
 * A conversation without branches, which can be extended as long as no branch is added. Each added record must follow the last record. If
 * calls were made in parallel, a record may also follow an earlier one, provided that only its siblings are between the two.
 */
class StraightConversation {
  /** The index of the record with each call, by the id of the call. */
  private readonly calls = new Map<string, number>();
  private readonly replies = new Map<string, number>();
  /** The ids of parents that are not in the log. */
  private readonly missing = new Set<string>();

  constructor(
    private readonly links: Links,
    private isStraight: boolean,
  ) {
    const { all, own, byId } = links;
    if (own.length === 0 || byId.size < own.length) this.isStraight = false;
    if (!this.isStraight) return;
    for (const i of own) {
      const { parent, logical } = all[i] as TreeRecord;
      const parentId = parent ?? logical;
      if (parentId !== undefined && !byId.has(parentId)) this.missing.add(parentId);
      this.note(i);
    }
  }

  private note(i: number): void {
    const { calls, replies } = this.links.all[i] as TreeRecord;
    for (const call of calls) if (!this.calls.has(call)) this.calls.set(call, i);
    for (const reply of replies) if (!this.replies.has(reply)) this.replies.set(reply, i);
  }

  /** Adds records. Returns false if the conversation has branches now, so that the tree must be built again. */
  extend(newRecords: readonly TreeRecord[]): boolean {
    const { all, own, byId, before } = this.links;
    for (const record of newRecords) {
      if (!this.isStraight) return false;
      const i = all.length;
      all.push(record);
      before.push(own.at(-1));
      const { id, isOfSubAgent } = record;
      if (id === undefined || isOfSubAgent) continue;
      this.isStraight = this.takes(i, id);
      own.push(i);
      addTo(byId, id, i);
      this.note(i);
    }
    return this.isStraight;
  }

  private takes(i: number, id: string): boolean {
    const { all, own, byId } = this.links;
    const { type, isPlaced, parent, logical, isBoundary, replies, message } = all[i] as TreeRecord;
    if (byId.has(id) || this.missing.has(id)) return false;
    if (!isPlaced) return true;
    const parentId = parent ?? logical;
    if (parentId === undefined) return isBoundary;
    const follows = byId.get(parentId)?.at(-1);
    if (follows === undefined) return false;
    const between = own.length - 1 - lastIndexWithin(own, follows);
    if (between === 0) return true;
    // A record of another type is on the path only after another record follows it.
    if (between > MAX_SIBLINGS || !ending.has(type) || replies.some((reply) => this.replies.has(reply))) return false;
    const messages = [message, (all[follows] as TreeRecord).message];
    return own.slice(-between).every((one) => this.isSibling(all[one] as TreeRecord, one, messages));
  }

  /** Whether a record is a sibling of the added one, so that both continue from the same earlier record. */
  private isSibling({ message, replies }: TreeRecord, i: number, messages: readonly unknown[]): boolean {
    if (message !== undefined) return messages.includes(message);
    return (
      replies.length > 0 && replies.every((reply) => (this.calls.get(reply) ?? i) < i && this.replies.get(reply) === i)
    );
  }
}

/** The maximum number of preceding records that may be siblings of a new record. */
const MAX_SIBLINGS = 64;

/** Returns the index of a number in a list, searching only the end of the list; -1 if it is not there. */
function lastIndexWithin(all: readonly number[], one: number): number {
  for (let at = all.length - 1; at >= 0 && all.length - at <= MAX_SIBLINGS + 1; at--) if (all[at] === one) return at;
  return -1;
}

/** Returns the id that all blocks of the same API message have. */
export function messageKey(record: JsonNode): string | undefined {
  const id = textOf(record, 'type') === 'assistant' ? textOf(valueOf(record, 'message'), 'id') : undefined;
  // The id alone is not enough, since a fork of a session repeats the messages of the original.
  return id === undefined ? undefined : `${textOf(record, 'sessionId') ?? ''} ${id}`;
}

const none: readonly string[] = [];

function idsIn(message: JsonNode | undefined, type: string, member: string): readonly string[] {
  const ids = itemsOf(valueOf(message, 'content')).flatMap((part) =>
    textOf(part, 'type') === type ? (textOf(part, member) ?? []) : [],
  );
  return ids.length === 0 ? none : ids;
}
