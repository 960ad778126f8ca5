/** Reads the content of a message in chat APIs: text, or parts, some of which are text. */
import { type PartFact, partType } from '../../grammar/content-parts.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import type { ConversationMessage } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import { spellingOf } from '../spelled.ts';
import { noteUnread } from './unread.ts';

/** Returns the text of the content with its position and, if the content is not a single text, its parts. */
export function contentIn(
  content: JsonNode | undefined,
  source: string | undefined,
  notes: Notes,
  isIn = isSaid,
): Pick<ConversationMessage, 'parts'> & { text: string; at?: JsonNode | undefined } {
  if (content?.kind !== 'array') {
    notes.take(content);
    return { text: textIn(content, source), parts: undefined, at: content };
  }
  const nodes = content.items.filter(isIn);
  const text = nodes.map((part) => textOfPart(part) ?? '').join('');
  const [first, ...more] = nodes;
  // All parts count as converted here. A target without parts adds the notes about the parts that it drops.
  if (first === undefined || more.length > 0 || !isText(first)) {
    for (const node of nodes) notes.take(node);
    return { text, parts: first && { nodes, text: source } };
  }
  takeType(first, notes);
  notes.take(saidAt(first));
  noteText(first, notes);
  return { text, parts: undefined, at: saidAt(first) };
}

/** Marks the type of a part as converted, if the type is known. */
export function takeType(part: JsonNode, notes: Notes): void {
  const type = memberOf(part, 'type')?.value;
  if (partType(textOf(part, 'type')) !== undefined) notes.take(type);
}

/** Returns the name of the field that has the text of a part. */
const memberWith = (part: JsonNode) => partType(textOf(part, 'type'))?.member ?? 'text';

const textOfPart = (part: JsonNode) => (part.kind === 'string' ? part.value : textOf(part, memberWith(part)));

/** Returns the node that has the text of a part. */
export const saidAt = (part: JsonNode, key = memberWith(part)): JsonNode => memberOf(part, key)?.value ?? part;

/** Notes the fields of a part other than its text, and notes a refusal, since other formats do not mark refusals. */
export function noteText(part: JsonNode, notes: Notes): void {
  const key = memberWith(part);
  noteUnread(part, { type: ['string'], [key]: ['string'] }, notes);
  if (key === refusal) noteRefusal(part, notes);
}

const noteRefusal = (at: Span, notes: Notes) =>
  notes.lose(at, 'This refusal becomes text in the answer: other formats do not mark refusals.');

const refusal = 'refusal';

/** Combines the content of a message with its refusal, which is a separate field in chat completions. */
export function withRefusal(content: JsonNode | undefined, message: JsonNode, notes: Notes): JsonNode | undefined {
  const refused = memberOf(message, refusal)?.value;
  if (refused?.kind !== 'string' || refused.value === '') return content;
  noteRefusal(refused, notes);
  const isNothing = content === undefined || content.kind === 'null' || (content.kind === 'string' && !content.value);
  if (isNothing) return refused;
  return { ...message, kind: 'array', items: [...(content.kind === 'array' ? content.items : [content]), refused] };
}

/** The text of content that is not a list: the text of a string, or the JSON of any other value. */
function textIn(content: JsonNode | undefined, source: string | undefined): string {
  if (content === undefined || content.kind === 'null') return '';
  return content.kind === 'string' ? content.value : spellingOf(content, source);
}

export function noteOther(one: ConversationMessage, content: JsonNode | undefined, notes: Notes): void {
  if (content === undefined || ['string', 'array', 'null'].includes(content.kind)) return;
  notes.losePart(one, 'body', `This content is not a string, so its JSON becomes the text.`, content);
}

/** Whether a part is only text. */
export function isText(part: JsonNode): boolean {
  const type = textOf(part, 'type');
  return part.kind === 'string' || (textOfPart(part) !== undefined && (type === undefined || says(partType(type))));
}

const says = (fact: PartFact | undefined) => fact?.said === true || fact?.member !== undefined;

/** Whether a part is content, such as text or an image; unknown parts count as content and are kept unchanged. */
export function isSaid(part: JsonNode): boolean {
  const fact = partType(textOf(part, 'type'));
  return fact === undefined || says(fact) || fact.place !== undefined;
}
