/** Writes OpenChatML 2.2 and Harmony, with a frame for each message. */
import {
  answerChannel,
  callChannel,
  modelRole,
  reasoningLine,
  systemRole,
  thoughtChannel,
} from '../../grammar/index.ts';
import { type Family, families } from '../../syntax/families/index.ts';
import { LITERAL } from '../../syntax/tokens/tokens.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { isRefusal, type MessageDraft, writeMessage } from '../../write/index.ts';
import {
  type Conversation,
  type ConversationMessage,
  calledTool,
  isPreamble,
  isReply,
  plain,
  textOfPieces,
} from '../conversation.ts';
import { instructed } from '../declared.ts';
import { harmonyCodes, type Notes, usualCodes } from '../notes.ts';
import { identified, inOrderOfCalls } from '../pairs.ts';
import { extractThoughts, withoutMarkers } from './extract-thoughts.ts';
import { tokensOf } from './harmony-tokens.ts';
import { headerKeys } from './header.ts';
import { asText } from './parts.ts';
import type { Style, Target } from './target.ts';
import { noteBeyondAscii, writable } from './values.ts';

export const openchatml: Target = {
  name: 'OpenChatML 2.2',
  codes: usualCodes,
  form: 'text',
  envelopes: true,
  write(conversation, notes) {
    const { header } = conversation;
    const profile = header?.profile ?? conversation.profiled === true;
    const family = profile ? families['openchatml-2.2+harmony'] : families['openchatml-2.2'];
    const messages = instructed(conversation.messages, conversation.declared, notes);
    const textMessages = writable(identified({ ...conversation, messages }, notes), notes).map((one) =>
      asText(one, notes),
    );
    noteBeyondAscii(textMessages, notes);
    const opening = header?.text ?? newHeader(conversation);
    return { text: opening + frames(textMessages, family, conversation, notes, 'OpenChatML 2.2') };
  },
};

/**
 * Returns a header for a document that has none. If the source is in Harmony's format, the header has the profile and the reasoning
 * effort.
 */
function newHeader({ profiled, messages, lineBreak }: Conversation): string {
  const effort = profiled ? effortIn(messages) : undefined;
  const lines = [
    'version: 2.2',
    ...(effort ? ['generation_settings:', `  reasoning_effort: ${effort}`] : []),
    ...(profiled ? ['profiles:', '  harmony:', '    enabled: true'] : []),
  ];
  return lines.map((line) => line + lineBreak).join('');
}

function effortIn(messages: readonly ConversationMessage[]): string | undefined {
  const system = messages.find(({ role }) => role === systemRole);
  return system && reasoningLine.exec(textOfPieces(system.pieces))?.[1];
}

export const harmony: Target = {
  name: 'Harmony',
  codes: harmonyCodes,
  form: 'text',
  write(conversation, notes, style) {
    const messages = inHarmony(conversation, notes, style);
    if (style.tokens) return { value: tokensOf(messages, notes) };
    noteBeyondAscii(messages, notes);
    const text = frames(messages, families.harmony, conversation, notes, 'Harmony');
    noteLiterals(messages, text, notes);
    return { text };
  },
};

/** Notes a token that is text in Harmony if it would make parsers read the whole text as OpenChatML 2.2. */
function noteLiterals(messages: readonly ConversationMessage[], output: string, notes: Notes): void {
  if (!output.includes(LITERAL.text)) return;
  if (new Transcript('', 'ocml', 0, output).family === families.harmony) return;
  for (const one of messages) {
    const at = textOfPieces(one.pieces).indexOf(LITERAL.text);
    if (at < 0) continue;
    notes.losePart(
      one,
      'literal',
      `\`${LITERAL.text}\` is text in Harmony, but a token in OpenChatML 2.2. To have the output read as Harmony, save it in a file with the extension \`.harmony\`, or use \`--from harmony\`.`,
      one.places.body(at, at + LITERAL.text.length),
    );
  }
}

/** Adapts messages to Harmony, and notes the parts that Harmony cannot express. Replies still have the role of 2.2. */
export function inHarmony(
  conversation: Conversation,
  notes: Notes,
  style: Pick<Style, 'keepNames'>,
): readonly ConversationMessage[] {
  headerKeys(conversation, notes, [effortKey]);
  const messages = instructed(conversation.messages, conversation.declared, notes);
  const ordered = inOrderOfCalls({ ...conversation, messages }, true, notes);
  const harmonyMessages = withoutMarkers(extractThoughts(ordered, notes), notes).map((one) =>
    harmonized(hiddenInHarmony(asText(one, notes), notes), notes, style),
  );
  return writable(withEffort(harmonyMessages, conversation), notes);
}

