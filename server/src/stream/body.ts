/** Reads the body of a message while it is being written, and determines which of its new parts users see. */
import { modelRole } from '../grammar/index.ts';
import { mayBecomeBareCall, mayEndCall } from '../model/calls/body-calls.ts';
import { type Message, message } from '../model/message.ts';
import { type ContentPart, contentOffset } from '../model/visibility/content-parts.ts';
import { mayHaveTags } from '../model/visibility/tags.ts';
import {
  dependsOnNext,
  type Neighbours,
  type Verdict,
  type Visibility,
  verdictOf,
} from '../model/visibility/verdict.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { segments } from '../syntax/body.ts';
import type { Family } from '../syntax/families/family.ts';
import { nearTokens } from '../syntax/tokens/near-tokens.ts';
import { bracketsBefore, heldFrom, MAX_MARK_LENGTH } from './pending-suffix.ts';

/** A slice of the content of a message. */
export interface Slice {
  readonly text: string;
  /** Whether users see the slice. */
  readonly shown: boolean;
}

export interface BodyOptions {
  /**
   * Whether the model writes no thoughts. In dialects in which thoughts may begin without a tag, its answers are then shown before the end
   * of the message.
   */
  readonly thoughtless: boolean;
  /** Whether the first message has passed the gate for calls (`call-gate.ts`), so that it need not wait for its end. */
  readonly gated: boolean;
}

const none: readonly Slice[] = [];
const ink = /\S/;

/**
 * Reads a body as it grows. All offsets are in the current block. When text that has been read is removed from the block (`window.ts`),
 * `dealt` is adjusted.
 */
export class BodyReader {
  /** The offset in the block up to which the body has been read. */
  dealt: number;
  /** Whether text that has been shown is now hidden, or may have to be. If so, nothing more of the message is shown. */
  private retracted = false;
  /** Whether the retraction still has to be reported. */
  private retracts = false;
  /** The visibility of the message according to its header, regardless of the body. */
  readonly byHeader: Visibility;
  /** The shown parts of the body that are still in the block. */
  private before = '';
  /** Whether nothing is open at `dealt`, so that text without tokens and tags has the same visibility as the text before it. */
  private plain = false;
  /**
   * Whether text waits, so that nothing is shown. It waits until the message ends, until the end of its thoughts is known, or until the
   * message is certainly not a call.
   */
  private waits: boolean;
  /** Whether the message may begin with a thought without an opening tag. */
  private readonly mayThink: boolean;

  constructor(block: Block, beside: Neighbours, { thoughtless, gated }: BodyOptions) {
    this.dealt = message(block).body.bodyStart;
    this.byHeader = shownByHeader(block, beside);
    const { tags, bodyCalls } = block.family.has;
    // A block with `Implied` may be a completion without an opener. Only its tags show this, and later text may disprove it.
    this.mayThink = !thoughtless || has(block, Trait.Implied);
    const mayCall = !bodyCalls && !(gated && beside.before === undefined);
    const mayWait = tags && (this.mayThink || mayCall);
    this.waits = dependsOnNext(block) || (mayWait && message(block).role === modelRole);
  }

  /** Whether users may see any part of the message. */
  get isPublic(): boolean {
    return !this.retracted && (this.byHeader === 'visible' || this.byHeader === 'preamble');
  }

  /** Whether public text waits for the end of the message, or for the end of a thought. */
  get isWaiting(): boolean {
    return this.isPublic && this.waits;
  }

  /** Whether users have seen more than white space of the text that is still in the block. */
  get isInked(): boolean {
    return ink.test(this.before);
  }

  /** Returns true once after shown text has been retracted. */
  takeRetraction(): boolean {
    const { retracts } = this;
    this.retracts = false;
    return retracts;
  }

  /** Stops showing text of the message, for example because the waiting part has become too long. */
  giveUp(): void {
    this.retracts ||= this.isPublic;
    this.retracted = true;
  }

