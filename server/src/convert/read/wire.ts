/** Reads ChatML on the wire as messages of 2.2. */

import { wireTokens } from '../../grammar/chatml-wire.ts';
import { answerChannel, modelRole, systemRole } from '../../grammar/index.ts';
import { asMessage } from '../../model/json/as-message.ts';
import { type WireMessage, wireOf } from '../../model/json/wire.ts';
import { families } from '../../syntax/families/index.ts';
import { type JsonNode, type JsonReading, type JsonString, memberOf } from '../../syntax/json/nodes.ts';
import { sourceOffset } from '../../syntax/json/strings.ts';
import { type Conversation, type ConversationMessage, type Places, plain } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import { splitMixed } from './split-mixed.ts';

/** Reads an array as a conversation. `text`: the text that contains the array, if positions are offsets in it. */
export function readWire(reading: JsonReading, text: string | undefined, notes: Notes): Conversation {
  const { messages, faults } = wireOf(reading);
  for (const { start, end, kind } of faults)
    if (kind === 'token-unknown')
      notes.lose(
        { start, end },
        'This is not a token of ChatML on the wire. It is read as the token that is expected here.',
      );
    else if (kind !== 'not-request' && kind !== 'header-close')
      notes.refuse({ start, end }, 'ChatML on the wire does not allow this element here, so its meaning is unknown.');
  takeElements(reading.root, messages, notes);
  return {
    messages: messages.flatMap((one) => utterances(one, text, notes)),
    withoutIds: 'order',
    idPrefix: 'c',
    lineBreak: '\n',
  };
}

const tokens = new Set(wireTokens.flatMap(({ name, aliases }) => [name, ...aliases]));

/** Marks the texts of messages, and objects with a known token, as converted; unknown tokens are reported as faults. */
function takeElements(root: JsonNode | undefined, messages: readonly WireMessage[], notes: Notes): void {
  for (const { role, texts } of messages) for (const one of [role, ...texts]) notes.take(one);
  if (root?.kind !== 'array') return;
  for (const item of root.items) {
    const token = memberOf(item, 'token')?.value;
    if (token?.kind === 'string' && tokens.has(token.value)) notes.take(token);
  }
}

/** `system:example_user` is a system message with the name `example_user`. */
const example = /^system:(\w+)$/;

/** Divides a message into messages of 2.2; the assistant's thoughts become separate messages. */
function utterances(message: WireMessage, text: string | undefined, notes: Notes): readonly ConversationMessage[] {
  const { role, opener, texts, headerLength = 0, open, hasMessage } = message;
  if (role === undefined) notes.refuse(opener, 'This message has no role, so its speaker is unknown.');
  const roleText = role?.value.toLowerCase();
  const name = roleText === undefined ? undefined : example.exec(roleText)?.[1];
  const content = texts
    .map(({ value }) => value)
    .join('')
    .slice(headerLength);
  const slot = open && content === '' && roleText === modelRole;
  const conversationMessage: ConversationMessage = {
    role: name === undefined ? roleText : systemRole,
    attributes: new Map(name === undefined ? [] : [['name', name]]),
    channel: roleText === modelRole && !slot ? answerChannel : undefined,
    constraint: undefined,
    pieces: plain(content),
    terminator: open && (slot || hasMessage) ? undefined : 'end',
    slot,
    places: placesIn(message, texts, headerLength, text),
  };
  if (roleText !== modelRole || slot) return [conversationMessage];
  const { start, end } = message;
  const read = asMessage({
    start,
    end,
    role: roleText,
    roleSpan: opener,
    content,
    open,
    family: families['openchatml-0.1'],
  });
  return splitMixed(read, conversationMessage, notes);
}

function placesIn(
  { start, end, role, opener }: WireMessage,
  texts: readonly JsonString[],
  header: number,
  text: string | undefined,
): Places {
  const at = (offset: number) => {
    let remainingLength = offset + header;
    for (const one of texts) {
      if (remainingLength <= one.value.length && text !== undefined) return sourceOffset(text, one, remainingLength);
      remainingLength -= one.value.length;
    }
    return texts.at(-1)?.end ?? opener.end;
  };
  return {
    whole: { start, end },
    of: (part) => (part === 'body' ? texts[0] : undefined) ?? role ?? opener,
    body: (from, to) => ({ start: at(from), end: at(to) }),
  };
}
