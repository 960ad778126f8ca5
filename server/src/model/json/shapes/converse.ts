/** Messages as Bedrock's Converse has them, which are not read: they look like those of other chat APIs. */
import { converseParts } from '../../../grammar/json-rows.ts';
import { type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { firstOf, valueOf } from './conversation.ts';

/** Whether a value holds messages of Converse: it says so, or a part of the content is named by its only member. */
export function isConverse(root: JsonNode): boolean {
  if (textOf(root, 'schemaVersion')?.startsWith('bedrock')) return true;
  const list = root.kind === 'array' ? root : valueOf(root, 'messages');
  return firstOf(list).some((message) => firstOf(valueOf(message, 'content')).some(isNamedByMember));
}

const isNamedByMember = (part: JsonNode) =>
  memberOf(part, 'type') === undefined && converseParts.some((key) => memberOf(part, key) !== undefined);
