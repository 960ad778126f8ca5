/** Decides which messages, and which parts of them, users see. All views use this verdict (2.2 §4, §5, §7, §11; A-049… ). */
import { channels, modelRole, type TokenFact, userRole } from '../../grammar/index.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import { headerValues } from '../../syntax/document-header/values.ts';
import { attributeValue, type HeaderRule, messageHeader } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { type NearToken, nearTokens } from '../../syntax/tokens/near-tokens.ts';
import { CONSTRAIN } from '../../syntax/tokens/tokens.ts';
import { isBareCall } from '../calls/body-calls.ts';
import { type HeaderInfo, headerInfo, isSlot, type Message, message } from '../message.ts';
import { outerTokens, showsSequence } from '../sequence.ts';
import { belongsToTurn } from '../turns.ts';
import { type ContentPart, contentParts } from './content-parts.ts';
import { isVisibleChannel, isVisibleRole } from './facts.ts';
import { type Hidden, headerFollows, hiddenStretches, mayHide, roleFollows } from './hidden.ts';

const assistant = modelRole;
const preambleIntent = 'preamble';
const preambleChannels = new Set<string | undefined>(
  channels.flatMap(({ name, preambles }) => (preambles ? name : [])),
);

/** The visibility of a message to users. `none`: the message has not begun yet, as at the end of a prompt. */
export type Visibility = 'none' | 'hidden' | 'preamble' | 'visible';

export interface Verdict {
  readonly shown: Visibility;
  /** Whether the message, or a part of it, is hidden only because it may not be what it seems. */
  readonly doubt: boolean;
  /** The content, split into parts that users see and parts that they do not see. In a hidden message, all parts are hidden. */
  readonly parts: readonly ContentPart[];
}

/**
 * Returns the verdict on which parts of a message users see (2.2 §4, §5, §7, §11), for all views of text and JSON. `sound`: whether the
 * message is certainly what it seems. A fault in the document may have made it look like a different message, or the text before it may be
 * its missing beginning. In either case, the message is unsound, and is hidden. `verdictOf` determines this for text, and
 * `JsonMessage.sound` for JSON.
 */
export function verdict(message: Message, sound: boolean): Verdict {
  return new MessageVerdict(message.block, message, sound, () => message);
}

export interface Neighbours {
  readonly before: Block | undefined;
  readonly after: Block | undefined;
}

/** Returns the verdict on a message block of a transcript. */
export function verdictOf(block: Block, { before, after }: Neighbours): Verdict {
  const read = () => message(block);
  const header = headerInfo(block);
  const begins = beginsSound(block, before) && !lacksRole(block) && !(lacksChannel(block) && goesOn(after));
  return new MessageVerdict(block, header, begins && !isCallAlone(block, header), read);
}

/** Whether an answer consists of a call that a server returned as text, in a dialect with calls in tags. */
function isCallAlone({ family, text, bodyStart, bodyEnd }: Block, { role }: HeaderInfo): boolean {
  const { tags, bodyCalls } = family.has;
  return tags && !bodyCalls && role === modelRole && isBareCall(text.slice(bodyStart, bodyEnd));
}

const alone: Neighbours = { before: undefined, after: undefined };

/**
 * Whether a message is certainly hidden from users, regardless of the messages around it, because it is a call, reasoning, or
 * instructions.
 */
export function isSurelyHidden(block: Block): boolean {
  if (block.kind !== 'message') return false;
  const { shown, doubt } = verdictOf(block, alone);
  return shown === 'hidden' && !doubt;
}

/** A verdict that parses only the header of a plain message. Its parts are computed when they are needed. */
class MessageVerdict implements Verdict {
  readonly shown: Visibility;
  readonly doubt: boolean;
  private readonly stretches: readonly Hidden[];
  private divided: readonly ContentPart[] | undefined;

  constructor(
    block: Block,
    header: HeaderInfo,
    sound: boolean,
    private readonly read: () => Message,
  ) {
    const headerVerdict = shownAs(block, header, read);
    const isShown = headerVerdict.shown === 'preamble' || headerVerdict.shown === 'visible';
    this.stretches = isShown && mayHide(block) ? hiddenStretches(read()) : nothing;
    this.doubt =
      headerVerdict.doubt || (isShown && !sound) || this.stretches.some(({ doubt, inCode }) => doubt || inCode);
    this.shown = isShown && (!sound || this.isAllHidden()) ? 'hidden' : headerVerdict.shown;
  }

  get parts(): readonly ContentPart[] {
    const isShown = this.shown === 'preamble' || this.shown === 'visible';
    this.divided ??= isShown ? this.divide() : this.divide().map((part) => ({ ...part, hidden: true }));
    return this.divided;
  }

  private divide(): ContentPart[] {
    return contentParts(this.read(), this.stretches);
  }

  /** Whether a visible message has nothing that users see, because it contains only thoughts and calls. */
  private isAllHidden(): boolean {
    const [first] = this.stretches;
    if (first === undefined) return false;
    const { body } = this.read();
    if (first.start <= body.bodyStart && first.end >= body.bodyEnd) return true;
    return !body.family.has.channels && isBlankOutside(body, this.stretches);
  }
}