  /**
   * Returns the new part of the text at the end of the body, without examining the whole body. This requires that neither that
   * part nor the text right before it has any marks; otherwise, returns undefined.
   */
  readOn(text: string, family: Family): readonly Slice[] | undefined {
    if (!this.plain || this.waits) return undefined;
    // In hidden text, only tokens matter, but text after a token must be examined.
    if (!this.isPublic && text.slice(Math.max(0, this.dealt - MAX_MARK_LENGTH), this.dealt).includes('<|'))
      return undefined;
    const to = heldFrom(text, this.dealt, text.length, family);
    if (to <= this.dealt) return none;
    if (!isPlain(text, this.dealt, to, family, this.isPublic)) return undefined;
    const slice = { text: text.slice(this.dealt, to), shown: this.isPublic };
    if (slice.shown) this.before += slice.text;
    this.dealt = to;
    return [slice];
  }

  /** Returns the new slices whose visibility is certain. `done`: whether the body is complete. */
  read(block: Block, beside: Neighbours, done: boolean): readonly Slice[] {
    const { bodyStart } = message(block).body;
    this.dealt = Math.max(this.dealt, bodyStart);
    if (done) return this.readAll(block, beside);
    // The text that must wait is cut off, so that it does not affect decisions.
    const to = heldFrom(block.text, this.dealt, block.bodyEnd, block.family);
    if (to <= this.dealt) return none;
    const decided = cutOff(block, to);
    const decidedMessage = message(decided);
    this.plain = !this.isPublic;
    if (!this.isPublic) return this.take(decidedMessage, to, whole(decidedMessage));
    if (this.waits && !this.settles(decided, beside)) return none;
    const verdict = verdictOf(decided, beside);
    if (this.takesBack(decidedMessage, verdict)) return this.read(block, beside, done);
    if (!isShown(verdict)) return none;
    const last = verdict.parts.at(-1);
    const fill = segments(decided).find(({ token }) => token?.kind === 'fim');
    // A hidden part at the end may continue, and brackets before a call may be part of the call.
    const open = last?.hidden
      ? bracketsBefore(block.text, this.dealt, decidedMessage.content.toBlock(last.start), block.family.has)
      : to;
    const until = Math.min(fill?.start ?? to, open);
    // A message that would only show white space is hidden.
    if (!ink.test(this.before) && !ink.test(shownBefore(decidedMessage, verdict, until))) return none;
    this.plain = until === to && last?.hidden !== true && !isLiteral(decided);
    return this.take(decidedMessage, until, verdict.parts);
  }

  private readAll(block: Block, beside: Neighbours): readonly Slice[] {
    const blockMessage = message(block);
    const { bodyEnd } = blockMessage.body;
    if (!this.isPublic) return this.take(blockMessage, bodyEnd, whole(blockMessage));
    const verdict = verdictOf(block, beside);
    if (this.takesBack(blockMessage, verdict)) return this.take(blockMessage, bodyEnd, whole(blockMessage));
    return this.take(blockMessage, bodyEnd, verdict.parts);
  }

  /** Replaces the stored text with the shown parts that remain in the shortened block. */
  shorten(block: Block, beside: Neighbours, dealt: number): void {
    this.dealt = dealt;
    this.before = '';
    if (!this.isPublic) return;
    this.before = shownBefore(message(block), verdictOf(block, beside), dealt);
  }

  private take(message: Message, to: number, parts: readonly ContentPart[]): readonly Slice[] {
    if (to <= this.dealt) return none;
    const [from, until] = [contentOffset(message, this.dealt), contentOffset(message, to)];
    this.dealt = to;
    const slices = between(parts, from, until);
    for (const { text, shown } of slices) if (shown) this.before += text;
    return slices;
  }

  /** Whether text that has been shown would now be hidden. If so, nothing more of the message is shown. */
  private takesBack(message: Message, verdict: Verdict): boolean {
    if (!ink.test(this.before)) return false;
    const now = isShown(verdict) ? shownBefore(message, verdict, this.dealt) : '';
    if (now.trim() === this.before.trim()) return false;
    this.giveUp();
    return true;
  }

  /** Whether the message can no longer become a call, or its initial thought has ended, so that all further text is an answer. */
  private settles(block: Block, beside: Neighbours): boolean {
    if (dependsOnNext(block)) return false;
    if (!this.mayThink) {
      const body = block.text.slice(block.bodyStart, block.bodyEnd);
      this.waits = firstWord.test(body) || mayBecomeBareCall(body);
      return !this.waits;
    }
    const verdict = verdictOf(block, beside);
    const first = verdict.parts.find(({ text, hidden }) => hidden || ink.test(text));
    const settled = first?.hidden === true && isShown(verdict) && verdict.parts.at(-1) !== first;
    if (settled) this.waits = false;
    return settled;
  }
}

