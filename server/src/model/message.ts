/** The facts about a message: its speaker and channel, and whether it is a call or a reply from a tool. */
import { answerChannel, contentTypes, modelRole, roles } from '../grammar/index.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { type Content, content } from '../syntax/body.ts';
import { type Family, families } from '../syntax/families/index.ts';
import { type JsonResult, parseJson } from '../syntax/json/values.ts';
import { attributeValue, isToolRole, type MessageHeader, messageHeader } from '../syntax/message-header.ts';
import type { MessageOrigin } from './message-origin.ts';

/** The meaning of a header. Equal headers share one object. */
export interface HeaderInfo {
  readonly header: MessageHeader;
  /** A role or the name of a tool; undefined if it cannot be determined. */
  readonly role: string | undefined;
  /** The channel in the header, or the one that is certainly meant if the header is faulty. */
  readonly channel: string | undefined;
  /** The channel, or `final` if the header has none (2.2 §5); undefined if the channel cannot be parsed. */
  readonly effectiveChannel: string | undefined;
  /** `call`: an assistant message to a tool; `reply`: a message from a tool. */
  readonly kind: 'call' | 'reply' | 'plain';
  /** The called tool, or the tool that replies. */
  readonly tool: string | undefined;
  readonly callId: string | undefined;
  readonly name: string | undefined;
  readonly intent: string | undefined;
  /** The type after `<|constrain|>`. */
  readonly constraint: string | undefined;
  /** The type in `content_type=` or as a bare word, which is only a hint. */
  readonly hint: string | undefined;
  /** The spans and names in the document, for a message in JSON. */
  readonly placed?: MessageOrigin | undefined;
  /** Data that the checker caches with the header. */
  memo: unknown;
}

export interface Message extends HeaderInfo {
  readonly block: Block;
  /** The block with the body. It is `block`, unless `<|message|>` is missing and the start of the body was inferred. */
  readonly body: Block;
  /** The content, in which escapes and literal blocks are resolved. */
  readonly content: Content;
  readonly json: JsonResult;
}

const roleNames = new Set(roles.map((role) => role.name));
const replyRoles = new Set(roles.flatMap(({ name, replies }) => (replies ? name : [])));
const instructing = new Set(
  Object.values(families).flatMap((family) => family.roles.flatMap(({ name, instructs }) => (instructs ? name : []))),
);

/** Whether messages with a role instruct the model, and may declare tools. */
export function instructs(role: string | undefined): boolean {
  return role !== undefined && instructing.has(role);
}

/** Returns the meaning of a message block's header. */
export function headerInfo(block: Block): HeaderInfo {
  const header = messageHeader(block);
  header.meaning ??= block.family.has.channels ? interpret(header) : interpretPlain(header, block.family);
  return header.meaning as HeaderInfo;
}

/** Returns a message block with all properties that rules and features use. Its content and JSON are parsed when they are needed. */
export function message(block: Block): Message {
  return new MessageView(block, headerInfo(block));
}

/**
 * A message with copies of the header's properties. Delegating to the header would be too slow, since there are tens of thousands
 * of messages, and the properties are read often.
 */
class MessageView implements Message {
  readonly header: MessageHeader;
  readonly role: string | undefined;
  readonly channel: string | undefined;
  readonly effectiveChannel: string | undefined;
  readonly kind: HeaderInfo['kind'];
  readonly tool: string | undefined;
  readonly callId: string | undefined;
  readonly name: string | undefined;
  readonly intent: string | undefined;
  readonly constraint: string | undefined;
  readonly hint: string | undefined;
  readonly placed: MessageOrigin | undefined;
  memo: unknown;
  private resolved: Content | undefined;
  private parsed: JsonResult | undefined;

  constructor(
    readonly block: Block,
    header: HeaderInfo,
  ) {
    this.header = header.header;
    this.role = header.role;
    this.channel = header.channel;
    this.effectiveChannel = header.effectiveChannel;
    this.kind = header.kind;
    this.tool = header.tool;
    this.callId = header.callId;
    this.name = header.name;
    this.intent = header.intent;
    this.constraint = header.constraint;
    this.hint = header.hint;
    this.placed = header.placed;
  }

