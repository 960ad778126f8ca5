/** Fixes that write one word for another: roles, channels, events, names of templates. */
import type { Proposal } from '../fix.ts';
import { type JsonFixer, type JsonTarget, placeAt, write } from './fix.ts';

/** The word that a rule suggests. Where only the case of letters differs, nothing else can be meant. */
export function respell({ problem, reading }: JsonTarget): Proposal | undefined {
  const { suggestion } = problem.data ?? {};
  const { node, onKey } = placeAt(reading.root, problem.start) ?? {};
  if (typeof suggestion !== 'string' || node?.kind !== 'string' || onKey) return undefined;
  const safe = node.value.trim().toLowerCase() === suggestion.toLowerCase();
  return { title: `Change to \`${suggestion}\``, edits: [write(node, suggestion)], preferred: true, safe };
}

/** Members whose value is one of a few words, or no string at all: a number in quotes would be none either. */
const others = ['role', 'channel', 'event', 'tool_call'];

/** A number, or true or false, where a string belongs. */
export function quoteValue({ problem, reading, text }: JsonTarget): Proposal | undefined {
  const { node, member } = placeAt(reading.root, problem.start) ?? {};
  if ((node?.kind !== 'number' && node?.kind !== 'boolean') || member === undefined) return undefined;
  if (others.includes(member.key.value)) return undefined;
  const written = text.slice(node.start, node.end);
  return { title: `Change to \`"${written}"\`, a string`, edits: [write(node, written)], preferred: true };
}

export const suggestedWord = (says: string): JsonFixer => ({ says, safe: true, fix: (target) => [respell(target)] });
