import type { JsonMember, JsonNode } from './nodes.ts';

/** Whether two values are equal, whatever their formatting. The comparison does not use recursion, so nesting may be of any depth. */
export function sameValue(one: JsonNode | undefined, other: JsonNode | undefined): boolean {
  const open: [JsonNode | undefined, JsonNode | undefined][] = [[one, other]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [a, b] = pair;
    if (a === undefined || b === undefined || a.kind !== b.kind) {
      if (a !== b) return false;
    } else if (a.kind === 'array' && b.kind === 'array') {
      if (a.items.length !== b.items.length) return false;
      for (const [i, item] of a.items.entries()) open.push([item, b.items[i]]);
    } else if (a.kind === 'object' && b.kind === 'object') {
      if (a.members.length !== b.members.length) return false;
      for (const [i, { key, value }] of a.members.entries()) {
        const member = b.members[i] as JsonMember;
        if (key.value !== member.key.value) return false;
        open.push([value, member.value]);
      }
    } else if ('value' in a && 'value' in b && a.value !== b.value) return false;
  }
  return true;
}
