/** Recognizes messages of Bedrock's Converse API. They are not supported, but resemble those of other chat APIs. */
import { converseParts } from '../../../grammar/json-rows.ts';
import { type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { firstOf, valueOf } from './conversation.ts';

/**
 * Whether a value has messages of Converse. Either its schema version shows this, or a content part has no `type`, but a field with the
 * name of its type.
 */
export function isConverse(root: JsonNode): boolean {
  if (textOf(root, 'schemaVersion')?.startsWith('bedrock')) return true;
  const list = root.kind === 'array' ? root : valueOf(root, 'messages');
  return firstOf(list).some((message) => firstOf(valueOf(message, 'content')).some(isNamedByMember));
}

const isNamedByMember = (part: JsonNode) =>
  memberOf(part, 'type') === undefined && converseParts.some((key) => memberOf(part, key) !== undefined);
