/**
 * Headers of 2.x that were read once already, with a body of plain text after them. Nothing in a body without `<|` is a token, so
 * that the scanner goes from the header to the terminator, and the body is one text; and a header is read by itself. So
 * the same header with another such body says the same, and does not need to be written or read again.
 */
import type { Family } from '../syntax/families/family.ts';
import type { MessageDraft } from './message-draft.ts';

/** How many are kept; most headers repeat, except for their ids. */
const MAX_PROVED_HEADERS = 1000;
const known = new Map<Family, Map<string, string>>();

/** Nothing said is another thing than an empty word. */
const word = (said: string | undefined) => (said === undefined ? '-' : `+${said}`);

/**
 * The key of a message's header, if it contains everything that its reading depends on; undefined if the message has to be
 * read. With a key, the body is the text of its one piece.
 */
export function plainHeader(said: MessageDraft, { has, frame }: Family): string | undefined {
  const { role, attributes, channel, constraint, terminator, slot, pieces, source } = said;
  if (!has.channels || frame.headerEnd === 'line break' || slot || terminator === undefined) return undefined;
  if (source !== undefined || pieces.length > 1) return undefined;
  const [piece] = pieces;
  // A `<` before the terminator would be its escape.
  if (piece && (piece.kind !== 'text' || piece.text.endsWith('<') || piece.text.includes('<|'))) return undefined;
  const words = `${word(role)}\n${word(channel)}\n${word(constraint)}\n${terminator}`;
  return attributes.size === 0 ? words : words + JSON.stringify([...attributes]);
}

/** The header that is recognised by this, if one was proved. */
export const provedHeader = (key: string, family: Family): string | undefined => known.get(family)?.get(key);

/** Keeps what was read as it was said. */
export function keepProved(key: string, header: string, family: Family): void {
  let headers = known.get(family);
  if (headers === undefined || headers.size >= MAX_PROVED_HEADERS) known.set(family, (headers = new Map()));
  headers.set(key, header);
}