/** Matches a character that is neither white space nor a format character (`Cf`), which is invisible. */
const inked = /[^\s\p{Cf}]/u;

function isBlankOutside({ text, bodyStart, bodyEnd }: Block, stretches: readonly Hidden[]): boolean {
  let at = bodyStart;
  for (const { start, end } of [...stretches, { start: bodyEnd, end: bodyEnd }]) {
    if (start > at && inked.test(text.slice(at, start))) return false;
    at = Math.max(at, end);
  }
  return true;
}

const nothing: readonly Hidden[] = [];

/**
 * Whether the text before a message cannot be its missing beginning. A message with `<|start|>` is complete. Any other message is
 * what it seems only if it is at the beginning of the document, or directly follows another message.
 */
function beginsSound(block: Block, before: Block | undefined): boolean {
  if (!has(block, Trait.Implied) || before === undefined) return true;
  return before.kind === 'document-header'
    ? headerValues(before).errors.length === 0
    : !/\S/.test(before.text.slice(before.end));
}

/** Whether a completion has no channel. In that case, `analysis` may be missing together with the first words. */
function lacksChannel(block: Block): boolean {
  if (!has(block, Trait.Implied) || has(block, Trait.StartMissing) || !has(block, Trait.HasMessage)) return false;
  if (!block.family.has.channels) return false;
  const { role, channel } = messageHeader(block);
  return role?.name === assistant && channel === undefined;
}

/**
 * Whether the role of a message without its opener is uncertain. The role may be missing, or the word `assistant` may be the recipient of a
 * missing call. In Harmony, a message on `final` is certainly from the assistant, but one on `commentary` may be from a tool. A
 * message without a channel may have been on `analysis` and, in OpenChatML, may have been a system message.
 */
function lacksRole(block: Block): boolean {
  if (!has(block, Trait.StartMissing)) return has(block, Trait.Implied) && beginsInDoubt(block);
  const { role, channel } = messageHeader(block);
  const hasRole =
    role !== undefined && role.end > 0 && !(role.name === assistant && preambleChannels.has(channel?.word?.name));
  return !hasRole && !(block.family.has.completions && isVisibleChannel(channel?.word?.name ?? ''));
}

/**
 * Whether the beginning of a completion is uncertain. The token `<|constrain|>` at the beginning may have been written in place of
 * `<|start|>`. The word `assistant` before `commentary` may be the recipient in an incomplete reply from a tool.
 */
function beginsInDoubt(block: Block): boolean {
  const text = block.text.slice(0, 200).trimStart();
  if (text.startsWith(CONSTRAIN.text)) return true;
  return text.startsWith(assistant) && preambleChannels.has(messageHeader(block).channel?.word?.name);
}

/**
 * Whether the visible text of a message depends on the next message: a message without a channel is on `final` only if it
 * is the last of its turn.
 */
export function dependsOnNext(block: Block | undefined): boolean {
  return block?.kind === 'message' && lacksChannel(block);
}

const goesOn = (after: Block | undefined) => after !== undefined && belongsToTurn(after);

/**
 * Returns the verdict according to the header. A message is visible if it is from a user or the assistant, has no tool as its
 * recipient, and is on `final` or is a preamble. With an intent, it is visible only if it is a preamble (2.2 §6, A-053, A-055).
 * The verdict is in doubt if the header cannot be parsed, has a second channel, may be a call for a router, or has ambiguous
 * words.
 */
function shownAs(
  block: Block,
  info: HeaderInfo,
  read: () => Message,
): { readonly shown: Visibility; readonly doubt: boolean } {
  const { header, role, effectiveChannel, kind, intent } = info;
  if (has(block, Trait.Open) && isAwaited(read())) return { shown: 'none', doubt: false };
  if (role === undefined) return { shown: 'hidden', doubt: true };
  if (!isVisibleRole(role) || kind !== 'plain') return { shown: 'hidden', doubt: false };
  if (effectiveChannel === undefined) return { shown: 'hidden', doubt: true };
  const preamble = isPreamble(info, block);
  if (!preamble && (intent !== undefined || !isVisibleChannel(effectiveChannel)))
    return { shown: 'hidden', doubt: false };
  const doubt =
    header.channels.some(({ name }) => name !== effectiveChannel) ||
    goesToTool(block) ||
    (block.family.has.channels ? isDoubtful(info, block) : mayBeHidden(info, block)) ||
    // With a tool as the recipient, even a message from the user is not for the assistant.
    header.recipient !== undefined;
  return { shown: doubt ? 'hidden' : preamble ? 'preamble' : 'visible', doubt };
}

/** Whether the terminator of a message sends the message to a tool. */
function goesToTool({ terminator, family }: Block): boolean {
  return terminator !== undefined && family.frame.terminators.some(({ name, toTool }) => toTool && name === terminator);
}

/**
 * Whether the document ends in the header, or in a message whose body is still missing. A prompt that is waiting for an answer ends like
 * this.
 */
