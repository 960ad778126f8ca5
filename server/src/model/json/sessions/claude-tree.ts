/**
 * Which records of Claude Code's log are the conversation: the way from the last one back to the beginning, by `parentUuid`.
 * Others are branches, which an edit or a retry left, or belong to sub-agents.
 */
import { type JsonNode, lastAtMost, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { closest } from '../../../syntax/tokens/closest.ts';
import { valueOf } from '../shapes/conversation.ts';
import { itemsOf } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';

const isTrue = (node: JsonNode | undefined): boolean => node?.kind === 'boolean' && node.value === true;

/** The member that says which call started the sub-agent that a record is of. */
const starter = 'parent_tool_use_id';

/** Whether a record is a sub-agent's. A name that is nearly that of the member which says so is in doubt, and what is in doubt is hidden. */
export const isOfSubAgent = (record: JsonNode): boolean =>
  isTrue(valueOf(record, 'isSidechain')) || textOf(record, starter) !== undefined || namesStarter(record);

const namesStarter = (record: JsonNode): boolean =>
  record.kind === 'object' &&
  memberOf(record, 'parentUuid') === undefined &&
  memberOf(record, starter) === undefined &&
  record.members.some(
    ({ key, value }) =>
      value?.kind === 'string' &&
      Math.abs(key.value.length - starter.length) <= 2 &&
      closest(key.value, [starter]) !== undefined,
  );

export const isMarked = (record: JsonNode, member: string): boolean => isTrue(valueOf(record, member));

/** What the tree takes from a record, found once: a log that grows is read again and again. */
interface TreeRecord {
  readonly type: string | undefined;
  readonly id: string | undefined;
  readonly session: string | undefined;
  readonly isOfSubAgent: boolean;
  /** It says what it follows, if only that it follows nothing. */
  readonly isPlaced: boolean;
  readonly parent: string | undefined;
  readonly logical: string | undefined;
  readonly isBoundary: boolean;
  /** The message of the API that it is a block of. */
  readonly message: string | undefined;
  readonly calls: readonly string[];
  readonly replies: readonly string[];
}

/** The subtype of a record that says that the conversation was compacted. */
export const boundarySubtype = 'compact_boundary';

const treeRecords = new WeakMap<JsonNode, TreeRecord>();

function treeRecordOf(record: JsonNode): TreeRecord {
  const known = treeRecords.get(record);
  if (known) return known;
  const type = textOf(record, 'type');
  const message = valueOf(record, 'message');
  const found: TreeRecord = {
    ...{ type, id: textOf(record, 'uuid'), session: textOf(record, 'sessionId'), isOfSubAgent: isOfSubAgent(record) },
    isPlaced: memberOf(record, 'parentUuid') !== undefined,
    ...{ parent: textOf(record, 'parentUuid'), logical: textOf(record, 'logicalParentUuid') },
    isBoundary: textOf(record, 'subtype') === boundarySubtype,
    message: messageKey(record),
    ...{ calls: idsIn(message, 'tool_use', 'id'), replies: idsIn(message, 'tool_result', 'tool_use_id') },
  };
  treeRecords.set(record, found);
  return found;
}

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
  const all = records.map(treeRecordOf);
  const chain = all.map((record, i) => [record, i] as const).filter(([{ id }]) => id !== undefined);
  const isAlone = chain.every(([one]) => one.isOfSubAgent);
  const own = isAlone ? chain : chain.filter(([one]) => !one.isOfSubAgent);
  const links: Links = {
    ...{ records, all },
    byId: indexesById(own),
    before: new Map(own.map(([, i], at) => [i, own[at - 1]?.[1]] as const)),
  };
  const pathTo = (end: number | undefined, faults: Faults) => {
    const path = wayBack(end, links, faults);
    addSiblings(own, path);
    // What has no id cannot be a branch.
    for (const [i, { id }] of all.entries()) if (id === undefined) path.add(i);
    return path;
  };
  const path = pathTo(own.findLast(([{ type }]) => ending.has(type))?.[1], session);
  noteMixed(own, path, links, session);
  return { path, ends: branchEnds(own, path, links), pathTo: (end) => pathTo(end, unheard) };
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

/** Reports records of other sessions than that of the conversation, where they are not part of it. */
function noteMixed(own: Own, path: ReadonlySet<number>, { records }: Links, faults: Faults): void {
  const ids = new Set(own.flatMap(([{ session }, i]) => (path.has(i) ? (session ?? []) : [])));
  const other = own.find(
    ([{ type, session }, i]) => !path.has(i) && ending.has(type) && session !== undefined && !ids.has(session),
  );
  const record = other && (records[other[1]] as JsonNode);
  if (record) faults.faultOnce('mixed', memberOf(record, 'sessionId')?.value ?? record);
}

interface Links {
  readonly records: readonly JsonNode[];
  readonly all: readonly TreeRecord[];
  /** Where the records of an id are, in the order of the file: more than one is a fault. */
  readonly byId: ReadonlyMap<string, readonly number[]>;
  /** The record that comes before another in the file. */
  readonly before: ReadonlyMap<number, number | undefined>;
}

/** The record that one follows. After a compaction, the log names the last record before it separately. */
function parentOf(at: number, { records, all, byId, before }: Links, faults: Faults): number | undefined {
  const { isPlaced, parent, logical, isBoundary } = all[at] as TreeRecord;
  // The output of the SDK names no parents.
  if (!isPlaced) return before.get(at);
  const named = parent ?? logical;
  if (named === undefined) return isBoundary ? before.get(at) : undefined;
  const places = byId.get(named);
  // Of several records with one id, the parent is the last one before its child.
  const found = places && lastAtMost(places, at - 1, (place) => place);
  if (found !== undefined && found > at) {
    const record = records[at] as JsonNode;
    faults.faultOnce('order', valueOf(record, 'parentUuid') ?? record);
  }
  if (found !== undefined) return found;
  const earlier = before.get(at);
  // The first records of a log may have been written to another file.
  if (earlier !== undefined && named !== logical)
    faults.fault('parent-missing', valueOf(records[at], 'parentUuid') ?? (records[at] as JsonNode));
  return earlier;
}

type Own = readonly (readonly [TreeRecord, number])[];

function indexesById(own: Own): Map<string, number[]> {
  const byId = new Map<string, number[]>();
  for (const [{ id }, i] of own) {
    const known = byId.get(id as string);
    if (known) known.push(i);
    else byId.set(id as string, [i]);
  }
  return byId;
}

/**
 * The end of the branch that each record beside the way is on: the last record that follows it. Where a branch divides only
 * because its calls are answered in parallel, it is one.
 */
function branchEnds(own: Own, path: ReadonlySet<number>, links: Links): Map<number, number> {
  const ends = new Map<number, number>();
  const isParent = new Set(own.map(([, i]) => parentOf(i, links, unheard)));
  const messages = new Set<string>();
  for (const [, leaf] of own.toReversed()) {
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

/** Whether a record says more than a further block of a known answer, or a reply. */
function isTurnOfItsOwn({ type, message, replies }: TreeRecord, messages: ReadonlySet<string>): boolean {
  if (type === 'assistant') return message === undefined || !messages.has(message);
  return type === 'user' && replies.length === 0;
}

/**
 * Adds records beside the way that are as much part of it: the log continues from one block of an API message or one reply, where
 * there were several.
 */
function addSiblings(own: Own, path: Set<number>): void {
  const onPath = own.filter(([, i]) => path.has(i));
  const answers = new Set(onPath.map(([{ message }]) => message));
  const answered = new Set(onPath.flatMap(([{ replies }]) => replies));
  const called = new Set<string>();
  for (const [{ message, calls, replies }, i] of own) {
    if (message !== undefined && answers.has(message)) path.add(i);
    if (path.has(i)) for (const call of calls) called.add(call);
    if (path.has(i) || replies.length === 0) continue;
    if (!replies.every((reply) => called.has(reply) && !answered.has(reply))) continue;
    path.add(i);
    for (const reply of replies) answered.add(reply);
  }
}

/** The id that the blocks of one message of the API have in common. */
export function messageKey(record: JsonNode): string | undefined {
  const id = textOf(record, 'type') === 'assistant' ? textOf(valueOf(record, 'message'), 'id') : undefined;
  // A fork of a session repeats the messages of the other one.
  return id === undefined ? undefined : `${textOf(record, 'sessionId') ?? ''} ${id}`;
}

const idsIn = (message: JsonNode | undefined, type: string, member: string): string[] =>
  itemsOf(valueOf(message, 'content')).flatMap((part) =>
    textOf(part, 'type') === type ? (textOf(part, member) ?? []) : [],
  );
