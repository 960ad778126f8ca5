/**
 * Fixes of the JSON projection (2.2 §10). Ids and names are only looked up in the same list, because lines are independent of each other.
 */

import type { JsonDialectId } from '../../grammar/index.ts';
import { isOfTool } from '../../model/calls/tool-names.ts';
import { projectedPairs } from '../../model/json/call-pairs.ts';
import { type Projected, partIn, projectedListsOf, projectedOf } from '../../model/json/projected.ts';
import { type JsonObject, memberOf } from '../../syntax/json/nodes.ts';
import type { FixEdit, Proposal } from '../fix.ts';
import { suggested } from '../headers.ts';
import { addMember, drop, type JsonFixers, type JsonTarget, memberSpan, placeAt, write } from './fix.ts';
import { copyCallId } from './messages.ts';
import { quoteValue, respell, suggestedWord } from './words.ts';

/** The message with the problem, and the list that contains it. Other lists are other conversations. */
function messageAt({ reading, problem }: JsonTarget): {
  own: Projected | undefined;
  list: readonly Projected[];
  at: number;
} {
  const isHere = ({ node }: Projected) => problem.start >= node.start && problem.start < node.end;
  const list = projectedListsOf(reading).find((one) => one.some(isHere)) ?? [];
  const at = list.findIndex(isHere);
  return { own: list[at], list, at };
}

const toolOf = ({ message }: Projected) => message.tool;
/** Whether a reply may come from the called tool: it names that tool, or none. */
function sameTool(call: Projected, reply: Projected | undefined): boolean {
  const tool = reply && toolOf(reply);
  return tool === undefined || isOfTool(tool, toolOf(call) ?? '');
}

/** A new id that no message of the document has. */
function freshId({ reading }: JsonTarget): string {
  const callIds = new Set(projectedOf(reading).map(({ message }) => message.callId));
  for (let n = 1; ; n++) if (!callIds.has(`c${n}`)) return `c${n}`;
}

/** The id of the nearest unanswered call before a reply. */
function idOfOpenCall(target: JsonTarget): string | undefined {
  const { own: projected, list, at } = messageAt(target);
  const { replyTo } = projectedPairs(list);
  const isOpen = (one: Projected) => one.message.callId !== undefined && !replyTo.has(one) && sameTool(one, projected);
  return list.slice(0, at).findLast((one) => partIn(one) === 'call' && isOpen(one))?.message.callId;
}

/** Sets a field to a string. If the object does not have the field, it is added. */
function setMember(
  { text }: JsonTarget,
  node: JsonObject | undefined,
  key: string,
  value: string | undefined,
): FixEdit | undefined {
  const member = memberOf(node, key);
  if (member?.value) return write(member.value, value);
  return node && value !== undefined ? addMember(text, node, key, value) : undefined;
}

function addId(target: JsonTarget): Proposal | undefined {
  const { own: projected, list, at } = messageAt(target);
  const call = memberOf(projected?.node, 'tool_call')?.value;
  if (projected && call?.kind === 'object' && target.problem.start === call.start) {
    const { callOf, replyTo } = projectedPairs(list);
    const isOrphan = (one: Projected) => partIn(one) === 'reply' && !callOf.has(one) && sameTool(projected, one);
    const callId = list.slice(at + 1).find((one) => one.message.callId !== undefined && isOrphan(one))?.message.callId;
    if (callId !== undefined) {
      const edits = [setMember(target, call, 'id', callId)];
      return { title: `Add the id \`${callId}\` from its reply`, edits, preferred: true };
    }
    const id = freshId(target);
    const reply = replyTo.get(projected);
    const edits = [setMember(target, call, 'id', id), ...(reply ? [setMember(target, reply.node, 'call_id', id)] : [])];
    return { title: `Add the id \`${id}\`${reply ? ' to the call and its reply' : ''}`, edits, preferred: true };
  }
  const id = idOfOpenCall(target);
  const edits = [setMember(target, projected?.node, 'call_id', id)];
  return { title: `Add \`call_id\` with \`${id}\`, the id of the preceding call`, edits, preferred: true };
}

