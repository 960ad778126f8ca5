/** The verdict on what an end user may see. Every view asks here (2.2 §4, §5, §7, §11; A-049… ). */
import { channels, modelRole, type TokenFact, userRole } from '../../grammar/index.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
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

/** The visibility of a message to an end user. `none`: it has not begun, as at the end of a prompt. */
export type Visibility = 'none' | 'hidden' | 'preamble' | 'visible';

export interface Verdict {
  readonly shown: Visibility;
  /** It is hidden, in whole or in part, because it may be other than it looks, and not for what it surely is. */
  readonly doubt: boolean;
  /** The content, divided into what a user may and may not see; in a hidden message, all is hidden. */
  readonly parts: readonly ContentPart[];
}

/**
 * The one verdict on what an end user sees of a message (2.2 §4, §5, §7, §11): each view, of text and of JSON, asks here.
 * `sound`: its source has no fault that could make it a different message, and nothing in front of it can be its lost
 * beginning (`verdictOf` for text, `JsonMessage.sound` for JSON). An unsound message is hidden.
 */
export function verdict(message: Message, sound: boolean): Verdict {
  return new MessageVerdict(message.block, message, sound, () => message);
}

/** The blocks before and after one. */
export interface Neighbours {
  readonly before: Block | undefined;
  readonly after: Block | undefined;
}

/** The verdict on a message block of a transcript. */
export function verdictOf(block: Block, { before, after }: Neighbours): Verdict {
  const read = () => message(block);
  const said = headerInfo(block);
  const begins = beginsSound(block, before) && !lacksRole(block) && !(lacksChannel(block) && goesOn(after));
  return new MessageVerdict(block, said, begins && !isCallAlone(block, said), read);
}

/** Whether an answer is a call that a server handed on as text, in a dialect that has calls in tags. */
function isCallAlone({ family, text, bodyStart, bodyEnd }: Block, { role }: HeaderInfo): boolean {
  const { tags, bodyCalls } = family.has;
  return tags && !bodyCalls && role === modelRole && isBareCall(text.slice(bodyStart, bodyEnd));
}

const alone: Neighbours = { before: undefined, after: undefined };

/** Whether users do not see a message for what it surely is, whatever is next to it: a call, reasoning, instructions. */
export function isSurelyHidden(block: Block): boolean {
  if (block.kind !== 'message') return false;
  const { shown, doubt } = verdictOf(block, alone);
  return shown === 'hidden' && !doubt;
}

/** Only the header of a plain message is read, until its parts are requested. */
class MessageVerdict implements Verdict {
  readonly shown: Visibility;
  readonly doubt: boolean;
  private readonly stretches: readonly Hidden[];
  private divided: readonly ContentPart[] | undefined;

