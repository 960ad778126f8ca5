/** Reads conversations exported from ChatGPT, which are a tree of messages by id. */
import { exportEnd, exportParts, exportRoles, exportTree } from '../../../grammar/json-saved.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonMember, type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { type ConversationShape, firstOf, member, stringAt, valueOf, type Words } from './conversation.ts';
import { waysFrom } from './trees.ts';

/** The names in an export. There is no role for calls, since a call is a message with a tool as its recipient. */
const exportWords: Words = { role: 'role', content: 'content', roles: exportRoles };

const isNode = (node: JsonNode | undefined) =>
  memberOf(node, 'message') !== undefined && valueOf(node, 'children')?.kind === 'array';

const membersOf = (root: JsonNode): readonly JsonMember[] => {
  const tree = valueOf(root, exportTree);
  return tree?.kind === 'object' ? tree.members : [];
};

export const exportedTrees: ConversationShape = {
  name: 'messages',
  matches: (root) =>
    membersOf(root)
      .slice(0, 8)
      .some(({ value }) => isNode(value)),
  read(root) {
    const nodes = new Map(membersOf(root).flatMap(({ key, value }) => (value ? [[key.value, value] as const] : [])));
    const first = [...nodes.values()].filter((node) => !nodes.has(textOf(node, 'parent') ?? ''));
    const isTaken = new Set<string>(first.flatMap((node) => textOf(node, 'id') ?? []));
    const conversations = waysFrom(
      first,
      (node) => {
        const children = valueOf(node, 'children');
        return (children?.kind === 'array' ? children.items : []).flatMap((id) => {
          const child = id.kind === 'string' ? nodes.get(id.value) : undefined;
          // Each message gets only one parent, even if several parents have it as a child.
          if (id.kind !== 'string' || child === undefined || isTaken.has(id.value)) return [];
          isTaken.add(id.value);
          return [child];
        });
      },
      exportedMessage,
    );
    const last = nodes.get(textOf(root, exportEnd) ?? '');
    const isShown = (way: readonly JsonNode[]) => last !== undefined && way.at(-1)?.start === last.start;
    return {
      ...conversations,
      words: exportWords,
      messages: [...conversations.messages].sort((a, b) => a.start - b.start),
      conversations: [
        ...conversations.conversations.filter(isShown),
        ...conversations.conversations.filter((way) => !isShown(way)),
      ],
    };
  },
};

/** Converts a node to a message in the format of chat APIs; undefined if the node has no content, such as the root. */
function exportedMessage(node: JsonNode): JsonNode | undefined {
  const message = valueOf(node, 'message');
  const role = memberOf(valueOf(message, 'author'), 'role');
  const content = memberOf(message, 'content');
  if (role?.value?.kind !== 'string' || content?.value?.kind !== 'object') return undefined;
  const contentNode = contentOf(content.value);
  if (isEmpty(contentNode)) return undefined;
  const members = [
    member('role', role.key, stringAt(role.value, role.value.value)),
    member('content', content.key, contentNode as JsonNode),
  ];
  const recipient = memberOf(message, 'recipient');
  const isCall = recipient?.value?.kind === 'string' && recipient.value.value !== 'all';
  return { kind: 'object', start: node.start, end: node.end, members: isCall ? [...members, recipient] : members };
}

/** The content as a string or as parts. Content of a type that is not text, such as thoughts, becomes parts that are hidden from users. */
function contentOf(content: JsonNode): JsonNode | undefined {
  const type = memberOf(content, 'content_type');
  const parts = valueOf(content, 'parts');
  const { start, end } = content;
  if (parts?.kind === 'array') {
    const [only] = parts.items;
    if (parts.items.length === 1 && only?.kind === 'string') return only;
    return { ...parts, items: parts.items.filter((part) => !isEmpty(part)).map(partOf) };
  }
  const text = valueOf(content, 'text');
  if (textTypes.has(textOf(content, 'content_type') ?? '') && text?.kind === 'string') return text;
  const thoughts = firstOf(valueOf(content, 'thoughts'), Number.POSITIVE_INFINITY);
  const texts = thoughts.length > 0 ? thoughts.flatMap(stringsIn) : stringsIn(content, type);
  return { kind: 'array', start, end, items: texts.map((text) => typed('reasoning', text, text)) };
}

const textTypes = new Set(['text', 'code', 'execution_output']);

/** The strings in an object, except for its type. */
const stringsIn = (node: JsonNode, type?: unknown): JsonNode[] =>
  node.kind === 'object'
    ? node.members.flatMap((one) =>
        one !== type && one.value?.kind === 'string' && one.value.value !== '' ? [one.value] : [],
      )
    : [];

const typed = (type: string, at: JsonNode, text?: JsonNode): JsonNode => ({
  kind: 'object',
  start: at.start,
  end: at.end,
  members: [member('type', at, stringAt(at, type)), ...(text ? [member('text', text, text)] : [])],
});

/** Converts a part of the content: text, an image, or any other part, which keeps its fields. */
function partOf(part: JsonNode): JsonNode {
  if (part.kind === 'string') return typed('text', part, part);
  const type = memberOf(part, 'content_type');
  if (part.kind !== 'object' || type?.value?.kind !== 'string') return part;
  const partType = getOwn(exportParts, type.value.value) ?? type.value.value;
  return {
    ...part,
    members: part.members.map((one) => (one === type ? member('type', one.key, stringAt(one.key, partType)) : one)),
  };
}

const isEmpty = (text: JsonNode | undefined): boolean =>
  text === undefined ||
  (text.kind === 'string' ? text.value === '' : text.kind === 'array' && text.items.every(isEmpty));
