/**
 * Headers of 2.x that were read once already, with a body of plain text after them. Nothing in a body without `<` is a token, so
 * that the scanner goes from the header to the terminator, and the body is one text; and a header is read by itself. So
 * the same header with another such body says the same, and does not need to be read again.
 */
import type { Family } from '../syntax/families/family.ts';
import type { Said } from './said.ts';

/** So many are kept: most headers repeat, but for their ids. */
const most = 1000;
const known = new Map<Family, Set<string>>();

/** What tells the header, where it says all that its message depends on; undefined where the message has to be read. */
export function plainHeader(
  { role, attributes, channel, constraint, terminator, slot, pieces }: Said,
  header: string,
  body: string,
  { has, frame }: Family,
): string | undefined {
  const { headerEnd } = frame;
  if (!has.channels || headerEnd === 'line break' || slot || terminator === undefined) return undefined;
  if (!header.endsWith(headerEnd.text) || body.includes('<') || pieces.length > 1) return undefined;
  const [piece] = pieces;
  if (piece === undefined ? body !== '' : piece.kind !== 'text' || piece.text !== body) return undefined;
  return JSON.stringify([header, terminator, role ?? 0, channel ?? 0, constraint ?? 0, ...attributes]);
}

export const isProved = (key: string | undefined, family: Family): boolean =>
  key !== undefined && known.get(family)?.has(key) === true;

/** Keeps what was read as it was said. */
export function keepProved(key: string | undefined, family: Family): void {
  if (key === undefined) return;
  let keys = known.get(family);
  if (keys === undefined || keys.size >= most) known.set(family, (keys = new Set()));
  keys.add(key);
}
