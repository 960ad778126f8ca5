/** The verdict on what an end user may see. All views use it (2.2 §4, §5, §7, §11; A-049… ). */
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

/** The visibility of a message to an end user. `none`: the message has not begun, as at the end of a prompt. */
export type Visibility = 'none' | 'hidden' | 'preamble' | 'visible';

export interface Verdict {
  readonly shown: Visibility;
  /** The message is hidden, in whole or in part, because it may not be what it seems, not because of what it certainly is. */
  readonly doubt: boolean;
  /** The content, split into parts that a user may and may not see; in a hidden message, all parts are hidden. */
  readonly parts: readonly ContentPart[];
}

/**
 * The single verdict on what an end user sees of a message (2.2 §4, §5, §7, §11), for all views of text and JSON. `sound`: no
 * fault in its source could make it a different message, and no text before it can be its missing beginning (`verdictOf` for
 * text, `JsonMessage.sound` for JSON). An unsound message is hidden.
 */
export function verdict(message: Message, sound: boolean): Verdict {
  return new MessageVerdict(message.block, message, sound, () => message);
}

/** The blocks before and after a block. */
export interface Neighbours {
  readonly before: Block | undefined;
  readonly after: Block | undefined;
}

/** The verdict on a message block of a transcript. */
export function verdictOf(block: Block, { before, after }: Neighbours): Verdict {
  const read = () => message(block);
  const header = headerInfo(block);
  const begins = beginsSound(block, before) && !lacksRole(block) && !(lacksChannel(block) && goesOn(after));
  return new MessageVerdict(block, header, begins && !isCallAlone(block, header), read);
}

/** Whether an answer is a call that a server returned as text, in a dialect with calls in tags. */
function isCallAlone({ family, text, bodyStart, bodyEnd }: Block, { role }: HeaderInfo): boolean {
  const { tags, bodyCalls } = family.has;
  return tags && !bodyCalls && role === modelRole && isBareCall(text.slice(bodyStart, bodyEnd));
}

const alone: Neighbours = { before: undefined, after: undefined };

/** Whether a message is hidden from users because of what it certainly is, regardless of its neighbors: a call, reasoning, instructions. */
export function isSurelyHidden(block: Block): boolean {
  if (block.kind !== 'message') return false;
  const { shown, doubt } = verdictOf(block, alone);
  return shown === 'hidden' && !doubt;
}

/** Only parses the header of a plain message, until its parts are requested. */
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
    const meant = shownAs(block, header, read);
    const isShown = meant.shown === 'preamble' || meant.shown === 'visible';
    this.stretches = isShown && mayHide(block) ? hiddenStretches(read()) : nothing;
    this.doubt = meant.doubt || (isShown && !sound) || this.stretches.some(({ doubt, inCode }) => doubt || inCode);
    this.shown = isShown && (!sound || this.isAllHidden()) ? 'hidden' : meant.shown;
  }

  get parts(): readonly ContentPart[] {
    const isShown = this.shown === 'preamble' || this.shown === 'visible';
    this.divided ??= isShown ? this.divide() : this.divide().map((part) => ({ ...part, hidden: true }));
    return this.divided;
  }

  private divide(): ContentPart[] {
    return contentParts(this.read(), this.stretches);
  }

  /** Whether users see nothing of a visible message, because it only contains thoughts and calls. */
  private isAllHidden(): boolean {
    const [first] = this.stretches;
    if (first === undefined) return false;
    const { body } = this.read();
    if (first.start <= body.bodyStart && first.end >= body.bodyEnd) return true;
    return !body.family.has.channels && isBlankOutside(body, this.stretches);
  }
}

/** A character that is neither white space nor invisible. */
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
 * Whether no text before a message can be its missing beginning. A message with `<|start|>` is complete; any other message is
 * what it seems only if it begins the document, or directly follows the previous message.
 */
function beginsSound(block: Block, before: Block | undefined): boolean {
  if (!has(block, Trait.Implied) || before === undefined) return true;
  return before.kind === 'document-header'
    ? headerValues(before).errors.length === 0
    : !/\S/.test(before.text.slice(before.end));
}

/** Whether a completion has no channel: `analysis` may be missing with its first words. */
function lacksChannel(block: Block): boolean {
  if (!has(block, Trait.Implied) || has(block, Trait.StartMissing) || !has(block, Trait.HasMessage)) return false;
  if (!block.family.has.channels) return false;
  const { role, channel } = messageHeader(block);
  return role?.name === assistant && channel === undefined;
}

/**
 * Whether a message without its opener lacks a role, or has `assistant`, which may be the recipient of a missing call.
 * In Harmony, a message on `final` is from the assistant, but a message on `commentary` may be from a tool. A message without a
 * channel may have been an analysis and, in OpenChatML, a system message.
 */
function lacksRole(block: Block): boolean {
  if (!has(block, Trait.StartMissing)) return has(block, Trait.Implied) && beginsInDoubt(block);
  const { role, channel } = messageHeader(block);
  const given =
    role !== undefined && role.end > 0 && !(role.name === assistant && preambleChannels.has(channel?.word?.name));
  return !given && !(block.family.has.completions && isVisibleChannel(channel?.word?.name ?? ''));
}

/**
 * Whether a completion begins with a type, which may have replaced `<|start|>`, or with `assistant` before
 * `commentary`, which may be the recipient of an incomplete tool reply.
 */
function beginsInDoubt(block: Block): boolean {
  const text = block.text.slice(0, 200).trimStart();
  if (text.startsWith(CONSTRAIN.text)) return true;
  return text.startsWith(assistant) && preambleChannels.has(messageHeader(block).channel?.word?.name);
}