  get body(): Block {
    return has(this.block, Trait.HasMessage) ? this.block : recoveredBody(this.block);
  }

  get content(): Content {
    this.resolved ??= content(this.body);
    return this.resolved;
  }

  get json(): JsonResult {
    this.parsed ??= parseJson(this.content.text);
    return this.parsed;
  }
}

/**
 * The block with its body, if `<|message|>` is missing. As in Harmony's non-strict mode, the body begins at the first text that
 * cannot be part of the header.
 */
function recoveredBody(block: Block): Block {
  const { bodyStart } = messageHeader(block);
  return {
    ...block,
    bodyStart: Math.min(bodyStart, block.bodyEnd),
    traits: block.traits | Trait.OddBody,
    readings: undefined,
  };
}

function interpret(header: MessageHeader): HeaderInfo {
  const role = header.role?.name;
  const channel = header.channel?.word?.name;
  const isCall = role === modelRole && header.recipient !== undefined;
  const isReply = role !== undefined && (replyRoles.has(role) || isToolRole(role) || !roleNames.has(role));
  const name = attributeValue(header, 'name');
  return {
    header,
    role,
    channel,
    effectiveChannel: header.channel === undefined ? answerChannel : channel,
    kind: isCall ? 'call' : isReply ? 'reply' : 'plain',
    tool: isCall ? header.recipient : isReply ? (replyRoles.has(role) ? name : role) : undefined,
    callId: attributeValue(header, 'call_id'),
    name,
    intent: attributeValue(header, 'intent'),
    constraint: header.constrain?.word?.text,
    hint: attributeValue(header, 'content_type') ?? header.contentType?.text,
    memo: undefined,
  };
}

/**
 * The meaning of a header in a family without channels. It only names the speaker, and every message is treated as if it were on
 * `final`.
 */
function interpretPlain(header: MessageHeader, { roles }: Family): HeaderInfo {
  const role = header.role?.name;
  const isReply = roles.some(({ name, replies }) => replies === true && name === role);
  const name = attributeValue(header, 'name');
  return {
    header,
    role,
    channel: undefined,
    effectiveChannel: answerChannel,
    kind: isReply ? 'reply' : 'plain',
    tool: isReply ? name : undefined,
    callId: undefined,
    name,
    intent: undefined,
    constraint: undefined,
    hint: undefined,
    memo: undefined,
  };
}

const typeNames = new Set(contentTypes.map((type) => type.name));

export function isKnownType(type: string): boolean {
  return typeNames.has(type);
}

/** Matches the text that templates write before the answer of a model, to request an answer with or without reasoning. */
const prefilled = /^\s*<think>\s*(?:<\/think>\s*)?$/;

/** Whether a body in a family without channels has yet to be written: it is empty, or contains only text that the template writes. */
export function isAwaited({ text, bodyStart, family }: Block): boolean {
  const start = text.slice(bodyStart, bodyStart + 1000).trimStart();
  if (start === '') return text.slice(bodyStart).trim() === '';
  const begun = text.slice(bodyStart).trim();
  if (family.learned?.beginnings.some((one) => one.begins === 'answer' && one.text === begun)) return true;
  return family.has.taggedParts && start.startsWith('<think>') && prefilled.test(text.slice(bodyStart));
}

/**
 * Whether a message is the open `<|start|>assistant` at the end of a prompt, where the model continues. In a family without
 * channels, the open message also includes the token that ends its header, and may include a name.
 */
export function isSlot({ block, header, role }: Message): boolean {
  const { channels } = block.family.has;
  return (
    has(block, Trait.Open) &&
    (channels ? !header.closed : !header.unfinished && isAwaited(block)) &&
    role === modelRole &&
    header.faults.length === 0 &&
    header.attributes.every(({ key, value }) => !channels && key === 'name' && value !== '') &&
    header.channel === undefined &&
    header.constrain === undefined &&
    (has(block, Trait.HasMessage) || header.bodyStart >= block.text.trimEnd().length)
  );
}
