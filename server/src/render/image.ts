/** Renders images as their name and address. The page also draws images that are embedded in a message as a `data:` address. */
import { dataImage } from '../../../protocol/allowed-elements.ts';
import { escapeHtml } from './plain.ts';

/** The maximum length of an image in base64 characters. A longer image is not drawn. */
const MAX_IMAGE_LENGTH = 3_000_000;

const MAX_ADDRESS_LENGTH = 200;

/**
 * Returns the HTML for an image. `drawn`: whether the page may draw the image. If so, and if the address contains the image data, the HTML
 * includes these data.
 */
export function imageHtml(name: string, address: string, drawn = true): string {
  const title = escapeHtml(name || 'Image');
  const type = /^data:image\/([a-z]{3,4});base64,/.exec(address.slice(0, 30))?.[1];
  if (!drawn || type === undefined || address.length > MAX_IMAGE_LENGTH || !dataImage.test(address))
    return `<span class="image">${title} <span class="address">${escapeHtml(shortened(address))}</span></span>`;
  const caption = `${type.toUpperCase()}, ${sizeText(address)}`;
  return `<span class="image" data="${address}">${title} <span class="address">${caption}</span></span>`;
}

/** The number of images, and the number of base64 characters of images, that a view may still draw. */
export interface ImageBudget {
  images: number;
  characters: number;
}

export const createImageBudget = (): ImageBudget => ({ images: 60, characters: 6_000_000 });

/** Returns the HTML for an image without a name. The image is drawn if the budget of the view allows it. */
export function imageWithin(budget: ImageBudget, address: string): string {
  budget.images -= 1;
  budget.characters -= address.length;
  return imageHtml('', address, budget.images >= 0 && budget.characters >= 0);
}

/** Returns the budget for an export, which is read as a whole, so it may draw more images than a view. */
export const createExportBudget = (): ImageBudget => ({ images: 500, characters: 60_000_000 });

/** The text in place of an image: its kind and size, or its address if it is elsewhere. */
export function imageNote(address: string): string {
  const [, type = '', data] =
    /^data:(\w[\w.+-]*\/\w[\w.+-]*)(?:;[^,]*)?(,)?/i.exec(address.slice(0, MAX_ADDRESS_LENGTH)) ?? [];
  if (data) {
    const [, name = type] = /^image\/([a-z]{3,4})$/.exec(type) ?? [];
    return `[image: ${name === type ? type : name.toUpperCase()}, ${sizeText(address)}]`;
  }
  return plainAddress.test(address) ? `[image: ${address}]` : '[image]';
}

/** Matches an address in which Markdown recognizes no other syntax. */
const plainAddress = /^https?:\/\/[\w./:?=%&+,;@~-]{1,200}$/;

/** Returns the size of the data in a `data:` address, for display. Data that are not in base64 are measured as they are written. */
function sizeText(address: string): string {
  const comma = address.indexOf(',');
  const characters = address.length - comma - 1;
  const padding = address.endsWith('==') ? 2 : address.endsWith('=') ? 1 : 0;
  const isBase64 = address.slice(0, comma).endsWith(';base64');
  const bytes = isBase64 ? Math.max(0, Math.floor(characters * 0.75) - padding) : characters;
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export function shortened(address: string): string {
  return address.length > MAX_ADDRESS_LENGTH ? `${address.slice(0, MAX_ADDRESS_LENGTH)}…` : address;
}
