/**
 * Cuts text into blocks for 2.x. The scanner jumps from `<|` to `<|` and never examines the text in between, which is read later
 * (`message-header.ts`, `body.ts`). Between two blocks, its only state is how the next message begins. This state can be computed again
 * from the text around a boundary, so a rescan can stop at the first old boundary.
 */
import type { TokenFact } from '../../grammar/index.ts';
import { type Terminator, Trait } from '../block.ts';
import { Cutter, type Scanned, type Stretch, skipSpace } from '../cutter.ts';
import { documentHeaderEnd } from '../document-header/extent.ts';
import {
  afterAngle,
  ENDLITERAL,
  isPlausibleStart,
  LITERAL,
  MESSAGE,
  START,
  terminatorBefore,
  tokenAt,
} from '../tokens/tokens.ts';
import type { Family } from './family.ts';
import { firstOpening, MAX_HEADER_LENGTH, nextOpening, type Opening } from './lost-openers.ts';

/** Scans a stretch in 2.x: OpenChatML 2.2 or Harmony. */
export function scanOpen(family: Family, stretch: Stretch): Scanned {
  return new Scanner(family, stretch).run();
}

/** A class, since V8 would discard the compiled code of closures with the second document. */
class Scanner extends Cutter {
  private readonly last: boolean;
  /** The traits of the next message that concern its beginning. */
  private opening: number;

  constructor(
    family: Family,
    private readonly stretch: Stretch,
  ) {
    super(family, stretch.text, stretch.afterAngle === true);
    this.last = stretch.last;
    this.opening = stretch.opening ?? 0;
  }

  run(): Scanned {
    const { text, blocks, last } = this;
    if (this.stretch.first) {
      if (this.family.has.documentHeader) {
        const end = documentHeaderEnd(text, this.last);
        if (end >= text.length && end > 0 && !last) return { blocks, end: 0 };
        if (end > 0) this.push('document-header', end, 0, 0, 0, 0, 0);
      }
      // The block of the document header is discarded as well. Otherwise, the text after the header would be read as a message.
      if (!this.prelude()) return { blocks: [], end: 0 };
    }
    while (this.at < text.length && this.message());
    return { blocks, end: this.at, opening: this.opening };
  }

  /** Adds an unclosed message that extends to `to`. */
  private pushOpen(to: number, traits: number, headerEnd = to, bodyStart = to): true {
    this.push('message', to, traits, headerEnd, bodyStart, to, to);
    this.opening = 0;
    return true;
  }

  /** Adds the text before the first message. Returns false if the stretch does not contain the beginning of that message. */
  private prelude(): boolean {
    const { text, at, last, family } = this;
    const opening = firstOpening(text, at, family.has.completions);
    if (opening === undefined && !last) return false;
    const to = opening?.at ?? text.length;
    if (to > at) {
      const ink = skipSpace(text, at) < to ? Trait.OddGap : 0;
      this.push('prelude', to, holdsLiteral(text.slice(at, to)) ? ink | Trait.HasLiteral : ink, at, at, at, at);
    }
    this.opening = opening?.traits ?? 0;
    return true;
  }

  /** Adds one message with the gap after it. Returns false if the stretch does not contain the end of the message. */
  private message(): boolean {
    const { text, last } = this;
    let traits = this.opening;
    let hop = traits & Trait.Implied ? this.at : this.at + START.text.length;

    for (;;) {
      const index = text.indexOf('<|', hop);
      if (index < 0) return last && this.pushOpen(text.length, traits | Trait.Open);
      const token = tokenAt(text, index);
      if (token === MESSAGE) {
        hop = index;
        break;
      }
      if (token === START) return this.pushOpen(index, traits);
      if (token?.kind === 'terminator') return this.pushClosed(index, traits, index, index, token);
      if (token === LITERAL && text.charCodeAt(index - 1) !== 60) traits |= Trait.HasLiteral;
      hop = index + (token ? token.text.length : 2);
    }

    const headerEnd = hop;
    const bodyStart = hop + MESSAGE.text.length;
    const { escapes } = this.family.has;
    traits |= Trait.HasMessage;
    hop = bodyStart;
    for (;;) {
      const index = text.indexOf('<|', hop);
      if (index < 0) return last && this.pushOpen(text.length, traits | Trait.Open, headerEnd, bodyStart);
      const token = tokenAt(text, index);
      const escaped = afterAngle(text, index, bodyStart);
      if (token?.kind === 'terminator' && !(escaped && escapes)) {
        return this.pushClosed(index, traits, headerEnd, bodyStart, token);
      }
      // In a body, `<<|start|>` begins a message in no dialect: it is either an escape or a quotation.
      if (token === START && !escaped && isPlausibleStart(text, index)) {
        return this.pushUnclosed(index, traits, headerEnd, bodyStart);
      }
      traits |= Trait.OddBody;
      hop = index + (token ? token.text.length : 2);
      if (token !== LITERAL || escaped) continue;
      traits |= Trait.HasLiteral;
      if (!escapes) continue;
      const endliteral = text.indexOf(ENDLITERAL.text, hop);
      if (endliteral < 0) {
        return last && this.pushOpen(text.length, traits | Trait.Open | Trait.LiteralOpen, headerEnd, bodyStart);
      }
      hop = endliteral + ENDLITERAL.text.length;
    }
  }

