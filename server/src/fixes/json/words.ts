/** Fixes that replace one word with another: roles, channels, events, and names in templates. */
import type { Proposal } from '../fix.ts';
import { type JsonFixer, type JsonTarget, placeAt, write } from './fix.ts';

/**
 * Replaces a word with the one that the rule suggests. The fix is safe if only the case differs, because then no other word can be meant.
 */
export function respell({ problem, reading }: JsonTarget): Proposal | undefined {
  const { suggestion } = problem.data ?? {};
  const { node, onKey } = placeAt(reading.root, problem.start) ?? {};
  if (typeof suggestion !== 'string' || node?.kind !== 'string' || onKey) return undefined;
  const safe = node.value.trim().toLowerCase() === suggestion.toLowerCase();
  return { title: `Change to \`${suggestion}\``, edits: [write(node, suggestion)], preferred: true, safe };
}

/** Keys that have a fixed set of values, or whose value is not a string. There, a number in quotes would also be wrong. */
const others = ['role', 'channel', 'event', 'tool_call'];

/** Puts a number or a boolean in quotes where a string is expected. */
export function quoteValue({ problem, reading, text }: JsonTarget): Proposal | undefined {
  const { node, member } = placeAt(reading.root, problem.start) ?? {};
  if ((node?.kind !== 'number' && node?.kind !== 'boolean') || member === undefined) return undefined;
  if (others.includes(member.key.value)) return undefined;
  const valueText = text.slice(node.start, node.end);
  return { title: `Change to \`"${valueText}"\`, a string`, edits: [write(node, valueText)], preferred: true };
}

export const suggestedWord = (says: string): JsonFixer => ({ says, safe: true, fix: (target) => [respell(target)] });
