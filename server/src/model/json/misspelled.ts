/** Finds unknown keys that resemble keys that determine who sees a message. */
import { messageMembers } from '../../grammar/messages.ts';
import { projectionMembers, toolCallMembers } from '../../grammar/openchatml-json.ts';
import type { JsonNode, JsonString } from '../../syntax/json/nodes.ts';
import { closest } from '../../syntax/tokens/closest.ts';

export interface Misspelled {
  readonly key: JsonString;
  /** The key that is probably meant. */
  readonly meant: string;
}

interface Members {
  readonly known: ReadonlySet<string>;
  readonly candidates: readonly string[];
  readonly deciding: ReadonlySet<string>;
}

function members(facts: readonly { readonly name: string; readonly decides?: true }[], knownFacts = facts): Members {
  return {
    known: new Set(knownFacts.map(({ name }) => name)),
    candidates: facts.map(({ name }) => name),
    deciding: new Set(facts.filter(({ decides }) => decides).map(({ name }) => name)),
  };
}

const dialects = {
  // The recipient of a call may be next to `tool_call` instead of inside it.
  'openchatml-json': members(
    [...projectionMembers, ...toolCallMembers.filter(({ decides }) => decides)],
    projectionMembers,
  ),
  messages: members(messageMembers),
} as const;

/** Returns the keys of a message that are probably misspellings of keys that determine who sees it. Keys with the value null are ignored. */
export function misspelledIn(node: JsonNode, dialect: keyof typeof dialects): Misspelled[] {
  if (node.kind !== 'object') return [];
  const { known, candidates, deciding } = dialects[dialect];
  return node.members.flatMap(({ key, value }) => {
    if (known.has(key.value) || value?.kind === 'null') return [];
    const word = key.value.trim();
    const nearestKey = closest(word, candidates);
    // A short name resembles too many other words, so only a difference in case counts.
    const isNear = nearestKey !== undefined && (nearestKey.length > 3 || nearestKey === word.toLowerCase());
    return isNear && deciding.has(nearestKey) ? [{ key, meant: nearestKey }] : [];
  });
}
