/** The fields that messages of lists and messages of the projection have in common. */
import { modelRole, thoughtChannel } from '../../grammar/index.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { JsonMessage } from './message.ts';

/** Returns the span and the role of a message. */
export function placeAndRole(node: JsonNode) {
  const { start, end } = node;
  return {
    start,
    end,
    role: textOf(node, 'role'),
    roleSpan: memberOf(node, 'role')?.value ?? { start, end: start + 1 },
  };
}

/** Returns the reasoning in fields of a message as separate messages on `analysis`, which precede the message itself. */
export function reasoningMessages(node: JsonNode, members: readonly string[]): JsonMessage[] {
  return members.flatMap((key) => {
    const member = memberOf(node, key);
    if (member?.value?.kind !== 'string' || member.value.value === '') return [];
    const { start, end } = member.value;
    const of = { role: modelRole, roleSpan: member.key, channel: thoughtChannel };
    return [{ start, end, ...of, content: member.value.value, open: false }];
  });
}

/**
 * Returns the value of a field that determines who sees the message. A value that is not a string counts as an unknown word, and so does a
 * repeated field.
 */
export function oneWord(node: JsonNode, key: string): string | undefined {
  const members = node.kind === 'object' ? node.members.filter((member) => member.key.value === key) : [];
  const words = new Set(members.map(({ value }) => (value?.kind === 'string' ? value.value : value?.kind)));
  words.delete('null');
  return words.size > 1 || members.some(({ value }) => value?.kind !== 'string' && value?.kind !== 'null')
    ? '?'
    : [...words][0];
}
