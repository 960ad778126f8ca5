/** Converts a parsed message to a draft: the inverse of `index.ts`. */
import { isSlot, type Message, message } from '../model/message.ts';
import type { Block } from '../syntax/block.ts';
import type { Family } from '../syntax/families/family.ts';
import { canonical, isReplyRole, type MessageDraft, replyRole } from './message-draft.ts';
import { piecesOf } from './pieces.ts';

/** The draft of a message. If the header has faults, the draft contains the best interpretation of the header. */
export function draftOf(message: Message): MessageDraft {
  const { block, body, header, channel, constraint } = message;
  const { family } = block;
  const attributes = new Map<string, string>();
  for (const { key, value } of header.attributes) if (value !== '' && !attributes.has(key)) attributes.set(key, value);
  if (header.contentType && !attributes.has('content_type')) attributes.set('content_type', header.contentType.text);
  const role = resolveRole(message, attributes);
  const draft: MessageDraft = {
    role,
    attributes,
    channel,
    constraint,
    pieces: piecesOf(message),
    terminator: block.terminator,
    slot: family.has.channels && isSlot(message),
    source: { text: sourceOf(body), family },
  };
  return canonical(draft, family);
}

/**
 * Returns the role of a message. If the role contains a name, adds it to the attributes: that of the replying tool (2.2 §4), or
 * that of the speaker, as in `user:alice`.
 */
function resolveRole({ block, header, role, kind }: Message, attributes: Map<string, string>): string | undefined {
  const roleText = header.role?.text ?? '';
  if (role === undefined || attributes.has('name')) return role;
  const { family } = block;
  if (kind === 'reply' && !isReplyRole(role, family)) {
    attributes.set('name', role);
    return replyRole(family);
  }
  if (family.has.namedSpeakers && roleText.startsWith(`${role}:`))
    attributes.set('name', roleText.slice(role.length + 1));
  return role;
}

/** The body, including the line break that its terminator removes, if any. */
function sourceOf({ text, bodyStart, bodyEnd, end, terminator, family }: Block): string {
  const token = family.frame.terminators.find(({ name }) => name === terminator);
  return text.slice(bodyStart, token ? end - token.text.length : bodyEnd);
}

/** Parses a text as exactly one message of a family; undefined if the text is anything else. */
export function readAlone(text: string, family: Family): Message | undefined {
  const { blocks } = family.scan({ text, first: false, last: true });
  const [block] = blocks;
  if (blocks.length !== 1 || block?.kind !== 'message' || block.end !== text.length) return undefined;
  return message(block);
}
