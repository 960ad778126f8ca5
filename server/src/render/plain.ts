/** Plain text as HTML. */
import { type Piece, textOf } from '../model/fill-in-the-middle.ts';

/** The maximum length that is shown of a text (UTF-16 units); users do not read more than that here. */
export const textLimit = 200_000;

/** Renders text unchanged, with its line breaks and spaces. */
export function renderPlain(text: string): string {
  const rest = text.length - textLimit;
  const clipped = rest > 0 ? `<p class="clipped">… and ${rest} more characters.</p>` : '';
  return `<p class="plain">${escapeHtml(text.slice(0, textLimit))}</p>${clipped}`;
}

/** Renders plain text in which the part filled in by the model is marked. */
export function renderFilled(pieces: readonly Piece[]): string {
  const text = textOf(pieces);
  if (text.length > textLimit || !pieces.some(({ fill }) => fill)) return renderPlain(text);
  const html = pieces.map((piece) => (piece.fill ? `<mark>${escapeHtml(piece.text)}</mark>` : escapeHtml(piece.text)));
  return `<p class="plain">${html.join('')}</p>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => escapes.get(char) as string);
}

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);
