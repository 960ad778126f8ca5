/**
 * Images in an exported page, by the rules of the preview. An image is drawn only if its bytes are in the message itself, in one of the
 * four formats, and without too many pixels. A large image is in a line that can be opened. The policy of the page allows no other address.
 */
import { bytesOf, imageHead, MAX_PIXELS, MAX_UNASKED } from '../../../../protocol/image-size.ts';
import type { SafeHtml } from '../../render/safe-html.ts';

/** An image with its bytes, as `imageHtml` writes it. Text is escaped, so it cannot contain such a tag. */
const imageInHtml = /<span class="image" data="([^"]+)">([^<]*) <span class="address">([^<]*)<\/span><\/span>/g;

/** The HTML of a message, in which images are drawn. */
export const withDrawnImages = (html: SafeHtml): string =>
  html.replace(imageInHtml, (_, data, name, about) => drawn(data, name, about));

function drawn(data: string, name: string, about: string): string {
  const writeCaption = (why: string) => `${name} <span class="address">${about}${why}</span>`;
  const bytes = bytesOf(data);
  const head = bytes && imageHead(bytes);
  if (head === undefined) return `<span class="image">${writeCaption(' (not shown: it cannot be read)')}</span>`;
  const { type, width, height } = head;
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) {
    const size = `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`;
    return `<span class="image">${writeCaption(` (not shown: ${size} pixels is too large)`)}</span>`;
  }
  // The type that the bytes have, whatever the address says.
  const address = `data:image/${type};base64,${data.slice(data.indexOf(',') + 1)}`;
  const image = `<img src="${address}" alt="${name.replaceAll('"', '&quot;')}" width="${width}" height="${height}" loading="lazy">`;
  return data.length > MAX_UNASKED
    ? `<details class="image"><summary>${writeCaption('')}</summary>${image}</details>`
    : `<span class="image">${image}<br>${writeCaption('')}</span>`;
}
