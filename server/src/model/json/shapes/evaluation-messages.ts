/**
 * Reads the messages of Inspect's samples. Samples store long texts and images separately, so references to them are replaced by the texts.
 * A call to a tool run by the server is one part of an answer, together with the result. Such a part becomes a call and its reply.
 */
import { modelRole, toolRole } from '../../../grammar/index.ts';
import { attachedMember, attachedPrefix } from '../../../grammar/json-saved.ts';
import { type JsonMember, type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { asText, callAt, replyAt } from '../sessions/message-nodes.ts';
import { type Conversations, member, stringAt, valueOf } from './conversation.ts';
import { elements } from './elements.ts';

export function readSample(root: JsonNode): Conversations {
  const attached = valueOf(root, attachedMember);
  const texts = new Map(
    (attached?.kind === 'object' ? attached.members : []).flatMap(({ key, value }) =>
      value?.kind === 'string' ? [[`${attachedPrefix}${key.value}`, value.value] as const] : [],
    ),
  );
  const list = valueOf(root, 'messages') as JsonNode;
  const conversations = elements(list, (message) =>
    readable(texts.size > 0 ? withTexts(message, texts, DEPTH) : message),
  );
  const failed = new Set(conversations.messages.filter(isFailure).map(({ start }) => start));
  const messages = conversations.messages.flatMap((message) => servedApart(message, failed));
  return { ...conversations, messages, conversations: [messages], failed };
}

/** The type of a part for a tool run by the server. Its arguments are a string, next to its result. */
const servedType = 'tool_use';
const isServed = (part: JsonNode): boolean =>
  textOf(part, 'type') === servedType && memberOf(part, 'input') === undefined;

const isFailure = (message: JsonNode): boolean =>
  textOf(message, 'role') === toolRole && valueOf(message, 'error')?.kind === 'object';

/**
 * Splits an answer into several messages at the calls that the server executed. Each call is in a message with the content before it, and
 * its reply follows. The content after the last call is the last message. `failed`: receives the starts of replies with an error.
 */
function servedApart(message: JsonNode, failed: Set<number>): readonly JsonNode[] {
  const content = valueOf(message, 'content');
  const role = memberOf(message, 'role');
  const isAnswer = message.kind === 'object' && textOf(message, 'role') === modelRole;
  if (!isAnswer || role === undefined || content?.kind !== 'array' || !content.items.some(isServed)) return [message];
  const besides = message.members.filter(({ key }) => key.value !== 'content' && key.value !== callsMember);
  const calls = message.members.filter(({ key }) => key.value === callsMember);
  const messages: JsonNode[] = [];
  let nodes: JsonNode[] = [];
  const add = (last: JsonNode, more: readonly JsonMember[]) => {
    const { start } = nodes[0] ?? last;
    const list: JsonNode = { kind: 'array', start, end: last.end, items: nodes };
    // The first of the new messages represents the original message, and keeps its other fields.
    const isFirst = messages.length === 0;
    const members = [...(isFirst ? besides : [role]), member('content', last, list), ...more];
    messages.push({ kind: 'object', start: isFirst ? message.start : start, end: last.end, members });
    nodes = [];
  };
  for (const part of content.items) {
    if (!isServed(part)) nodes.push(part);
    else {
      add(part, [
        member(callsMember, part, { kind: 'array', start: part.start, end: part.end, items: [callOf(part)] }),
      ]);
      for (const reply of repliesTo(part, role.key)) {
        messages.push(reply);
        if (asText(valueOf(part, 'error'))?.value) failed.add(reply.start);
      }
    }
  }
  if (nodes.length > 0 || calls.length > 0) add(nodes.at(-1) ?? message, calls);
  return messages;
}

const callsMember = 'tool_calls';

const callOf = (part: JsonNode): JsonNode =>
  callAt(part, { id: valueOf(part, 'id'), name: valueOf(part, 'name'), text: valueOf(part, 'arguments') });

/** The reply to a call that the server executed: the result or, if there is none, the error. */
function repliesTo(part: JsonNode, roleAt: JsonNode): readonly JsonNode[] {
  const candidates = ['result', 'error'].map((key) => valueOf(part, key));
  const node = candidates.find((value) => value !== undefined && asText(value)?.value !== '' && value.kind !== 'null');
  const at = node ?? candidates[0];
  return at && at.kind !== 'null' ? [replyAt(at, roleAt, valueOf(part, 'id'), node)] : [];
}

/** Adds text from fields that only Inspect has to a message: the summary of encrypted reasoning, and the error of a tool. */
function readable(message: JsonNode): JsonNode {
  if (message.kind !== 'object') return message;
  const content = valueOf(message, 'content');
  const error = valueOf(valueOf(message, 'error'), 'message');
  const hasReason = textOf(message, 'role') === toolRole && error?.kind === 'string';
  if (hasReason && content?.kind === 'string' && content.value.trim() === '')
    return withMember(message, 'content', error);
  if (content?.kind !== 'array') return message;
  const items = content.items.flatMap(readablePart);
  return items.every((item, i) => item === content.items[i])
    ? message
    : withMember(message, 'content', { ...content, items });
}

/** Replaces redacted reasoning, which is unreadable, with its summary. Without a summary, the part is removed. */
function readablePart(part: JsonNode): readonly JsonNode[] {
  const redacted = valueOf(part, 'redacted');
  if (part.kind !== 'object' || redacted?.kind !== 'boolean' || redacted.value === false) return [part];
  const summary = valueOf(part, 'summary');
  return summary?.kind === 'string' ? [withMember(part, 'reasoning', summary)] : [];
}

const withMember = (node: JsonNode & { kind: 'object' }, key: string, value: JsonNode): JsonNode => ({
  ...node,
  members: memberOf(node, key)
    ? node.members.map((one) => (one.key.value === key ? { ...one, value } : one))
    : [...node.members, member(key, value, value)],
});

/** The maximum depth of a reference in a message. It is reached in a part of a call's result, and in arguments. */
const DEPTH = 6;

/**
 * Replaces the references in a value with the texts, which get the spans of the references. Without references, the same object
 * is returned.
 */
function withTexts(node: JsonNode, texts: ReadonlyMap<string, string>, depth: number): JsonNode {
  if (node.kind === 'string') {
    const text = node.value.startsWith(attachedPrefix) ? texts.get(node.value) : undefined;
    return text === undefined ? node : stringAt(node, text);
  }
  if (depth === 0) return node;
  if (node.kind === 'array') {
    const items = node.items.map((item) => withTexts(item, texts, depth - 1));
    return items.some((item, i) => item !== node.items[i]) ? { ...node, items } : node;
  }
  if (node.kind !== 'object') return node;
  const members = node.members.map((one): JsonMember => {
    const value = one.value && withTexts(one.value, texts, depth - 1);
    return value === one.value ? one : { ...one, value };
  });
  return members.some((one, i) => one !== node.members[i]) ? { ...node, members } : node;
}
