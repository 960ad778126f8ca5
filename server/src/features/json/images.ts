/** Images of messages in JSON, which replace their text placeholders. */
import { verdictOf } from '../../model/json/as-message.ts';
import { listOf } from '../../model/json/list.ts';
import type { JsonMessage } from '../../model/json/message.ts';
import { imageAddresses } from '../../model/json/message-images.ts';
import { type ImageBudget, imageNote, imageWithin } from '../../render/image.ts';
import { safeHtml } from '../../render/safe-html.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { lastAtMost } from '../../syntax/json/nodes.ts';
import type { ViewMessage } from '../user-view.ts';

const placeholder = '[image]';

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
  const addresses = addressesIn(view, unit, message, debug);
  const pieces = view.html.split(placeholder);
  if (addresses.length === 0 || pieces.length !== addresses.length + 1) return view;
  const images = addresses.map((address = '') => (address === '' ? placeholder : imageWithin(budget, address)));
  return { ...view, html: safeHtml(joined(pieces, images)) };
}

/** Like `withImages`, but for an export: in the plain text, a note about each image replaces its placeholder. */
export function withNamedImages(...parameters: Parameters<typeof withImages>): ViewMessage {
  const [view, unit, message, debug] = parameters;
  const addresses = addressesIn(view, unit, message, debug);
  if (addresses.length === 0) return view;
  const notes = addresses.map((address = '') => (address === '' ? placeholder : imageNote(address)));
  return { ...withImages(...parameters), text: joined(view.text.split(placeholder), notes) };
}

const joined = (pieces: readonly string[], between: readonly string[]) =>
  pieces.map((piece, i) => piece + (between[i] ?? '')).join('');

/** The addresses of the images whose placeholders are in the text. None if the text may itself contain such a placeholder. */
function addressesIn(
  view: ViewMessage,
  unit: JsonUnit | undefined,
  message: JsonMessage,
  debug: boolean,
): readonly (string | undefined)[] {
  const pieces = view.text.split(placeholder);
  if (unit === undefined || pieces.length === 1) return [];
  if (!debug && verdictOf(message).parts.some(({ hidden }) => hidden)) return [];
  const node = lastAtMost(listOf(readUnit(unit)).messages, message.start, ({ start }) => start);
  if (node?.start !== message.start) return [];
  const addresses = imageAddresses(node);
  return pieces.length === addresses.length + 1 ? addresses : [];
}