/** Adds the missing recipient of a call, which is the tool that its reply names. */
function addRecipient(target: JsonTarget): Proposal | undefined {
  const { own: projected, list } = messageAt(target);
  const call = memberOf(projected?.node, 'tool_call')?.value;
  const reply =
    projected?.message.callId === undefined ? undefined : projectedPairs(list, projected).replyTo.get(projected);
  const tool = reply && toolOf(reply);
  const edits = [setMember(target, call?.kind === 'object' ? call : undefined, 'recipient', tool)];
  return { title: `Add the recipient \`${tool}\`, the tool that replies`, edits, preferred: true };
}

const unmatched: Partial<Record<JsonDialectId, (target: JsonTarget) => Proposal | undefined>> = {
  'openchatml-json': matchId,
};

function matchId(target: JsonTarget): Proposal | undefined {
  const id = idOfOpenCall(target);
  const edits = [setMember(target, messageAt(target).own?.node, 'call_id', id)];
  return { title: `Change to \`${id}\`, the id of the preceding call`, edits, preferred: true };
}

function nameTool(target: JsonTarget): Proposal | undefined {
  const { own: projected, list } = messageAt(target);
  const call = projected?.message.callId === undefined ? undefined : projectedPairs(list).callOf.get(projected);
  const tool = call && toolOf(call);
  const edits = [setMember(target, projected?.node, 'name', tool)];
  return { title: `Change the name to \`${tool}\`, the tool that was called`, edits, preferred: true };
}

/** Rewrites a value that the text form of a message cannot express, but whose meaning is clear. */
function represent(target: JsonTarget): Proposal | undefined {
  const { problem, reading, text } = target;
  const { node, member, onKey, parents = [] } = placeAt(reading.root, problem.start) ?? {};
  const object = parents.at(-1);
  const key = member?.key.value;
  if (node === undefined || member === undefined || object?.kind !== 'object') return undefined;
  if (!onKey) {
    const isArguments = key === 'arguments' && (node.kind === 'object' || node.kind === 'array');
    if (!isArguments) return respell(target) ?? quoteValue(target);
    if (reading.faults.length > 0) return undefined;
    const edits = [write(node, text.slice(node.start, node.end))];
    return { title: 'Encode the arguments as a JSON string', edits, preferred: true };
  }
  const suggestion = suggested(target);
  if (suggestion !== undefined)
    return { title: `Change to \`${suggestion}\``, edits: [write(node, suggestion)], preferred: true };
  const index = object.members.indexOf(member);
  const before = object.members.findIndex((one) => one.key.value === key);
  const source = ({ value }: typeof member) => value && text.slice(value.start, value.end);
  const { value } = member;
  const says = value?.kind === 'string' ? value.value !== '' : true;
  const twice = before < index && source(object.members[before] as typeof member) === source(member);
  if (!twice && (key !== 'content' || says)) return undefined;
  const edit = drop(text, object.members.map(memberSpan), index);
  const title = twice ? `Remove the duplicate \`${key}\`` : 'Remove the empty `content`';
  return edit && { title, edits: [edit], preferred: true };
}

export const projectionFixers: JsonFixers = {
  'json-state-invented': {
    says: 'correct the key or the name; change arguments and other values to strings; remove a duplicate key or empty content',
    safe: true,
    fix: (target) => [represent(target)],
  },
  'E-PARSE-HEADER': suggestedWord('correct the role or the channel'),
  'call-id-missing': {
    says: 'add the id of the open call, or give the call and its reply a new id',
    fix: (target) => [addId(target)],
  },
  'call-no-recipient': { says: 'add the called tool as the recipient', fix: (target) => [addRecipient(target)] },
  'call-id-unmatched': {
    says: 'change the id to that of the open call',
    fix: (target) => [(unmatched[target.dialect] ?? copyCallId)(target)],
  },
  'tool-name-missing': {
    says: 'add the name of the tool that was called with the same id',
    fix: (target) => [nameTool(target)],
  },
  'tool-name-mismatch': {
    says: 'change the name to that of the tool that was called',
    fix: (target) => [nameTool(target)],
  },
  'tool-channel': {
    says: 'change the channel to the one for calls',
    fix(target) {
      const suggestion = suggested(target);
      const edits = [setMember(target, messageAt(target).own?.node, 'channel', suggestion)];
      return [{ title: `Change the channel to \`${suggestion}\``, edits, preferred: true }];
    },
  },
  'intent-unknown': { says: 'correct the intent', fix: (target) => [respell(target)] },
};