function isAwaited(message: Message): boolean {
  const { block } = message;
  if (!block.family.has.channels) return isSlot(message);
  if (has(block, Trait.HasMessage)) return false;
  return contentParts(message, []).length === 0;
}

/**
 * Faults that make it uncertain whom a message is for. In a message from the user, an unknown attribute does not count, since it cannot
 * hide anything.
 */
const doubts = new Set<HeaderRule>(['stray-word', 'literal-in-header', 'attr-unknown']);
/** Matches attributes that determine who sees a message. */
const deciding = /^(?:to|intent)=/;

function isDoubtful({ header, role, constraint }: HeaderInfo, { text }: Block): boolean {
  if (header.faults.some(({ rule, text }) => raisesDoubt(rule, text, role))) return true;
  // The type may really be the channel, as in `<|constrain|>analysis`.
  if (constraint !== undefined && channels.some(({ name }) => name === constraint)) return true;
  if (header.closed || role !== assistant) return false;
  return header.channel === undefined || channelFollows(text, header.bodyStart);
}

const channelNames = channels.map(({ name }) => name);

/**
 * Whether the word at an offset is a channel, even if it is misspelled. If `<|message|>` is missing, the header may continue with
 * that channel.
 */
function channelFollows(text: string, at: number): boolean {
  const [word = ''] = /\p{L}{2,20}/uy.exec(text.slice(at, at + 48).trimStart()) ?? [];
  return word !== '' && closest(word, channelNames) !== undefined;
}

/**
 * Whether a message in 0.1 may be hidden because its header is ambiguous: the header has a second role or, for the assistant,
 * more than a name. The message may be a call or a thought with a missing line break, or a message of 2.x.
 */
function mayBeHidden({ header, role }: HeaderInfo, { text, family }: Block): boolean {
  if (role !== assistant) return header.faults.some((fault) => roleFollows(fault.text, 0));
  if (!header.closed && /^\w+=/.test(text.slice(header.bodyStart, header.bodyStart + 50))) return true;
  return (
    header.attributes.some(({ key }) => !family.attributes.some(({ name }) => name === key)) ||
    header.faults.some(({ rule }) => doubts.has(rule))
  );
}

function raisesDoubt(rule: HeaderRule, text: string, role: string | undefined): boolean {
  if (rule === 'attr-empty' || rule === 'attr-duplicate') return deciding.test(text);
  return doubts.has(rule) && (rule !== 'attr-unknown' || role === assistant);
}

/**
 * Whether a message on `commentary` is a plan for the user. OpenChatML marks such messages, even in the Harmony profile. Harmony does not
 * mark them, so a message with additional words in its header is not a plan (A-054, HARM-38).
 */
function isPreamble(meaning: HeaderInfo, { family }: Block): boolean {
  const { header, role, effectiveChannel, kind, intent } = meaning;
  if (role !== assistant || !preambleChannels.has(effectiveChannel) || kind !== 'plain') return false;
  if (intent !== undefined) return intent === preambleIntent;
  if (!family.has.unflaggedPreambles || header.constrain !== undefined || header.contentType !== undefined)
    return false;
  return header.faults.length === 0 && readers.has(attributeValue(header, 'to') ?? 'all');
}

/** The recipients that are the user, or that include the user. */
const readers = new Set([userRole, 'all']);

/**
 * Returns a function that checks whether a range outside messages is visible. It must be called with ascending ranges. A range is visible
 * if it contains only tokens of files and fill-in-the-middle tasks (0.1 §5, §6). A range with any other token, or with a misspelled one,
 * may be the remains of a message.
 */
export function visibleOutside(block: Block): (stretch: Span) => boolean {
  const others = outerTokens(block).filter(({ token: { kind } }) => !outer.has(kind));
  let next = 0;
  return ({ start, end }) => {
    while ((others[next]?.start ?? Number.POSITIVE_INFINITY) < start) next++;
    const clean = (others[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
    return clean && [...nearTokens(block.text, start, end)].every((mark) => mayDivide(block.text, mark));
  };
}

const leftovers = new BlockCache<boolean>();

/**
 * Whether text outside messages may be the rest of a message whose opener or header is missing. Such text is hidden, and the view
 * says so. For files and tasks, see `visibleOutside`.
 */
export function mayHoldMessage(block: Block): boolean {
  if (!has(block, Trait.OddGap) || showsSequence(block)) return false;
  let hasFraming = leftovers.get(block);
  if (hasFraming === undefined) {
    hasFraming = [...nearTokens(block.text, block.end, block.text.length)].some(({ token }) => framing.has(token.kind));
    leftovers.set(block, hasFraming);
  }
  return hasFraming;
}

const framing = new Set(['opener', 'part', 'terminator']);

/** Whether a token belongs to a file or a fill-in-the-middle task, and was not written in place of an opener. */
function mayDivide(text: string, { token: { kind }, end }: NearToken): boolean {
  return outer.has(kind) && !headerFollows(text, end);
}

/** The kinds of tokens that occur outside messages and do not belong to a message. */
const outer = new Set<TokenFact['kind']>(['fim', 'separator', 'sequence']);
