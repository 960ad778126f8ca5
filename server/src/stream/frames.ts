/**
 * Splits text that arrives in pieces into messages, and reports the new parts of their bodies. The scanner of the family reads one message
 * at a time, and text that has been read is dropped. The text is examined before and after every character that can begin or end a token or
 * a tag. Therefore, the result does not depend on how the text is cut into pieces.
 */

import { dependsOnNext } from '../model/visibility/verdict.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { type DialectChoice, familyByBeginning } from '../syntax/dialect.ts';
import { type Family, families, familyOf } from '../syntax/families/index.ts';
import { type BodyOptions, BodyReader, type Slice } from './body.ts';
import { MAX_HIDDEN_WINDOW, MAX_WAITING_LENGTH, middleless, shortened, squeezed, step } from './window.ts';

/** Receives the messages of a stream, in order. */
export interface Listener {
  /** Receives a message whose header is complete. The body reader indicates whether users may see the message. */
  open(block: Block, body: BodyReader): void;
  slices(slices: readonly Slice[]): void;
  /** Withdraws visible text of the message, which may not be for users after all. */
  retract(): void;
  close(block: Block): void;
  /** Drops the open block, which turned out not to be a message. The first message begins after it. */
  drop(): void;
}

export interface FrameOptions extends BodyOptions {
  readonly choice: DialectChoice;
}

const sign = /[<＜>＞|｜[\]◁▷]/g;
const closing = /[>＞\]▷]$/;
/** Matches the end of a tag or of a thought, in any spelling. */
const ends = /(?:[/\\]|end[\W_]?)[\p{L}\p{N}_ -]{2,24}[|｜]?[>＞\]▷]$/u;

/** The number of characters that may be examined for each character that arrives. */
const looksPerUnit = 16;
/** Text of length n is examined again after it has grown by n / 2^growth. */
const growth = 4;