const effortKey = 'generation_settings.reasoning_effort';

/** Moves the reasoning effort from the document header to the system message (2.2 §12). */
function withEffort(
  messages: readonly ConversationMessage[],
  { header }: Conversation,
): readonly ConversationMessage[] {
  const key = header?.keys.find(({ path }) => path === effortKey);
  if (key === undefined || effortIn(messages) !== undefined) return messages;
  const line = `Reasoning: ${key.source}`;
  const at = messages.findIndex(({ role }) => role === systemRole);
  const system = messages[at];
  if (system === undefined) {
    const places = { whole: key, of: () => key, body: () => key };
    const none = { attributes: new Map<string, string>(), channel: undefined, constraint: undefined, slot: false };
    return [{ ...none, role: systemRole, pieces: plain(line), terminator: 'end', places }, ...messages];
  }
  const text = textOfPieces(system.pieces);
  const pieces = plain(text === '' ? line : `${text}\n\n${line}`);
  return messages.map((one, i) => (i === at ? { ...one, pieces, source: undefined } : one));
}

/** The attributes in a message header that Harmony cannot express, in the order of 2.2 §6, each with the reason. */
const dropped: readonly (readonly [key: string, why: string])[] = [
  ['call_id', 'Harmony has no ids, and matches calls and replies by their order'],
  ['intent', 'Harmony has no intents'],
  ['content_type', 'Harmony allows a type only after a recipient'],
  ['name', "Harmony's parser rejects speaker names; --keep-names writes them anyway"],
];

/**
 * Moves a message that is neither for a tool nor for users to `analysis`, with a note. On `commentary`, it would be hidden in 2.2, but not
 * in Harmony.
 */
function hiddenInHarmony(one: ConversationMessage, notes: Notes): ConversationMessage {
  if (one.role !== modelRole || one.channel !== callChannel || one.attributes.has('to') || isPreamble(one)) return one;
  notes.losePart(
    one,
    'channel',
    'This message is hidden from users, but Harmony shows them `commentary`, so the message is moved to `analysis`.',
  );
  return { ...one, channel: thoughtChannel };
}

function harmonized(
  one: ConversationMessage,
  notes: Notes,
  { keepNames }: Pick<Style, 'keepNames'>,
): ConversationMessage {
  const channel =
    one.channel ?? (isReply(one) ? callChannel : one.role === modelRole && !one.slot ? answerChannel : undefined);
  if (one.attributes.size === 0 && one.constraint === undefined && !isReply(one))
    return channel === one.channel ? one : { ...one, channel };
  const attributes = new Map(one.attributes);
  const isCall = calledTool(one) !== undefined;
  for (const [key, why] of dropped) {
    const value = attributes.get(key);
    if (
      value === undefined ||
      (key === 'name' && (isReply(one) || keepNames)) ||
      (key === 'intent' && isPreamble(one))
    ) {
      if (key === 'intent') attributes.delete(key);
      continue;
    }
    if (key === 'content_type' && attributes.has('to') && one.constraint === undefined && value !== 'json') continue;
    attributes.delete(key);
    notes.losePart(one, key, `\`${key}=${value}\` is dropped: ${why}.`);
  }
  if (one.constraint !== undefined && !attributes.has('to'))
    notes.warn(
      one,
      'constraint',
      'harmony-rejects',
      "Harmony's parser mistakes a type without a recipient for the recipient. Add a recipient, or remove the type.",
    );
  if (isReply(one) && !attributes.has('to')) attributes.set('to', modelRole);
  return { ...one, attributes, channel, terminator: isCall && one.terminator ? 'call' : one.terminator };
}

function frames(
  messages: readonly ConversationMessage[],
  family: Family,
  { lineBreak }: Conversation,
  notes: Notes,
  target: string,
): string {
  const gap = family.frame.between === '' ? '' : lineBreak;
  const texts: string[] = [];
  for (const one of messages) {
    const textOrRefusal = writeMessage(one satisfies MessageDraft, family, lineBreak);
    if (isRefusal(textOrRefusal))
      notes.refusePart(one, { ...textOrRefusal, reason: textOrRefusal.reason.replace(family.name, target) });
    else texts.push(textOrRefusal, one.terminator === undefined ? '' : gap);
  }
  return texts.join('');
}
