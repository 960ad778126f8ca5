/** Parts of a content as chat completions have them: other APIs have the same texts and images under other names. */
import { partType } from '../../grammar/content-parts.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { type Quoted, spelled, spelledList } from '../spelled.ts';

/** The list, each part as it is written, or as chat completions have it. */
export function chatParts(parts: Quoted): unknown {
  const named = parts.nodes.map(renamed);
  if (named.every((part) => part === undefined)) return spelledList(parts);
  return parts.nodes.map((node, i) => named[i] ?? spelled(node, parts.text));
}

/** A part under the names of chat completions; undefined where it has them, or where they have no such part. */
function renamed(part: JsonNode): unknown {
  if (part.kind === 'string') return { type: 'text', text: part.value };
  const type = textOf(part, 'type');
  const fact = partType(type);
  const text = textOf(part, 'text');
  if (fact?.said && type !== 'text' && text !== undefined) return { type: 'text', text };
  const url = fact?.place === 'image' ? urlOf(part) : undefined;
  const detail = textOf(part, 'detail');
  return url && { type: 'image_url', image_url: { url, ...(detail !== undefined && { detail }) } };
}

/** The address of an image that Anthropic's messages have in `source`, and items of the Responses API as a string. */
function urlOf(part: JsonNode): string | undefined {
  const source = memberOf(part, 'source')?.value;
  const [data, type] = [textOf(source, 'data'), textOf(source, 'media_type')];
  if (data !== undefined && type !== undefined) return `data:${type};base64,${data}`;
  return textOf(source, 'url') ?? textOf(part, 'image_url');
}