const begins = /[<＜|｜[◁]$/;
/** The maximum length of the end of a token or a tag (UTF-16 units). */
const MAX_END_LENGTH = 48;

const openings = Trait.Implied | Trait.StartMissing;

export class FrameReader {
  private text = '';
  /** The last characters received, which are needed at every sign. Slicing them from `text` would copy the whole text each time. */
  private tail = '';
  private first = true;
  private opening = 0;
  private before: Block | undefined;
  private body: BodyReader | undefined;
  /** Whether the message is closed, so that further text belongs to the gap after it. */
  private closed = false;
  /** The family, once it is known. If the dialect was chosen, it is known from the beginning. */
  private given: Family | undefined;
  private settled = false;
  /** The length of the text received. */
  private length = 0;
  /**
   * The lengths of text at the last examinations. `pieces`: the length received at the last one; `signs`: the length received
   * at the last one that was not only due to the end of a piece; `kept`: the length of the text that remained after that one.
   */
  private readonly looked = { pieces: 0, signs: 0, kept: 0 };
  /**
   * The numbers of characters that may still be examined, at signs and at the ends of pieces. There are two budgets, since
   * pieces must not affect the results at signs.
   */
  private readonly credit = { signs: 0, pieces: 0 };

  constructor(
    private readonly listener: Listener,
    private readonly options: FrameOptions,
  ) {
    if (options.choice.dialect !== undefined) this.given = familyOf(options.choice.dialect);
  }

  /** The family of the text, once it is known. */
  get family(): Family | undefined {
    return this.given;
  }

  /** Takes a piece of any length. */
  push(piece: string): void {
    let at = 0;
    sign.lastIndex = 0;
    for (let match = sign.exec(piece); match !== null; match = sign.exec(piece)) {
      this.append(piece.slice(at, match.index));
      // Directly after a sign that may begin a token or a tag, nothing can be decided.
      if (!begins.test(this.tail)) this.goOnIfDue(true);
      at = match.index + 1;
      this.append(piece.slice(match.index, at));
      if (closing.test(match[0]) && this.endsSomething() && this.affords('signs')) this.read(false, true);
    }
    this.append(piece.slice(at));
    this.goOnIfDue(false);
  }

  /** Reports new text: plain text at once, and other text whenever it is due to be examined. */
  private goOnIfDue(canonical: boolean): void {
    const { body, text, given } = this;
    if (body && given && !this.closed && this.length - this.looked.pieces < step) {
      const slices = body.readOn(text, given);
      if (slices !== undefined) {
        this.tell(body, slices);
        return;
      }
    }
    const of = canonical ? 'signs' : 'pieces';
    const isSmall = this.windowOf(of) < 4 * step && (body === undefined || (body.isPublic && !body.isWaiting));
    if (this.hasGrown(of) || (isSmall && this.affords(of))) this.read(false, canonical);
  }

  /**
   * The length of the text to examine. For signs, this is the length as if no piece had ended, since results at signs must not
   * depend on pieces.
   */
  private windowOf(of: 'signs' | 'pieces'): number {
    return of === 'pieces' ? this.text.length : this.looked.kept + this.length - this.looked.signs;
  }

  /** Whether the text has grown so much since the last examination that another examination is affordable, however long the text is. */
  private hasGrown(of: 'signs' | 'pieces'): boolean {
    return this.length - this.looked[of] >= this.windowOf(of) >> growth;
  }

  /** Ends the text. Returns the last message if it is not closed. */
  end(): Block | undefined {
    if (this.text === '') return undefined;
    const last = this.read(true, true);
    return last && has(last, Trait.Open) ? last : undefined;
  }

  /** Appends text. Long text is examined at regular offsets, which do not depend on its pieces, so that little of it has to be kept. */
  private append(text: string): void {
    let at = 0;
    for (let to = step - (this.length % step); to <= text.length; to += step) {
      this.add(text.slice(at, to));
      at = to;
      if (this.length - this.looked.signs >= step && this.hasGrown('signs')) this.read(false, true);
    }
    this.add(text.slice(at));
    this.tail = (this.tail + text.slice(-MAX_END_LENGTH)).slice(-MAX_END_LENGTH);
    this.credit.signs += looksPerUnit * text.length;
    this.credit.pieces += looksPerUnit * text.length;
  }

  private add(text: string): void {
    this.text += text;
    this.length += text.length;
  }

  /**
   * Whether the budget allows examining the whole text. Without a budget, an examination at the end of each of thousands of thoughts would
   * take quadratic time. Even examining a short window at every character of a loop would take seconds.
   */
  private affords(of: 'signs' | 'pieces'): boolean {
    const window = this.windowOf(of);
    if (this.credit[of] < window) return false;
    this.credit[of] -= window;
    return true;
  }

  /** Whether the text ends with a token of the family, or with a possible end of hidden text. */
  private endsSomething(): boolean {
    const { tail } = this;
    const at = tail.lastIndexOf('<|');
    const token = at < 0 ? undefined : (this.given ?? families['openchatml-2.2']).tokenAt(tail, at);
    return (
      (token !== undefined && at + token.text.length === tail.length) ||
      (this.body?.isPublic === true && ends.test(tail))
    );
  }

  /**
   * Reads the new text. Returns the block at the end of the text. `canonical`: whether the text is read for a reason other than the end of
   * a piece.
   */
  private read(last: boolean, canonical: boolean): Block | undefined {
    this.looked.pieces = this.length;
    if (canonical) this.looked.signs = this.length;
    const block = this.readOn(last, canonical);
    if (canonical) this.looked.kept = this.text.length;
    return block;
  }

  private readOn(last: boolean, canonical: boolean): Block | undefined {
    const family = this.familyOf(last, canonical);
    const { blocks } = this.scan(family);
    // An index moves over the finished blocks, since removing each of them from the list would take quadratic time.
    let from = 0;
    while (blocks.length - from > 1) {
      // A document header is removed together with the text between it and the first message.
      const gone = blocks.slice(from, from + (blocks[from + 1]?.kind === 'prelude' ? 2 : 1));
      const next = blocks[from + gone.length];
      if (next === undefined ? !last : !last && !isCertain(next)) return undefined;
      for (const [i, block] of gone.entries()) this.finish(block, gone[i + 1] ?? next);
      this.text = this.text.slice(gone.reduce((sum, { text }) => sum + text.length, 0));
      this.first = false;
      if (next === undefined) return gone.at(-1);
      this.opening = next.traits & openings;
      from += gone.length;
      // The header may reveal another dialect.
      if (!this.settled && this.familyOf(last, canonical) !== family) return this.readOn(last, canonical);
    }
    const block = blocks[from];
    if (block === undefined) return undefined;
    if (last) {
      this.finish(block, undefined);
      this.text = '';
      return block;
    }
    if (block.kind === 'message') this.goOn(block, canonical);
    else if (canonical) this.text = middleless(this.text);
    return block;
  }

  private scan(family: Family) {
    const { text, first, opening } = this;
    return family.scan({ text, first, last: true, opening });
  }

  /** Reads a message that may continue. */
  private goOn(block: Block, canonical: boolean): void {
    const { terminator } = block;
    if (this.closed) {
      const gap = block.text.slice(block.end);
      if (canonical && gap.length > MAX_HIDDEN_WINDOW) this.text = block.text.slice(0, block.end) + middleless(gap);
      return;
    }
    if (this.body === undefined && !has(block, Trait.HasMessage) && terminator === undefined) {
      if (canonical && block.text.length > MAX_HIDDEN_WINDOW) this.text = middleless(block.text);
      return;
    }
    const beside = { before: this.before, after: undefined };
    const body = this.begun(block);
    // A message that depends on the next message is not complete until the next message arrives.
    const done = terminator !== undefined && !dependsOnNext(block);
    this.tell(body, body.read(block, beside, done));
    if (terminator !== undefined) {
      if (done) this.closeNow(block);
      return;
    }
    if (canonical) this.shorten(block, body);
  }

  private begun(block: Block): BodyReader {
    if (this.body) return this.body;
    this.body = new BodyReader(block, { before: this.before, after: undefined }, this.options);
    this.listener.open(block, this.body);
    return this.body;
  }

  private tell(body: BodyReader, slices: readonly Slice[]): void {
    if (body.takeRetraction()) this.listener.retract();
    if (slices.length > 0) this.listener.slices(slices);
  }

  private closeNow(block: Block): void {
    this.closed = true;
    this.listener.close(block);
  }

  /** Reports a complete block. `next`: the block after it. */
  private finish(block: Block, next: Block | undefined): void {
    if (block.kind === 'message') {
      if (!this.closed) {
        const body = this.begun(block);
        this.tell(body, body.read(block, { before: this.before, after: next }, true));
        this.closeNow(block);
      }
    } else if (this.body !== undefined) this.listener.drop();
    this.before = block;
    this.body = undefined;
    this.closed = false;
  }

  /** Drops the part of the body that has been read, and shortens long hidden parts. */
  private shorten(block: Block, body: BodyReader): void {
    const { dealt } = body;
    const less = shortened(block, dealt, body.isInked);
    if (less !== undefined) {
      this.first &&= block.bodyStart > 0;
      this.take(less.text, body, dealt - less.by);
      return;
    }
    const waiting = block.text.length - dealt;
    if (waiting <= MAX_HIDDEN_WINDOW) return;
    if (!body.isWaiting) this.take(block.text.slice(0, dealt) + squeezed(block.text.slice(dealt)), body, dealt);
    // If too much text is still waiting, the rest of the message stays hidden.
    if (this.text.length - dealt > MAX_WAITING_LENGTH) body.giveUp();
  }

  private take(text: string, body: BodyReader, dealt: number): void {
    if (text === this.text) return;
    this.text = text;
    const [block] = this.scan(this.given as Family).blocks;
    if (block !== undefined) body.shorten(block, { before: this.before, after: undefined }, dealt);
  }

  /**
   * Returns the family that the beginning of the text indicates: 2.x until a header decides. A header that is incomplete at the
   * end of a piece decides nothing.
   */
  private familyOf(last: boolean, canonical: boolean): Family {
    const { choice } = this.options;
    if (this.given !== undefined && (choice.dialect !== undefined || this.settled || !canonical)) return this.given;
    const { family, certain } = familyByBeginning(this.text, choice, last);
    this.settled = certain;
    this.given = family;
    return family;
  }
}

/** Whether it is certain that a block begins at this position, whatever follows. */
function isCertain(block: Block): boolean {
  return block.kind !== 'message' || has(block, Trait.HasMessage | Trait.Implied) || block.text.length > 64;
}
