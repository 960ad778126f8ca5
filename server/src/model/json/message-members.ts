/** Members shared by messages of lists and of the projection. */
import { modelRole, thoughtChannel } from '../../grammar/index.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { JsonMessage } from './message.ts';

/** The span and the role of a message. */
export function placeAndRole(node: JsonNode) {
  const { start, end } = node;
  return {
    start,
    end,
    role: textOf(node, 'role'),
    roleSpan: memberOf(node, 'role')?.value ?? { start, end: start + 1 },
  };
}

/** The private reasoning of a message as separate messages on `analysis`, before the message that contains it. */
export function reasoningMessages(node: JsonNode, members: readonly string[]): JsonMessage[] {
  return members.flatMap((key) => {
    const member = memberOf(node, key);
    if (member?.value?.kind !== 'string' || member.value.value === '') return [];
    const { start, end } = member.value;
    const of = { role: modelRole, roleSpan: member.key, channel: thoughtChannel };
    return [{ start, end, ...of, content: member.value.value, open: false }];
  });
}

/** A word that decides who sees the message; if it is not a string, or occurs twice, it counts as unknown. */
export function oneWord(node: JsonNode, key: string): string | undefined {
  const members = node.kind === 'object' ? node.members.filter((member) => member.key.value === key) : [];
  const words = new Set(members.map(({ value }) => (value?.kind === 'string' ? value.value : value?.kind)));
  words.delete('null');
  return words.size > 1 || members.some(({ value }) => value?.kind !== 'string' && value?.kind !== 'null')
    ? '?'
    : [...words][0];
}
