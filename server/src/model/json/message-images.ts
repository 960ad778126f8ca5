/** The addresses of the images in a message. */
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { factOf, isShown, partsOf } from './list.ts';

/**
 * Returns the addresses of the images that users see in a message, in the order of their placeholders; undefined for an image
 * without an address.
 */
export function imageAddresses(message: JsonNode): readonly (string | undefined)[] {
  return partsOf(message)
    .filter((part) => factOf(part)?.place === 'image' && isShown(part, message))
    .map(imageAddress);
}

/** Returns the address of an image, in any of the formats of chat APIs. */
export function imageAddress(part: JsonNode): string | undefined {
  const source = memberOf(part, 'source')?.value;
  if (source && textOf(source, 'type') === 'base64')
    return `data:${textOf(source, 'media_type') ?? ''};base64,${textOf(source, 'data') ?? ''}`;
  const image = ['image_url', 'image'].map((key) => memberOf(part, key)?.value).find((value) => value !== undefined);
  return image?.kind === 'string' ? image.value : (textOf(image, 'url') ?? textOf(source, 'url'));
}