const isShown = ({ shown }: Verdict) => shown === 'visible' || shown === 'preamble';

function whole({ content: { text } }: Message): readonly ContentPart[] {
  return [{ text, hidden: true, start: 0, end: text.length }];
}

/** Returns the block as it was when its body ended at `to`. */
function cutOff(block: Block, to: number): Block {
  const text = block.text.slice(0, to);
  // Incomplete JSON may still become a call.
  const open = block.family.has.bodyCalls ? Trait.Open : 0;
  return {
    ...block,
    text,
    bodyEnd: to,
    end: to,
    terminator: undefined,
    traits: (block.traits & ~Trait.Open) | open,
    readings: undefined,
  };
}

/** Whether the body ends in a literal block. */
function isLiteral(block: Block): boolean {
  const last = has(block, Trait.HasLiteral) ? segments(block).at(-1) : undefined;
  return last?.kind === 'literal' && last.closed === false;
}

/** Matches text that is a single word so far. If a bracket follows this word, the text may be a call. */
const firstWord = /^\s*[\p{L}\p{N}_.-]{0,80}$/u;
const bracket = /[<＜>＞]/;
const partOfCall = /["'“”{}=:()[\]]/;
const tokenBeforeJson = /\|>\s*[{[]/;

/** Whether a span, together with the text right before it, contains nothing that may hide, end or escape text. */
function isPlain(text: string, from: number, to: number, family: Family, isShownPart: boolean): boolean {
  const { tags, bodyCalls, functions } = family.has;
  const stretch = text.slice(Math.max(0, from - MAX_MARK_LENGTH), to);
  if (!isShownPart) return !stretch.includes('<|');
  if (bodyCalls && (partOfCall.test(stretch) || mayEndCall(stretch))) return false;
  if (!bracket.test(stretch)) return true;
  if (functions && tokenBeforeJson.test(stretch)) return false;
  if (tags && mayHaveTags(stretch)) return false;
  return !hasToken(stretch, family) && nearTokens(stretch, 0, stretch.length).next().done === true;
}

function hasToken(text: string, { tokenAt }: Family): boolean {
  for (let at = text.indexOf('<|'); at >= 0; at = text.indexOf('<|', at + 2)) if (tokenAt(text, at)) return true;
  return false;
}

/** The slices between two offsets of the content. */
function between(parts: readonly ContentPart[], from: number, to: number): Slice[] {
  return parts.flatMap(({ text, hidden, start, end }) => {
    const [first, last] = [Math.max(from, start), Math.min(to, end)];
    if (first >= last) return [];
    // In text that a model filled in, offsets differ from those in the source, so the last slice reaches to the end of the part.
    const slice = text.slice(first - start, last === end ? undefined : last - start);
    return slice === '' ? [] : [{ text: slice, shown: !hidden }];
  });
}

function shownBefore(message: Message, { parts }: Verdict, to: number): string {
  return between(parts, 0, contentOffset(message, to))
    .map(({ text, shown }) => (shown ? text : ''))
    .join('');
}

/** The visibility of a message according to its header, if its body is ordinary text. */
function shownByHeader(block: Block, beside: Neighbours): Visibility {
  // A header without `<|message|>` is evaluated once the message is complete.
  if (!has(block, Trait.HasMessage)) return verdictOf(block, beside).shown;
  const { bodyStart, headerEnd, text } = block;
  const body = 'x';
  const plain: Block = {
    ...block,
    text: text.slice(0, bodyStart) + body,
    headerEnd,
    bodyEnd: bodyStart + body.length,
    end: bodyStart + body.length,
    terminator: undefined,
    traits: block.traits & ~(Trait.OddBody | Trait.Suspicious | Trait.OddGap | Trait.LiteralOpen),
    readings: undefined,
  };
  return verdictOf(plain, { before: beside.before, after: undefined }).shown;
}