/** Whether the visible text of a message depends on the next message: the message is on `final` if it is the last of its turn. */
export function dependsOnNext(block: Block | undefined): boolean {
  return block?.kind === 'message' && lacksChannel(block);
}

const goesOn = (after: Block | undefined) => after !== undefined && belongsToTurn(after);

/**
 * The verdict by the header: a message is visible if it is from a user or the assistant, not to a tool, and on `final` or a
 * preamble; if it has an intent, only as a preamble (2.2 §6, A-053, A-055). The verdict is in doubt if the header cannot be
 * parsed, has a second channel, would be a call for a router, or has ambiguous words.
 */
function shownAs(
  block: Block,
  said: HeaderInfo,
  read: () => Message,
): { readonly shown: Visibility; readonly doubt: boolean } {
  const { header, role, effectiveChannel, kind, intent } = said;
  if (has(block, Trait.Open) && isAwaited(read())) return { shown: 'none', doubt: false };
  if (role === undefined) return { shown: 'hidden', doubt: true };
  if (!isVisibleRole(role) || kind !== 'plain') return { shown: 'hidden', doubt: false };
  if (effectiveChannel === undefined) return { shown: 'hidden', doubt: true };
  const preamble = isPreamble(said, block);
  if (!preamble && (intent !== undefined || !isVisibleChannel(effectiveChannel)))
    return { shown: 'hidden', doubt: false };
  const doubt =
    header.channels.some(({ name }) => name !== effectiveChannel) ||
    goesToTool(block) ||
    (block.family.has.channels ? isDoubtful(said, block) : mayBeHidden(said, block)) ||
    // The recipient is a tool: even a user's message is then not for the assistant.
    header.recipient !== undefined;
  return { shown: doubt ? 'hidden' : preamble ? 'preamble' : 'visible', doubt };
}

/** Whether a terminator hands its message to a tool. */
function goesToTool({ terminator, family }: Block): boolean {
  return terminator !== undefined && family.frame.terminators.some(({ name, toTool }) => toTool && name === terminator);
}

/** Whether the document ends in the header: a prompt that awaits its answer, or a message still without its body. */
function isAwaited(message: Message): boolean {
  const { block } = message;
  if (!block.family.has.channels) return isSlot(message);
  if (has(block, Trait.HasMessage)) return false;
  return contentParts(message, []).length === 0;
}

/** Faults that leave the purpose of a message open. An unknown attribute of a user cannot hide anything. */
const doubts = new Set<HeaderRule>(['stray-word', 'literal-in-header', 'attr-unknown']);
/** Attributes that decide who sees a message. */
const deciding = /^(?:to|intent)=/;

function isDoubtful({ header, role, constraint }: HeaderInfo, { text }: Block): boolean {
  if (header.faults.some(({ rule, text }) => raisesDoubt(rule, text, role))) return true;
  // `<|constrain|>analysis`, or a header without `<|message|>` that may lack its channel.
  if (constraint !== undefined && channels.some(({ name }) => name === constraint)) return true;
  if (header.closed || role !== assistant) return false;
  return header.channel === undefined || channelFollows(text, header.bodyStart);
}

const channelNames = channels.map(({ name }) => name);

/** Whether the word at an offset is a channel, possibly misspelled: if `<|message|>` is missing, the header may continue there. */
function channelFollows(text: string, at: number): boolean {
  const [word = ''] = /\p{L}{2,20}/uy.exec(text.slice(at, at + 48).trimStart()) ?? [];
  return word !== '' && closest(word, channelNames) !== undefined;
}

/**
 * Whether a header of 0.1 names a second role, or the header of an assistant has more than a name: the message may be a call or
 * a thought whose line break is missing, or be in 2.x.
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
 * Whether a message is a plan for the user on commentary. OpenChatML marks such a plan, even with the Harmony profile; Harmony
 * does not, so any other word in the header means that the message is not a plan (A-054, HARM-38).
 */
function isPreamble(meaning: HeaderInfo, { family }: Block): boolean {
  const { header, role, effectiveChannel, kind, intent } = meaning;
  if (role !== assistant || !preambleChannels.has(effectiveChannel) || kind !== 'plain') return false;
  if (intent !== undefined) return intent === preambleIntent;
  if (!family.has.unflaggedPreambles || header.constrain !== undefined || header.contentType !== undefined)
    return false;
  return header.faults.length === 0 && readers.has(attributeValue(header, 'to') ?? 'all');
}

/** Recipients that are, or include, the end user. */
const readers = new Set([userRole, 'all']);

/**
 * Returns a function that checks whether stretches outside messages, which must ascend, are visible. Visible stretches are
 * files or fill-in-the-middle tasks (0.1 §5, §6); any other or misspelled token may be the remains of a message.
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
 * Whether text outside messages may be the rest of a message without its opener or header. Such text is hidden, and the view
 * says so; for files and tasks, see `visibleOutside`.
 */
export function mayHoldMessage(block: Block): boolean {
  if (!has(block, Trait.OddGap) || showsSequence(block)) return false;
  let found = leftovers.get(block);
  if (found === undefined) {
    found = [...nearTokens(block.text, block.end, block.text.length)].some(({ token }) => framing.has(token.kind));
    leftovers.set(block, found);
  }
  return found;
}

const framing = new Set(['opener', 'part', 'terminator']);

/** Whether a token belongs to files and tasks, and does not replace an opener. */
function mayDivide(text: string, { token: { kind }, end }: NearToken): boolean {
  return outer.has(kind) && !headerFollows(text, end);
}

/** The kinds of tokens that occur outside messages, and are not part of a message. */
const outer = new Set<TokenFact['kind']>(['fim', 'separator', 'sequence']);
