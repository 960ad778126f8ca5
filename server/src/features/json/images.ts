/** Images of messages in JSON, which replace their text placeholders. */
import { verdictOf } from '../../model/json/as-message.ts';
import { imageAddresses, listOf } from '../../model/json/list.ts';
import type { JsonMessage } from '../../model/json/message.ts';
import { type ImageBudget, imageWithin } from '../../render/image.ts';
import { safeHtml } from '../../render/safe-html.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { lastAtMost } from '../../syntax/json/nodes.ts';
import type { ViewMessage } from '../user-view.ts';

const place = '[image]';

/**
 * Shows the images of a message instead of their placeholders. This requires that users see the whole message, or that `debug` reveals its
 * hidden parts.
 */
export function withImages(
  view: ViewMessage,
  unit: JsonUnit | undefined,
  message: JsonMessage,
  debug: boolean,
  budget: ImageBudget,
): ViewMessage {
  if (unit === undefined || !view.text.includes(place)) return view;
  if (!debug && verdictOf(message).parts.some(({ hidden }) => hidden)) return view;
  const node = lastAtMost(listOf(readUnit(unit)).messages, message.start, ({ start }) => start);
  if (node?.start !== message.start) return view;
  const addresses = imageAddresses(node);
  const pieces = view.html.split(place);
  // If the text itself contains the placeholder, it is not known which placeholders the images belong to.
  if (addresses.length === 0 || pieces.length !== addresses.length + 1) return view;
  const images = addresses.map((address = '') => (address === '' ? place : imageWithin(budget, address)));
  return { ...view, html: safeHtml(pieces.map((piece, i) => piece + (images[i] ?? '')).join('')) };
}
