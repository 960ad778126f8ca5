/** Prepares a conversation for agents' logs, whose messages consist of text and have only some of the roles of chat APIs. */
import { developerRole, modelRole, systemRole, toolRole, userRole } from '../../grammar/index.ts';
import { type Conversation, type ConversationMessage, isReply, textOfPieces } from '../conversation.ts';
import { apart, noteUndeclared } from '../declared.ts';
import type { Notes } from '../notes.ts';
import { type ChatMessage, chatRequest } from './messages.ts';
import { asText } from './parts.ts';

interface TraceRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly unknown[];
}

const roles = new Set<string | undefined>([systemRole, userRole, modelRole, toolRole]);

/** Returns the messages and the tools, and notes all losses. `form`: the name of the format, for use in sentences. */
export function traceRequest(conversation: Conversation, form: string, notes: Notes): TraceRequest {
  const { messages: remainingMessages, declared: inText } = apart(conversation.messages, notes);
  const tools = [...inText.tools, ...(conversation.declared?.tools ?? [])];
  const formats = [...inText.formats, ...(conversation.declared?.formats ?? [])];
  const raw = inText.tools.length === 0 ? conversation.declared?.raw : undefined;
  noteUndeclared({ tools: [], formats, raw: conversation.declared?.raw }, form, notes);
  const messages = remainingMessages.map((one) => asText(inRole(withoutName(one, form, notes), form, notes), notes));
  return chatRequest({ ...conversation, messages, declared: { tools, formats: [], raw } }, notes);
}

/** Removes the name of the speaker from a message. */
function withoutName(one: ConversationMessage, form: string, notes: Notes): ConversationMessage {
  const name = one.attributes.get('name');
  if (name === undefined || isReply(one)) return one;
  notes.losePart(one, 'name', `\`name=${name}\` is dropped: ${form} cannot express it.`);
  return { ...one, attributes: new Map([...one.attributes].filter(([key]) => key !== 'name')) };
}

/** Gives the developer's instructions the system role, and refuses roles that do not exist in these logs. */
function inRole(one: ConversationMessage, form: string, notes: Notes): ConversationMessage {
  if (roles.has(one.role)) return one;
  if (one.role === developerRole) {
    notes.losePart(
      one,
      'role',
      `The role \`${developerRole}\` becomes \`${systemRole}\`, the nearest role in ${form}.`,
    );
    return { ...one, role: systemRole };
  }
  const reason = `cannot be written, because ${form} has no role like this one`;
  notes.refusePart(one, { part: 'role', start: 0, end: 0, reason });
  return one;
}

/** The id of a session, from its log or else derived from its messages, so that equal sessions have equal ids. */
export const sessionId = ({ origin, messages }: Conversation): string =>
  origin?.id ?? `ocml-${hashOf(messages.map(({ role, pieces }) => `${role}\n${textOfPieces(pieces)}`))}`;

/** A 64-bit hash in hexadecimal digits, computed as two 32-bit halves (FNV-1a). */
function hashOf(texts: readonly string[]): string {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (const text of texts)
    for (let at = 0; at < text.length; at++) {
      low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
      high = Math.imul(high ^ (text.charCodeAt(at) + 1), 0x85ebca6b);
    }
  return [low, high].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
