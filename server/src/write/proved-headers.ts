/**
 * Stores headers of 2.x that were already verified before a body of plain text. A body without `<|` has no tokens, so the scanner goes from
 * the header to the terminator, and the body is one text. A header is parsed independently of the body. The same header therefore means the
 * same before any other such body, and need not be written or parsed again.
 */
import type { Family } from '../syntax/families/family.ts';
import type { MessageDraft } from './message-draft.ts';

/** The maximum number of headers that are stored. Most headers are repeated, except for their ids. */
const MAX_PROVED_HEADERS = 1000;
const headersByFamily = new Map<Family, Map<string, string>>();

/** Part of a key. It distinguishes a missing word from an empty one. */
const word = (text: string | undefined) => (text === undefined ? '-' : `+${text}`);

/**
 * The key for a message's header, if the result of parsing the message depends only on this key; undefined if the message has to be
 * parsed. A message with a key has at most one piece, whose text is the body.
 */
export function plainHeader(draft: MessageDraft, { has, frame }: Family): string | undefined {
  const { role, attributes, channel, constraint, terminator, slot, pieces, source } = draft;
  if (!has.channels || frame.headerEnd === 'line break' || slot || terminator === undefined) return undefined;
  if (source !== undefined || pieces.length > 1) return undefined;
  const [piece] = pieces;
  // A `<` before the terminator would escape it.
  if (piece && (piece.kind !== 'text' || piece.text.endsWith('<') || piece.text.includes('<|'))) return undefined;
  const words = `${word(role)}\n${word(channel)}\n${word(constraint)}\n${terminator}`;
  return attributes.size === 0 ? words : words + JSON.stringify([...attributes]);
}

/** The verified header for a key, if there is one. */
export const provedHeader = (key: string, family: Family): string | undefined => headersByFamily.get(family)?.get(key);

/** Stores a verified header. */
export function keepProved(key: string, header: string, family: Family): void {
  let headers = headersByFamily.get(family);
  if (headers === undefined || headers.size >= MAX_PROVED_HEADERS) headersByFamily.set(family, (headers = new Map()));
  headers.set(key, header);
}
