/** Converts content parts to the format of chat completions. Other APIs have the same texts and images under other names. */
import { partType } from '../../grammar/content-parts.ts';
import { isAdaptedPart } from '../../model/json/shapes/value-parts.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { Notes } from '../notes.ts';
import { noteText } from '../read/content.ts';
import { noteUnread, type Shape } from '../read/unread.ts';
import { type Quoted, spelled, spelledList } from '../spelled.ts';

/** The list of parts, each as written or renamed to the format of chat completions. */
export function chatParts(parts: Quoted, notes: Notes): unknown {
  const renamedParts = parts.nodes.map((part) => renamed(part, notes));
  if (renamedParts.every((part) => part === undefined)) return spelledList(parts);
  return parts.nodes.map((node, i) => renamedParts[i] ?? spelled(node, parts.text));
}

/** A part with the names of chat completions; undefined if it already has these names, or has no equivalent. */
function renamed(part: JsonNode, notes: Notes): unknown {
  if (part.kind === 'string') return { type: 'text', text: part.value };
  const type = textOf(part, 'type');
  const fact = partType(type);
  const text = textOf(part, 'text');
  if (fact?.said && (type !== 'text' || isAdaptedPart(part)) && text !== undefined) {
    noteText(part, notes);
    return { type: 'text', text };
  }
  const image = fact?.place === 'image' ? imageIn(part) : undefined;
  if (image === undefined) return undefined;
  noteUnread(part, { ...strings('type'), ...image.shape }, notes);
  return { type: 'image_url', image_url: image.value };
}

/** An image in the format of chat completions, and the fields that it was read from. */
interface Image {
  readonly shape: Shape;
  readonly value: { readonly url: string; readonly detail?: string };
}

/** The image in a part. Its address is in `source` in Anthropic's messages, and is a string in items of the Responses API. */
function imageIn(part: JsonNode): Image | undefined {
  const source = memberOf(part, 'source')?.value;
  const read = getOwn(sources, textOf(source, 'type'));
  const url = source ? read?.url(source) : textOf(part, 'image_url');
  if (url === undefined) return undefined;
  if (read) return { shape: { source: { members: read.shape } }, value: { url } };
  const detail = textOf(part, 'detail');
  return { shape: strings('image_url', 'detail'), value: { url, ...(detail !== undefined && { detail }) } };
}

const strings = (...names: string[]): Shape => Object.fromEntries(names.map((name) => [name, ['string']]));

/** The kinds of `source`, each with the fields that are read and the address of the image. */
const sources: Readonly<Record<string, { readonly shape: Shape; url(source: JsonNode): string | undefined }>> = {
  base64: {
    shape: strings('type', 'media_type', 'data'),
    url(source) {
      const [type, data] = [textOf(source, 'media_type'), textOf(source, 'data')];
      return type !== undefined && data !== undefined ? `data:${type};base64,${data}` : undefined;
    },
  },
  url: { shape: strings('type', 'url'), url: (source) => textOf(source, 'url') },
};
