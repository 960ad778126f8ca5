/** Fixes of calls in message lists: missing replies, and arguments that are not in the format of chat APIs. */
import { toolRole, userRole } from '../../grammar/index.ts';
import { replyRoles } from '../../grammar/messages.ts';
import { listOf } from '../../model/json/list.ts';
import { type ApiCall, callsOf } from '../../model/json/tool-calls.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { type JsonArray, type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { type FixEdit, insert, type Proposal, replace } from '../fix.ts';
import { difference } from '../proof/replacement.ts';
import { repair } from '../support/repair-json.ts';
import { type JsonFixers, type JsonTarget, placeAt, separatorOf, stringAt, write } from './fix.ts';
import { placesIn } from './in-string.ts';

interface LocatedCall {
  readonly message: JsonNode;
  readonly call: ApiCall;
  /** The list that contains the message, and the index of the message in it. */
  readonly list: JsonArray;
  readonly index: number;
}

function callAt({ reading, problem }: JsonTarget): LocatedCall | undefined {
  const within = ({ start, end }: JsonNode) => problem.start >= start && problem.start < end;
  const message = listOf(reading).messages.find(within);
  const call = message && callsOf(message).find(({ node }) => within(node));
  const list = message && placeAt(reading.root, message.start)?.parents.at(-1);
  if (message === undefined || call === undefined || list?.kind !== 'array') return undefined;
  return { message, call, list, index: list.items.findIndex(({ start }) => start === message.start) };
}

/** Adds a reply to a call, in the format of that call. The user fills in the content. */
function answerCall(target: JsonTarget): Proposal | undefined {
  const locatedCall = callAt(target);
  const edits = [locatedCall && replyTo(locatedCall, target.text)];
  return { title: 'Add a reply to fill in', edits, preferred: target.problem.severity === 'warning' };
}

function replyTo({ message, call, list, index }: LocatedCall, text: string): FixEdit | undefined {
  const after = (at: number, reply: object): FixEdit => {
    const { end } = list.items[at] as JsonNode;
    return insert(end, separatorOf(text, list.items) + JSON.stringify(reply));
  };
  // The new reply follows the existing replies.
  let last = index;
  while (replyRoles.has(textOf(list.items[last + 1], 'role'))) last++;
  const isFunction = memberOf(message, 'function_call')?.value === call.node;
  if (isFunction && call.name !== undefined) return after(last, { role: 'function', name: call.name, content: '' });
  const id = call.id?.value;
  if (isFunction || id === undefined) return undefined;
  if (textOf(message, 'type') === 'function_call')
    return after(index, { type: 'function_call_output', call_id: id, output: '' });
  if (!call.asText) return inBlocks(list.items[index + 1], id, (reply) => after(index, reply));
  return after(last, { role: toolRole, tool_call_id: id, content: '' });
}

/** Adds a reply as a content block. Anthropic's API requires replies at the beginning of the user's next message. */
function inBlocks(next: JsonNode | undefined, id: string, after: (reply: object) => FixEdit): FixEdit {
  const reply = { type: 'tool_result', tool_use_id: id, content: '' };
  const content = textOf(next, 'role') === userRole ? memberOf(next, 'content')?.value : undefined;
  const [first] = content?.kind === 'array' ? content.items : [];
  if (first === undefined) return after({ role: userRole, content: [reply] });
  return { start: first.start, end: first.start, text: `${JSON.stringify(reply)}, ` };
}

/** Adds empty arguments to a call to a function without parameters. */
function noArguments({ problem, reading, text }: JsonTarget): Proposal | undefined {
  if (problem.data?.rule !== 'absent') return undefined;
  const { node, member } = placeAt(reading.root, problem.start) ?? {};
  if (node === undefined) return noArgumentsInContent(problem, text);
  if (member === undefined) return undefined;
  const none = '"{}"';
  return member.key.value === 'arguments'
    ? { title: `Change to \`${none}\``, edits: [replace(node, none)], preferred: true }
    : { title: `Add \`"arguments": ${none}\``, edits: [insert(node.end, `, "arguments": ${none}`)], preferred: true };
}

/** Adds empty arguments to a call in the content of a message, which is a JSON string. */
function noArgumentsInContent(problem: Problem, text: string): Proposal {
  if (text.slice(problem.start, problem.end) === 'null')
    return {
      title: 'Change to `{}` in the content',
      edits: [replace(problem, '{}')],
      preferred: true,
      changesBody: true,
    };
  const escapedMember = JSON.stringify(', "arguments": {}').slice(1, -1);
  const edits = [insert(problem.end, escapedMember)];
  return { title: 'Add `"arguments": {}` to the content', edits, preferred: true, changesBody: true };
}

function argumentsAsText(target: JsonTarget): Proposal | undefined {
  const { problem, reading, text } = target;
  const { node } = placeAt(reading.root, problem.start) ?? {};
  const isWhole = node?.kind === 'object' && reading.faults.length === 0;
  const edits = [write(node, isWhole ? text.slice(node.start, node.end) : undefined)];
  return { title: 'Encode the arguments as a JSON string', edits, preferred: true };
}

/** Corrects small faults in the JSON of a string. A data set may contain a faulty call on purpose, so this is never a safe fix. */
function repairText({ problem, reading, text }: JsonTarget): Proposal | undefined {
  const string = stringAt(reading.root, problem.start);
  const repaired = string && repair(string.value, 'this string');
  if (string === undefined || repaired === undefined) return undefined;
  const edits = [placesIn(text, string).written(difference(string.value, repaired.text))];
  return { title: repaired.title, edits, preferred: true, changesBody: true };
}

export const callFixers: JsonFixers = {
  'call-unanswered': { says: 'add a reply to fill in', fix: (target) => [answerCall(target)] },
  'E-CALL-SCHEMA': {
    says: 'encode an arguments object as a string, repair the JSON in the string, or add empty arguments where there are none',
    fix: (target) => [noArguments(target), argumentsAsText(target), repairText(target)],
  },
  'E-BODY-CONSTRAINT-VIOLATION': {
    says: 'remove the Markdown fence around the JSON, or repair the JSON',
    fix: (target) => [repairText(target)],
  },
};
