/** Converts messages of JSON documents to the form of messages in text, so that the same rules for visibility and display apply to both. */
import { answerChannel, modelRole, roles, systemRole } from '../../grammar/index.ts';
import { generationRole } from '../../grammar/messages.ts';
import { type Block, Trait } from '../../syntax/block.ts';
import { families, unescaped } from '../../syntax/families/index.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { Attribute, MessageHeader, Word } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import { isBareCall } from '../calls/body-calls.ts';
import { type Message, message } from '../message.ts';
import type { MessageOrigin } from '../message-origin.ts';
import { mayHoldTag } from '../visibility/tags.ts';
import { type Verdict, verdict } from '../visibility/verdict.ts';
import type { JsonMessage } from './message.ts';

/** The roles that are treated as another role: those of example messages, and that of a response that was already generated. */
const sameAs: Readonly<Record<string, string>> = {
  [generationRole]: modelRole,
  'system:example_user': systemRole,
  'system:example_assistant': systemRole,
};
const roleNames = new Set(roles.map(({ name }) => name));
/** The roles whose messages are not replies. Any role that is not known is the name of a tool. */
const speaking = new Set(roles.filter(({ replies }) => !replies).map(({ name }) => name));
/** The recipients that are not tools. */
const speakers = new Set([...roleNames, 'all']);

/** Matches the beginning of a thought marker, even if it is misspelled. */
const thoughtMarker = /(?:start|end)_\w/i;

const verdicts = new WeakMap<JsonMessage, Verdict>();

/** Returns the verdict on which parts of a message users see, by the rules for text. */
export function verdictOf(message: JsonMessage): Verdict {
  let cachedVerdict = verdicts.get(message);
  if (cachedVerdict === undefined) {
    const awaited = message.open && message.content === '';
    cachedVerdict = awaited ? notBegun : verdict(asMessage(message), message.sound !== false && !isCallAlone(message));
    verdicts.set(message, cachedVerdict);
  }
  return cachedVerdict;
}

/** Whether an answer consists of a call that a server returned as text. */
function isCallAlone({ role, content, to, verbatim = false }: JsonMessage): boolean {
  return !verbatim && to === undefined && (getOwn(sameAs, role) ?? role) === modelRole && isBareCall(content);
}

const notBegun: Verdict = { shown: 'none', doubt: false, parts: [] };

/** Converts a message to the form of messages in text. `placed`: the spans of the parts of the message, for reports. */
export function asMessage(jsonMessage: JsonMessage, placed?: MessageOrigin): Message {
  const { channel, to } = jsonMessage;
  const role = getOwn(sameAs, jsonMessage.role) ?? jsonMessage.role;
  const tool = to !== undefined && !speakers.has(to) ? to : undefined;
  const isCall = role === modelRole && tool !== undefined;
  const isReply = role !== undefined && !speaking.has(role);
  const header = headerOf(jsonMessage, role, tool);
  header.meaning = {
    header,
    role,
    channel,
    effectiveChannel: channel ?? answerChannel,
    kind: isCall ? 'call' : isReply ? 'reply' : 'plain',
    tool: isCall ? tool : isReply ? (jsonMessage.name ?? (roleNames.has(role) ? undefined : role)) : undefined,
    callId: jsonMessage.callId,
    name: jsonMessage.name,
    intent: jsonMessage.intent,
    constraint: isCall ? jsonMessage.type : undefined,
    hint: isCall ? undefined : jsonMessage.type,
    placed,
    memo: undefined,
    readings: undefined,
  };
  return message(blockOf(jsonMessage, header));
}

/** Returns the header of a message. Each word in it has its span in the document. */
function headerOf(message: JsonMessage, role: string | undefined, recipient: string | undefined): MessageHeader {
  const { channel, spans = {}, misspelled = [], family } = message;
  const nowhere = { start: 0, end: 0 };
  const at = (span: Span | undefined) => (span ? { start: span.start, end: span.end } : nowhere);
  const word = (text: string, span: Span | undefined): Word => ({ ...at(span), text, name: text });
  const channelWord = channel === undefined ? undefined : word(channel, spans.channel);
  const attributes: Attribute[] = [];
  const add = (key: string, value: string | undefined, span: Span | undefined) => {
    if (value === undefined) return;
    const { start, end } = span ?? nowhere;
    attributes.push({ start, end, key, value, valueStart: start, afterChannel: false, repeated: false });
  };
  // In a header of 0.1, a recipient that is not a tool would be reported.
  add('to', family ? recipient : message.to, spans.to);
  add('call_id', message.callId, spans.call_id);
  add('name', message.name, spans.name);
  add('intent', message.intent, spans.intent);
  return {
    text: '',
    role: role === undefined ? undefined : word(role, message.spans && message.roleSpan),
    attributes,
    channel: channelWord && { token: nowhere, word: channelWord },
    channels: channelWord ? [channelWord] : [],
    constrain: undefined,
    contentType: undefined,
    recipient,
    faults: misspelled.map(({ key, meant }) => ({
      rule: 'attr-unknown',
      ...at(key),
      text: key.value,
      suggestion: meant,
    })),
    spaces: [],
    foreign: false,
    closed: true,
    misspelled: [],
    unfinished: false,
    bodyStart: 0,
    meaning: undefined,
  };
}

const odd = /[|｜]/;

/** Whether content may contain a token, a tag or a thought, all of which need a bar or a bracket. */
export const isOddContent = (content: string): boolean => odd.test(content) || mayHoldTag(content);

/** Matches escapes that only 2.2 has, and the one that only 0.1 has. */
const escaped = /<\|(?:end)?literal\|>|<<\|/;
const chatmlWord = /function|tool|think|im_/i;

function blockOf(
  { content: text, family, familyIsCertain, verbatim = false }: JsonMessage,
  parsed: MessageHeader,
): Block {
  const end = text.length;
  const isOther = family && (familyIsCertain || !escaped.test(text) || chatmlWord.test(text));
  // In a family with calls in bodies, content that consists only of JSON may be a call.
  const isOdd = !verbatim && (isOddContent(text) || family?.has.bodyCalls === true);
  // Only families with thought markers have escapes and literal blocks.
  const hasThoughts = !verbatim && text.includes('<') && thoughtMarker.test(text);
  return {
    family: isOdd && isOther ? family : hasThoughts ? families['openchatml-2.2'] : unescaped,
    kind: 'message',
    text,
    lines: 0,
    headerEnd: 0,
    bodyStart: 0,
    bodyEnd: end,
    end,
    terminator: 'end',
    traits: Trait.HasMessage | (isOdd ? Trait.OddBody | Trait.Suspicious : 0),
    leaf: undefined,
    parsed,
    evidence: undefined,
    memo: undefined,
    readings: undefined,
  };
}
