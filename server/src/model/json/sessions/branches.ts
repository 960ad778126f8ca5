/** The conversations of one session: the conversation at its end, and those on branches, after a rollback, and of sub-agents. */
import { type JsonUnit, jsonUnit, readUnit } from '../../../syntax/json/json-unit.ts';
import type { JsonReading } from '../../../syntax/json/nodes.ts';
import { continueRecords } from '../../../syntax/json/records.ts';
import { listOf, type MessageList, putList } from '../list.ts';
import { conversationsOf } from '../shapes.ts';
import type { SessionBranch } from './session.ts';

/** The id for all records as one conversation, in log order. */
const everything = 'all';

/** The id that selects a branch: its start, which does not change while the log grows. */
export const branchId = ({ kind, start }: SessionBranch): string => `${kind}-${start}`;

const units = new WeakMap<JsonUnit, Map<string, JsonUnit>>();
/** How many branches of a session are cached at a time, one for each view. */
const MAX_BRANCHES = 4;

/**
 * A unit with only the messages of one conversation of a session, at their original offsets. `id`: a branch, or `everything`;
 * without an id or such a branch, the conversation at the end of the session.
 */
export function unitOfBranch(unit: JsonUnit, id: string | undefined): JsonUnit {
  const reading = readUnit(unit);
  const messageList = listOf(reading);
  if (messageList.session === undefined || messageList.session.asides.size === 0 || id === everything) return unit;
  const branch = id === undefined ? undefined : messageList.session.branches.find((one) => branchId(one) === id);
  const key = branch ? branchId(branch) : '';
  const known = units.get(unit) ?? new Map<string, JsonUnit>();
  units.set(unit, known);
  let found = known.get(key);
  if (found === undefined) {
    found = {
      ...jsonUnit(unit.text),
      records: unit.records ?? false,
      reading: readingOf(reading, messageList, branch),
    };
    for (const old of known.keys()) if (known.size >= MAX_BRANCHES) known.delete(old);
    known.set(key, found);
  }
  return found;
}

function readingOf(reading: JsonReading, messageList: MessageList, branch: SessionBranch | undefined): JsonReading {
  const { root } = reading;
  if (branch?.records === undefined || root?.kind !== 'array') {
    const same = { ...reading };
    putList(same, conversationOnly(branch ? { ...messageList, conversations: [branch.messages] } : messageList));
    return same;
  }
  const branched = { ...root, items: [...branch.records()] };
  continueRecords(branched, root);
  const conversations = conversationsOf(branched);
  const only = { ...reading, root: branched };
  putList(only, conversationOnly(conversations ? { ...messageList, ...conversations } : messageList));
  return only;
}

/** Removes everything besides the conversation. If the list has no conversation, all messages form one, and remain `unsaid`. */
function conversationOnly(list: MessageList): MessageList {
  const [messages = list.messages] = list.conversations;
  const kept = new Set(messages);
  return { ...list, messages, conversations: [messages], unsaid: (list.unsaid ?? []).filter((one) => kept.has(one)) };
}
