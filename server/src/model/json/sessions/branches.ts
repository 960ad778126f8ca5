/** Selects one of the conversations in a session: the one at its end, one on a branch or before a rollback, or one of a sub-agent. */
import { type JsonUnit, jsonUnit, readUnit } from '../../../syntax/json/json-unit.ts';
import type { JsonReading } from '../../../syntax/json/nodes.ts';
import { continueRecords } from '../../../syntax/json/records.ts';
import { listOf, type MessageList, putList } from '../list.ts';
import { conversationsOf } from '../shapes.ts';
import type { SessionBranch } from './session.ts';

/** The id that selects all records in log order, as one conversation. */
const everything = 'all';

/** Returns the id that selects a branch. It contains the start of the branch, which does not change while the log grows. */
export const branchId = ({ kind, start }: SessionBranch): string => `${kind}-${start}`;

const units = new WeakMap<JsonUnit, Map<string, JsonUnit>>();
/** The maximum number of branches of a session that are cached at a time, one for each view. */
const MAX_BRANCHES = 4;

/**
 * Returns a unit that has only the messages of one conversation, at their original offsets. `id`: that of a branch, or
 * `everything`. If it is undefined or unknown, the conversation at the end of the session is selected.
 */
export function unitOfBranch(unit: JsonUnit, id: string | undefined): JsonUnit {
  const reading = readUnit(unit);
  const messageList = listOf(reading);
  if (messageList.session === undefined || messageList.session.asides.size === 0 || id === everything) return unit;
  const branch = id === undefined ? undefined : messageList.session.branches.find((one) => branchId(one) === id);
  const key = branch ? branchId(branch) : '';
  const branchUnits = units.get(unit) ?? new Map<string, JsonUnit>();
  units.set(unit, branchUnits);
  let branchUnit = branchUnits.get(key);
  if (branchUnit === undefined) {
    branchUnit = {
      ...jsonUnit(unit.text),
      records: unit.records ?? false,
      reading: readingOf(reading, messageList, branch),
    };
    for (const old of branchUnits.keys()) if (branchUnits.size >= MAX_BRANCHES) branchUnits.delete(old);
    branchUnits.set(key, branchUnit);
  }
  return branchUnit;
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

/**
 * Returns a list with only the selected conversation. If the list has no conversation, all of its messages become one, and remain
 * `unsaid`.
 */
function conversationOnly(list: MessageList): MessageList {
  const [messages = list.messages] = list.conversations;
  const messageSet = new Set(messages);
  return {
    ...list,
    messages,
    conversations: [messages],
    unsaid: (list.unsaid ?? []).filter((one) => messageSet.has(one)),
  };
}
