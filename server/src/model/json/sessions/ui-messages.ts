/**
 * Reads messages as the AI SDK stores them for its chats (`UIMessage`). An answer contains all of its steps, and its calls with
 * their results.
 */
import { modelRole } from '../../../grammar/index.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import { stringAt, valueOf } from '../shapes/conversation.ts';
import { AnswerParts } from './answer-parts.ts';
import { asText, callPart, itemsOf, listAt, messageAt, objectAt, partAt, replyAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';
import { uiPartsOf } from './ui-parts.ts';

export function readUiMessages(root: JsonNode, session: SessionBuilder): void {
  session.lack('system prompt', 'tools');
  const list = root.kind === 'array' ? root : valueOf(root, 'messages');
  for (const message of itemsOf(list)) {
    const role = textOf(message, 'role');
    if (role === modelRole) readAnswer(message, session);
    else if (role === undefined) session.count('message without a speaker', 'unknown', message);
    else {
      const parts = uiPartsOf(message).flatMap((part) => partOf(part, session) ?? []);
      const roleAt = valueOf(message, 'role') ?? message;
      session.say(messageAt(message, roleAt, role, { content: listAt(parts[0] ?? message, parts) }));
    }
  }
}

const toolPrefix = 'tool-';
const isCall = (type: string): boolean => type.startsWith(toolPrefix) || type === 'dynamic-tool';

/** Converts a part to content: text, a thought, or a file, of which only the kind is displayed. Other parts are only counted. */
function partOf(part: JsonNode, session: SessionBuilder): JsonNode | undefined {
  const type = textOf(part, 'type') ?? '';
  const text = valueOf(part, 'text');
  if (type === 'text' && text) return partAt('text', text);
  if (type === 'reasoning' && text) return partAt('thinking', text);
  if (type === 'file') {
    const isImage = textOf(part, 'mediaType')?.startsWith('image/');
    return objectAt(part, { type: stringAt(part, isImage ? 'image' : 'file') });
  }
  if (type !== 'step-start') {
    const isKnown = type.startsWith('source-') || type.startsWith('data-');
    session.count(`part ${type}`, isKnown ? 'bookkeeping' : 'unknown', part);
  }
  return undefined;
}

/** Reads an answer. Adds a message for each of its steps, and the replies of the called tools. */
function readAnswer(message: JsonNode, session: SessionBuilder): void {
  let replies: JsonNode[] = [];
  const answer = new AnswerParts(session);
  const finish = () => {
    answer.finish();
    for (const reply of replies) session.say(reply);
    replies = [];
  };
  for (const part of uiPartsOf(message)) {
    const type = textOf(part, 'type') ?? '';
    // Text after a result belongs to the next step, even if the message does not mark steps.
    if (type === 'step-start' || (!isCall(type) && replies.length > 0)) finish();
    if (isCall(type)) {
      const name = type.startsWith(toolPrefix)
        ? stringAt(valueOf(part, 'type') ?? part, type.slice(toolPrefix.length))
        : valueOf(part, 'toolName');
      const id = valueOf(part, 'toolCallId');
      answer.add(part, {
        parts: [callPart(part, { id, name, input: valueOf(part, 'input') ?? valueOf(part, 'rawInput') })],
      });
      const reply = replyOf(part, id, session);
      if (reply) replies.push(reply);
      continue;
    }
    const node = partOf(part, session);
    if (node) answer.add(part, { parts: [node] });
  }
  finish();
}

/** The reply from a tool: its result, or the reason why there is none; undefined if the tool has not returned yet. */
function replyOf(part: JsonNode, id: JsonNode | undefined, session: SessionBuilder): JsonNode | undefined {
  const state = textOf(part, 'state');
  const at = valueOf(part, 'output') ?? valueOf(part, 'errorText') ?? valueOf(part, 'state') ?? part;
  if (state === 'output-error') session.fail(at.start);
  if (state === 'output-available') return replyAt(at, at, id, valueOf(part, 'output'));
  if (state === 'output-error') return replyAt(at, at, id, asText(valueOf(part, 'errorText')));
  return state === 'output-denied' ? replyAt(at, at, id, stringAt(at, 'The user denied this call.')) : undefined;
}