  /**
   * Adds an unclosed message that ends at `to`, where the next one begins. A terminator of another dialect directly before `to` counts as
   * one of this dialect.
   */
  private pushUnclosed(to: number, traits: number, headerEnd: number, bodyStart: number): true {
    const { text } = this;
    const end = inkEnd(text, to);
    const foreign = text.charCodeAt(end - 1) === 62 ? terminatorBefore(text, end) : undefined;
    const start = end - (foreign?.text.length ?? 0);
    if (foreign === undefined || start < bodyStart || tokenAt(text, start)?.kind !== 'foreign')
      return this.pushOpen(to, traits, headerEnd, bodyStart);
    this.push('message', to, traits, headerEnd, bodyStart, start, end);
    this.opening = 0;
    return true;
  }

  /** Adds a message that `token` closes at `index`. The gap after it extends to the next message. */
  private pushClosed(index: number, traits: number, headerEnd: number, bodyStart: number, token: TokenFact): boolean {
    const { text, last } = this;
    const end = index + token.text.length;
    const ink = skipSpace(text, end);
    // Nearly all messages are like this, and need no further checks.
    if (ink < text.length && text.startsWith(START.text, ink)) {
      this.push('message', ink, traits, headerEnd, bodyStart, index, end, token.name as Terminator);
      this.opening = 0;
      return true;
    }
    const opening = this.openingAfter(end);
    if (opening === undefined && !last) return false;
    const to = opening?.at ?? text.length;
    let gap = 0;
    if (ink < to) {
      gap = holdsLiteral(text.slice(end, to)) ? Trait.OddGap | Trait.HasLiteral : Trait.OddGap;
    }
    this.push('message', to, traits | gap, headerEnd, bodyStart, index, end, token.name as Terminator);
    this.opening = opening?.traits ?? 0;
    return true;
  }

  /** Finds the message after a terminator that ends at `end`. It may be the first message after the stretch. */
  private openingAfter(end: number): Opening | undefined {
    const { text, last } = this;
    const { after = '' } = this.stretch;
    const at = skipSpace(text, end);
    if (at < text.length ? tokenAt(text, at) === START : tokenAt(after, 0) === START) return { at, traits: 0 };
    const opening = nextOpening(text, end);
    if (opening !== undefined || last) return opening;
    // The next message, which begins right after the stretch, is already known. However, the text of this gap may change where it begins,
    // or whether it is a message at all.
    const beyond = nextOpening(text.slice(end) + after.slice(0, MAX_HEADER_LENGTH), 0);
    return beyond?.at === text.length - end ? { at: text.length, traits: beyond.traits } : undefined;
  }
}

/** Whether a text contains `<|literal|>` without another `<` directly before it. */
function holdsLiteral(text: string): boolean {
  let at = text.indexOf(LITERAL.text);
  while (at > 0 && text.charCodeAt(at - 1) === 60) at = text.indexOf(LITERAL.text, at + 1);
  return at >= 0;
}

/** The offset before the white space that precedes `to`. */
function inkEnd(text: string, to: number): number {
  let end = to;
  while (' \t\r\n'.includes(text[end - 1] ?? '-')) end--;
  return end;
}
