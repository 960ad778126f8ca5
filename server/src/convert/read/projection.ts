/**
 * Reads the JSON projection as messages of OpenChatML 2.2. Each object becomes a frame, and its `thinking` becomes a separate frame before
 * it (2.2 §10, A-082).
 */
import { answerChannel, modelRole, thoughtChannel, toolRole } from '../../grammar/index.ts';
import { asMessage } from '../../model/json/as-message.ts';
import { projectedMessage } from '../../model/json/projected-message.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { type JsonNode, type JsonString, memberOf } from '../../syntax/json/nodes.ts';
import { sourceOffset } from '../../syntax/json/strings.ts';
import { draftOf } from '../../write/index.ts';
import {
  type Conversation,
  type ConversationMessage,
  calledTool,
  type Places,
  plain,
  textOfPieces,
} from '../conversation.ts';
import type { Notes } from '../notes.ts';
import { withToolNames } from '../pairs.ts';
import { isBody } from '../projected.ts';
import { spellingOf } from '../spelled.ts';
import type { JsonSource } from './chats-of.ts';
import { noteUnread, projectionShape } from './unread.ts';

/** Reads an object or a list of objects as a conversation. */
export function readProjection({ root, text }: JsonSource, notes: Notes): Conversation {
  const all = root.kind === 'array' ? root.items : [root];
  const messages = all.flatMap((node) => {
    if (node.kind === 'object') return messagesIn(node, text, notes);
    notes.refuse(node, 'A message is expected here: an object with `role` and `content`.');
    return [];
  });
  return { messages: withToolNames(messages, 'name'), withoutIds: 'name', idPrefix: 'c', lineBreak: '\n' };
}

function messagesIn(node: JsonNode, text: string | undefined, notes: Notes): readonly ConversationMessage[] {
  noteUnread(node, projectionShape, notes);
  notes.enterMessage(node);
  const message = projectedMessage(node);
  const call = memberOf(node, 'tool_call')?.value;
  const content = (call?.kind === 'object' ? memberOf(call, 'arguments') : memberOf(node, 'content'))?.value;
  const { role, name, intent, callId, to, type } = message;
  // In the text format, only the assistant's messages state `final`. Messages from other roles count as `final` without a channel (2.2 §5,
  //
  const channel = role !== modelRole && message.channel === answerChannel ? undefined : message.channel;
  const values = { to, call_id: callId, name, intent, content_type: call ? undefined : type };
  const attributes = new Map(Object.entries(values).flatMap(([key, value]) => (value ? [[key, value] as const] : [])));
  if (role === toolRole && !attributes.has('to')) attributes.set('to', modelRole);
  for (const value of [content, ...Object.values(message.spans ?? {})]) notes.take(value);
  for (const key of ['role', 'channel']) notes.take(memberOf(node, key)?.value);
  if (type !== undefined) notes.take(memberOf(call ?? node, 'content_type')?.value);
  const conversationMessage: ConversationMessage = {
    role,
    attributes,
    channel,
    constraint: call ? type : undefined,
    slot: false,
    terminator: 'end',
    pieces: isOther(content)
      ? plain(spellingOf(content, text))
      : isBody(message.content)
        ? draftOf(asMessage(message)).pieces
        : plain(message.content),
    places: placesIn(node, content, text, message.spans ?? {}),
  };
  if (isOther(content) && !call)
    notes.losePart(conversationMessage, 'body', 'This content is not a string, so its JSON becomes the text.', content);
  const thinking = memberOf(node, 'thinking')?.value;
  notes.take(thinking);
  const isThought = thinking?.kind === 'string' && thinking.value !== '';
  const thought: ConversationMessage[] = isThought
    ? [
        {
          role: modelRole,
          attributes: new Map(),
          channel: thoughtChannel,
          constraint: undefined,
          slot: false,
          pieces: plain(thinking.value),
          terminator: 'end',
          places: placesIn(node, thinking, text, {}),
        },
      ]
    : [];
  const envelope = role === toolRole ? textOfPieces(conversationMessage.pieces) : undefined;
  return [
    ...thought,
    { ...conversationMessage, envelope, terminator: calledTool(conversationMessage) === undefined ? 'end' : 'call' },
  ];
}

/** Whether a value is neither a string nor null, such as arguments that are written as an object. */
const isOther = (node: JsonNode | undefined): node is JsonNode =>
  node !== undefined && node.kind !== 'string' && node.kind !== 'null';

function placesIn(
  node: JsonNode,
  content: JsonNode | undefined,
  text: string | undefined,
  spans: NonNullable<ReturnType<typeof projectedMessage>['spans']>,
): Places {
  return {
    whole: node,
    of: (part) => (part === 'body' ? content : getOwn(spans, part)) ?? memberOf(node, part)?.value ?? node,
    body(start, end) {
      if (text === undefined || content?.kind !== 'string') return content ?? node;
      const string = content as JsonString;
      return { start: sourceOffset(text, string, start), end: sourceOffset(text, string, end) };
    },
  };
}
