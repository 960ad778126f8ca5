/**
 * Conversations in one string, as Anthropic's HH-RLHF keeps them: `\n\nHuman: …\n\nAssistant: …`. Prose that quotes such lines
 * is not one: a conversation begins with the human, and the assistant answers.
 */
import { modelRole, userRole } from '../../../grammar/index.ts';
import type { Span } from '../../../syntax/span.ts';

/** What somebody says: who, and the stretch of the string. */
export interface Turn extends Span {
  readonly role: typeof userRole | typeof modelRole;
}

const begins = /^\s*Human:/;
const markers = /(?:^\s*|\n\n)(Human|Assistant):(?: |(?=\n)|$)/g;

/** The turns of a string; undefined if it is not such a conversation. One that is empty at the end is the assistant's to write. */
export function turnsOf(text: string): readonly Turn[] | undefined {
  // Most texts fail here, after their first characters.
  if (!begins.test(text) || !text.includes('\n\nAssistant:')) return undefined;
  const found = [...text.matchAll(markers)];
  if (found.length < 2 || found.some(([, name], i) => (name === 'Human') !== (i % 2 === 0))) return undefined;
  return found.flatMap(({ 0: marker, 1: name, index }, i) => {
    const start = index + marker.length;
    const end = found[i + 1]?.index ?? text.length;
    if (i === found.length - 1 && text.slice(start, end).trim() === '') return [];
    return [{ role: name === 'Human' ? userRole : modelRole, start, end }];
  });
}