  constructor(
    block: Block,
    said: HeaderInfo,
    sound: boolean,
    private readonly read: () => Message,
  ) {
    const meant = shownAs(block, said, read);
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

/** Neither white space nor an invisible character. */
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
 * Whether nothing in front of a message of text can be its lost beginning. A message that begins with `<|start|>` has it;
 * any other is what it seems only if nothing is before it, or nothing between it and the message before.
 */
function beginsSound(block: Block, before: Block | undefined): boolean {
  if (!has(block, Trait.Implied) || before === undefined) return true;
  return before.kind === 'document-header'
    ? headerValues(before).errors.length === 0
    : !/\S/.test(before.text.slice(before.end));
}

/** A completion without a channel: with its first words, an `analysis` may have gone. */
function lacksChannel(block: Block): boolean {
  if (!has(block, Trait.Implied) || has(block, Trait.StartMissing) || !has(block, Trait.HasMessage)) return false;
  if (!block.family.has.channels) return false;
  const { role, channel } = messageHeader(block);
  return role?.name === assistant && channel === undefined;
}

/**
 * A message that lost its opener and names no role, or `assistant`, which may be the recipient's of what is lost. What a model of Harmony says on `final` is the assistant's; on
 * `commentary` it may as well be a tool's, without a channel have been an analysis, and in OpenChatML a system message.
 */
function lacksRole(block: Block): boolean {
  if (!has(block, Trait.StartMissing)) return has(block, Trait.Implied) && beginsInDoubt(block);
  const { role, channel } = messageHeader(block);
  const given =
    role !== undefined && role.end > 0 && !(role.name === assistant && preambleChannels.has(channel?.word?.name));
  return !given && !(block.family.has.completions && isVisibleChannel(channel?.word?.name ?? ''));
}

/**
 * A completion that begins with a type, in whose place `<|start|>` may have been, or with `assistant` before
 * `commentary`: that may be the recipient of a tool's reply, the rest of which is lost.
 */
function beginsInDoubt(block: Block): boolean {
  const text = block.text.slice(0, 200).trimStart();
  if (text.startsWith(CONSTRAIN.text)) return true;
  return text.startsWith(assistant) && preambleChannels.has(messageHeader(block).channel?.word?.name);
}

/** Whether what users see of a message depends on the next one: it is `final` if it is the last of its turn. */
export function dependsOnNext(block: Block | undefined): boolean {
  return block?.kind === 'message' && lacksChannel(block);
}

const goesOn = (after: Block | undefined) => after !== undefined && belongsToTurn(after);

/**
 * The verdict by the header: shown if it is from a user or the assistant, to no tool, on `final`, or a preamble; with an
 * intent, only as a preamble (2.2 §6, A-053, A-055). In doubt if the header cannot be read, names a second channel, would be
 * a call for a router, or has words that could have meant something else.
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
    // A tool is addressed: even from a user, that is not addressed to the assistant.
    header.recipient !== undefined;
  return { shown: doubt ? 'hidden' : preamble ? 'preamble' : 'visible', doubt };
}

/** Whether a terminator closes the message that hands it to a tool. */
function goesToTool({ terminator, family }: Block): boolean {
  return terminator !== undefined && family.frame.terminators.some(({ name, toTool }) => toTool && name === terminator);
}

/** The document ends in the header: a prompt that awaits its answer, or a message without its body so far. */
function isAwaited(message: Message): boolean {
  const { block } = message;
  if (!block.family.has.channels) return isSlot(message);
  if (has(block, Trait.HasMessage)) return false;
  return contentParts(message, []).length === 0;
}

/** Faults that leave open what a message is for. An unknown attribute of a user names nothing that could be hidden. */
const doubts = new Set<HeaderRule>(['stray-word', 'literal-in-header', 'attr-unknown']);
/** Attributes that decide who sees a message. */
const deciding = /^(?:to|intent)=/;

function isDoubtful({ header, role, constraint }: HeaderInfo, { text }: Block): boolean {
  if (header.faults.some(({ rule, text }) => raisesDoubt(rule, text, role))) return true;
  // `<|constrain|>analysis`, and a header without `<|message|>` that may have lost its channel.
  if (constraint !== undefined && channels.some(({ name }) => name === constraint)) return true;
  if (header.closed || role !== assistant) return false;
  return header.channel === undefined || channelFollows(text, header.bodyStart);
}

const channelNames = channels.map(({ name }) => name);

/** Whether the word at an offset is a channel, or nearly one: where `<|message|>` is lost, the header may continue there. */
function channelFollows(text: string, at: number): boolean {
  const [word = ''] = /\p{L}{2,20}/uy.exec(text.slice(at, at + 48).trimStart()) ?? [];
  return word !== '' && closest(word, channelNames) !== undefined;
}

/**
 * In 0.1, a header with a second role, or an assistant's with more than its name: a call or a thought without its line
 * break, or 2.x.
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
 * A plan for the user on commentary. OpenChatML flags it, also with the profile; Harmony does not, so anything else in the
 * header there means that it is not a plan (A-054, HARM-38).
 */
function isPreamble(meaning: HeaderInfo, { family }: Block): boolean {
  const { header, role, effectiveChannel, kind, intent } = meaning;
  if (role !== assistant || !preambleChannels.has(effectiveChannel) || kind !== 'plain') return false;
  if (intent !== undefined) return intent === preambleIntent;
  if (!family.has.unflaggedPreambles || header.constrain !== undefined || header.contentType !== undefined)
    return false;
  return header.faults.length === 0 && readers.has(attributeValue(header, 'to') ?? 'all');
}

/** Recipients that are or include the end user. */
const readers = new Set([userRole, 'all']);

/**
 * Tells which stretches outside a message are shown; they must ascend. They are files, or tasks of fill-in-the-middle
 * (0.1 §5, §6): other tokens, and misspelled ones, may be what is left of a message.
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

const leftovers = new WeakMap<Block, boolean>();

/**
 * Whether text outside messages may be the rest of one that lost its opener or header. It is hidden, which the view says;
 * for files and tasks, see `visibleOutside`.
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

/** Whether a token belongs to files and tasks, and is not instead of an opener. */
function mayDivide(text: string, { token: { kind }, end }: NearToken): boolean {
  return outer.has(kind) && !headerFollows(text, end);
}

/** Text outside messages, and not part of one. */
const outer = new Set<TokenFact['kind']>(['fim', 'separator', 'sequence']);
