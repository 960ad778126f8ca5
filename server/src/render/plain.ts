/** Renders plain text as HTML. */
import { type Piece, textOf } from '../model/fill-in-the-middle.ts';

/** The maximum length of a text that is shown (UTF-16 units). Nobody reads more than that in a preview. */
export const textLimit = 200_000;

/** Renders a text unchanged, with its line breaks and spaces. */
export function renderPlain(text: string): string {
  const rest = text.length - textLimit;
  const clipped = rest > 0 ? `<p class="clipped">… and ${rest} more characters.</p>` : '';
  return `<p class="plain">${escapeHtml(text.slice(0, textLimit))}</p>${clipped}`;
}

/** Renders plain text, and marks the part that the model filled in. */
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
