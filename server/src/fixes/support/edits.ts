/** Edits of headers and terminators that several fixes use. */
import { attributes as attributeFacts, modelRole, replyAttributeOrder, roles } from '../../grammar/index.ts';
import type { Message } from '../../model/message.ts';
import { redundantEnd } from '../../rules/end-redundant.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { type Family, openerOf } from '../../syntax/families/family.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { type HeaderRule, isToolRole } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import {
  closer,
  isRefusal,
  type MessageDraft,
  plainly,
  quote,
  usualTerminator,
  writeMessage,
} from '../../write/index.ts';
import { type FixEdit, insert, replace } from '../fix.ts';
import { closeText } from './text-end.ts';

/** The names of the attributes in the order of 2.2 §6. */
export const attributeOrder: readonly string[] = attributeFacts.map(({ name }) => name);

const roleNames = new Set(roles.map(({ name }) => name));

/** Whether the parser reads a character as a space in a header. */
const isSpace = (character: string | undefined) => character !== undefined && ' \t\r\n'.includes(character);

/** The end of a text, not counting the spaces before `to`. */
function inkEnd(text: string, to: number): number {
  let end = to;
  while (isSpace(text[end - 1])) end--;
  return end;
}

const confusing = new Set<HeaderRule>(['role', 'role-missing', 'stray-word', 'literal-in-header']);

/**
 * Whether a header is understood well enough to move words in it: it ends where it should, its role is certain, and all its words are
 * recognized. Otherwise, moving one word could change how another one is read.
 */
export function isSound({ block, header, role }: Message): boolean {
  if (!has(block, Trait.HasMessage) || header.foreign || role === undefined) return false;
  if (!roleNames.has(role) && !isToolRole(role)) return false;
  return !header.faults.some(({ rule }) => confusing.has(rule));
}

/** Removes a word from a header, with the spaces before it. */
export function removeWord(text: string, { start: from, end: to }: Span): FixEdit {
  let [start, end] = [from, to];
  while (isSpace(text[start - 1])) start--;
  if (start === from && text[start - 1] === '>') while (isSpace(text[end])) end++;
  // A space stays if the words on both sides would otherwise be joined.
  const joins = end < text.length && !isSpace(text[end]) && text[end] !== '<' && text[start - 1] !== '>';
  return replace({ start, end }, joins ? ' ' : '');
}

export function inOrder(keys: readonly string[], order: readonly string[]): boolean {
  const ranks = keys.map((key) => order.indexOf(key)).filter((rank) => rank >= 0);
  return ranks.every((rank, i) => i === 0 || rank >= (ranks[i - 1] as number));
}

/** Inserts an attribute before the channel, in the usual order. Undefined if the message has no role, or the attribute no value. */
export function addAttribute(
  { block, header, kind }: Message,
  key: string,
  value: string | undefined,
): FixEdit | undefined {
  if (header.role === undefined || value === undefined) return undefined;
  const attributeText = `${key}=${value}`;
  if (has(block, Trait.Implied) && header.role.end === 0) {
    const space = block.text.startsWith('<|') ? '' : ' ';
    return insert(0, `<|start|>assistant ${attributeText}${space}`);
  }
  const attributes = header.attributes.filter(({ afterChannel, repeated }) => !afterChannel && !repeated);
  const keys = attributes.map((attribute) => attribute.key);
  const orders = kind === 'reply' ? [attributeOrder, replyAttributeOrder] : [attributeOrder];
  const fits = (at: number) => orders.some((order) => inOrder([...keys.slice(0, at), key, ...keys.slice(at)], order));
  const places = keys.map((_, at) => at);
  const at = places.find(fits) ?? keys.length;
  return insert((attributes[at - 1] ?? header.role).end, ` ${attributeText}`);
}

/** The end of a header: before `<|message|>`, or, without that token, at the start of the body. White space at the end is not included. */
export function headerTail({ block, header }: Message, before = header.bodyStart): number {
  return inkEnd(block.text, Math.min(block.headerEnd, before));
}

/** Puts a message on a channel. Undefined if the message has two channels, one of which must be removed first. */
export function setChannel(message: Message, channel: string | undefined): FixEdit | undefined {
  const { channel: part, constrain, faults } = message.header;
  if (faults.some(({ rule }) => rule === 'channel-duplicate')) return undefined;
  if (part?.word) return replace(part.word, channel);
  if (part) return insert(part.token.end, channel);
  return insert(headerTail(message, constrain?.token.start), channel && `<|channel|>${channel}`);
}

/** Replaces the terminator of a message, together with a redundant `<|end|>` after it. */
export function setTerminator(block: Block, token: string): FixEdit {
  return replace({ start: block.bodyEnd, end: redundantEnd(block, block.end)?.end ?? block.end }, token);
}

/** Closes an open message after its text. */
export function close({ block, kind }: Message): { token: string; edit: FixEdit } {
  const token = closer(block.family, kind === 'call', openerOf(block)).text;
  return { token, edit: closeText(block, token, '') };
}

/** Escapes a text for a body. Undefined if the family cannot express it. */
export function encode(text: string, family: Family): string | undefined {
  const source = quote(text, family);
  return isRefusal(source) ? undefined : source;
}

/** The parts of a message from the model that a fix writes. Attributes that the family does not have are omitted. */
interface Draft extends Pick<MessageDraft, 'channel' | 'constraint'> {
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** Writes a message from the model. Undefined if the family cannot express it. */
export function writeDraft({ text, attributes: values, ...header }: Draft, family: Family): string | undefined {
  const attributes = new Map(
    family.attributes.flatMap(({ name }) => {
      const value = getOwn(values, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const draft = { ...plainly(modelRole, text), ...header, attributes };
  const messageText = writeMessage({ ...draft, terminator: usualTerminator(draft, family) }, family);
  return isRefusal(messageText) ? undefined : messageText;
}
