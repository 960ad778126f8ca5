/** Images of messages in JSON, which replace their text placeholders. */
import { verdictOf } from '../../model/json/as-message.ts';
import { imageAddresses, listOf } from '../../model/json/list.ts';
import type { JsonMessage } from '../../model/json/message.ts';
import { imageHtml } from '../../render/image.ts';
import { safeHtml } from '../../render/safe-html.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { lastAtMost } from '../../syntax/json/nodes.ts';
import type { ViewMessage } from '../user-view.ts';

/** The number of images and of base64 characters that a view may still draw. */
interface ImageBudget {
  images: number;
  characters: number;
}

export const createImageBudget = (): ImageBudget => ({ images: 60, characters: 6_000_000 });

const place = '[image]';

/** A message with its images, if users see all of it or `debug` reveals the rest. */
export function withImages(
  view: ViewMessage,
  unit: JsonUnit | undefined,
  said: JsonMessage,
  debug: boolean,
  budget: ImageBudget,
): ViewMessage {
  if (unit === undefined || !view.text.includes(place)) return view;
  if (!debug && verdictOf(said).parts.some(({ hidden }) => hidden)) return view;
  const node = lastAtMost(listOf(readUnit(unit)).messages, said.start, ({ start }) => start);
  if (node?.start !== said.start) return view;
  const addresses = imageAddresses(node);
  const pieces = view.html.split(place);
  // The text may contain the placeholder as well: then the images cannot be assigned.
  if (addresses.length === 0 || pieces.length !== addresses.length + 1) return view;
  const images = addresses.map((address = '') => {
    budget.images -= 1;
    budget.characters -= address.length;
    return address === '' ? place : imageHtml('', address, budget.images >= 0 && budget.characters >= 0);
  });
  return { ...view, html: safeHtml(pieces.map((piece, i) => piece + (images[i] ?? '')).join('')) };
}
