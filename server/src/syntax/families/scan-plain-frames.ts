/**
 * Cuts text into blocks for messages with a plain frame: an opener, a header, its end, a body, and a terminator. There are no escapes, so
 * every opener begins a message, and a boundary does not depend on the text before it. The text before the first opener is a single
 * block, the prelude. The facts in `PlainFrame` describe the differences between families: there may be one opener per role, which is then
 * the whole header, and messages may end only at the next opener.
 */
import type { TokenFact } from '../../grammar/index.ts';
import { type Terminator, Trait } from '../block.ts';
import { Cutter, type Scanned, type Stretch, skipSpace } from '../cutter.ts';
import { type TokenAt, terminatorBefore } from '../tokens/tokens.ts';
import type { Family, Frame } from './family.ts';

export interface PlainFrame extends Frame {
  /** The tokens that end a message: at most two, since the scanner compares every token with them directly. */
  readonly terminators: readonly [] | readonly [TokenFact] | readonly [TokenFact, TokenFact];
  /** A token that may end the header in place of a line break. The body begins directly after it. */
  readonly headerEndToo?: TokenFact;
}

/** Returns the scanner for families with this frame. `roleWords`: the words after an opener that stand for a role. */
export function plainScanner(frame: PlainFrame, roleWords: readonly string[]) {
  const patternOf = (tokens: readonly TokenFact[]) => tokens.map(({ text }) => text.replaceAll('|', '\\|')).join('|');
  const tokenFacts = frame.openers.filter(({ role }) => role !== undefined);
  const others = frame.openers.filter(({ role }) => role === undefined);
  const opensWithRole = new RegExp(
    [
      ...(tokenFacts.length > 0 ? [patternOf(tokenFacts)] : []),
      ...(others.length > 0 ? [`(?:${patternOf(others)})(?:${roleWords.join('|')})(?=\\s|<\\||$)`] : []),
    ].join('|'),
    'iy',
  );
  return (family: Family, stretch: Stretch): Scanned => new PlainScanner(family, frame, opensWithRole, stretch).run();
}

/** A class, since V8 would discard the compiled code of closures with the second document. */
class PlainScanner extends Cutter {
  private readonly tokenAt: TokenAt;
  private readonly tokenStart: string;
  /** The usual opener. If one opener serves all roles, nearly every message begins with it. */
  private readonly opener: TokenFact;
  private readonly hasOthers: boolean;
  private readonly end: TokenFact | undefined;
  private readonly otherEnd: TokenFact | undefined;
  private readonly headerEndToo: TokenFact | undefined;

  constructor(
    family: Family,
    private readonly frame: PlainFrame,
    private readonly opensWithRole: RegExp,
    private readonly stretch: Stretch,
  ) {
    super(family, stretch.text, stretch.afterAngle === true);
    this.tokenAt = family.tokenAt;
    this.tokenStart = family.tokenStart;
    this.opener = frame.openers[0];
    this.hasOthers = frame.openers.length > 1;
    this.headerEndToo = frame.headerEndToo;
    [this.end, this.otherEnd = this.end] = frame.terminators;
  }

  run(): Scanned {
    const { text, blocks } = this;
    if (this.stretch.first) this.prelude();
    while (this.at < text.length) this.message();
    return { blocks, end: this.at };
  }

  private prelude(): void {
    const { text } = this;
    const start = this.nextOpener(0);
    const to = start < 0 ? text.length : start;
    if (to === 0) return;
    const whole = start < 0 && this.stretch.last;
    if (this.frame.completes?.(text.slice(0, to), whole)) {
      this.body(Trait.Implied | Trait.HasMessage, 0, 0);
      return;
    }
    const open = whole ? Trait.Open : 0;
    const ink = skipSpace(text, 0) < to ? Trait.OddGap : 0;
    this.push('prelude', to, open | ink, 0, 0, 0, 0);
  }

  /**
   * Adds one message with the gap after it. Unless the document ends with the stretch, the text after the stretch begins with an opener.
   */
  private message(): void {
    const opener = this.hasOthers ? (this.tokenAt(this.text, this.at) ?? this.opener) : this.opener;
    const afterOpener = this.at + opener.text.length;
    if (this.frame.headerEnd === 'opener') {
      this.body(Trait.HasMessage, afterOpener, afterBreaks(this.text, afterOpener, this.frame.breaksBefore));
      return;
    }
    const headerEnd = this.headerEnd(afterOpener);
    const bodyStart = this.bodyStart(headerEnd);
    this.body(bodyStart > headerEnd ? Trait.HasMessage : 0, headerEnd, bodyStart);
  }

  /** Adds a message once its header is read: finds the end of its body, and where the next message begins. `begun`: its traits so far. */
  private body(begun: number, headerEnd: number, bodyStart: number): void {
    const { text, tokenStart } = this;
    let traits = begun;
    for (let hop = text.indexOf(tokenStart, bodyStart); hop >= 0; hop = text.indexOf(tokenStart, hop)) {
      const token = this.tokenAt(text, hop);
      if (token !== undefined && token.kind === 'opener') {
        if (this.roleFollows(text, hop)) traits |= Trait.RoleFollows;
        this.pushUnclosed(hop, traits, headerEnd, bodyStart);
        return;
      }
      if (token !== undefined && (token === this.end || token === this.otherEnd)) {
        this.pushClosed(hop, traits, headerEnd, bodyStart, token);
        return;
      }
      traits |= Trait.OddBody;
      hop += tokenStart.length;
    }
    const { last, after = '' } = this.stretch;
    const to = text.length;
    if (!last) {
      this.pushUnclosed(to, this.roleFollows(after, 0) ? traits | Trait.RoleFollows : traits, headerEnd, bodyStart);
      return;
    }
    this.push('message', to, traits | Trait.Open, headerEnd, bodyStart, to, to);
  }

  /** Adds a message that extends to the next one. A token that ends messages in another dialect is read as its terminator. */
  private pushUnclosed(to: number, traits: number, headerEnd: number, bodyStart: number): void {
    const { text, frame } = this;
    let end = to;
    while (end > bodyStart && isSpace(text.charCodeAt(end - 1))) end--;
    const foreign = text.charCodeAt(end - 1) === 62 ? terminatorBefore(text, end) : undefined;
    const start = end - (foreign?.text.length ?? 0);
    if (foreign === undefined || start < bodyStart || this.tokenAt(text, start)?.kind !== 'foreign') {
      this.push('message', to, traits, headerEnd, bodyStart, to, to);
      return;
    }
    const bodyEnd = frame.breakAfter ? beforeBreak(text, start, bodyStart) : start;
    this.push('message', to, traits, headerEnd, bodyStart, bodyEnd, end);
  }

  private pushClosed(index: number, traits: number, headerEnd: number, bodyStart: number, token: TokenFact): void {
    const { text, frame } = this;
    const end = index + token.text.length;
    let to = skipSpace(text, end);
    let gap = 0;
    if (to < text.length && !this.opensAt(to)) {
      const next = this.nextOpener(to);
      to = next < 0 ? text.length : next;
      gap = Trait.OddGap;
    }
    const bodyEnd = frame.breakAfter ? beforeBreak(text, index, bodyStart) : index;
    this.push('message', to, traits | gap, headerEnd, bodyStart, bodyEnd, end, token.name as Terminator);
  }

  private opensAt(at: number): boolean {
    const { text } = this;
    return text.startsWith(this.opener.text, at) || (this.hasOthers && this.tokenAt(text, at)?.kind === 'opener');
  }

  /** The offset of the first opener at or after `from`, or -1 if there is none. */
  private nextOpener(from: number): number {
    const { text, tokenStart } = this;
    // A separate search for each opener would take too long: each time, the rest of the text would be searched for openers that do not
    // occur.
    if (!this.hasOthers) return text.indexOf(this.opener.text, from);
    let hop = text.indexOf(tokenStart, from);
    while (hop >= 0 && this.tokenAt(text, hop)?.kind !== 'opener')
      hop = text.indexOf(tokenStart, hop + tokenStart.length);
    return hop;
  }

  /** Whether a role follows the opener at an offset, so that the token is meant as an opener. */
  private roleFollows(text: string, at: number): boolean {
    this.opensWithRole.lastIndex = at;
    return this.opensWithRole.test(text);
  }

  /** The end of the header: before the token that ends it. Without one, before the next token that begins or ends a message. */
  private headerEnd(from: number): number {
    const { text, frame, tokenStart } = this;
    if (frame.headerEnd !== 'line break') {
      for (
        let hop = text.indexOf(tokenStart, from);
        hop >= 0;
        hop = text.indexOf(tokenStart, hop + tokenStart.length)
      ) {
        if (this.endsHeader(hop)) return hop;
      }
      return text.length;
    }
    const first = tokenStart.charCodeAt(0);
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 10 || unit === 13) return at;
      if (unit === first && text.startsWith(tokenStart, at) && this.endsHeader(at)) return at;
    }
    return text.length;
  }

  private endsHeader(at: number): boolean {
    const token = this.tokenAt(this.text, at);
    return (
      token !== undefined &&
      (token.kind === 'opener' ||
        token === this.frame.headerEnd ||
        token === this.headerEndToo ||
        token === this.end ||
        token === this.otherEnd)
    );
  }

  /** The offset at which the body begins after a header that ends at `headerEnd`. If nothing ends the header, this is `headerEnd`. */
  private bodyStart(headerEnd: number): number {
    const { text, frame } = this;
    const { headerEndToo } = this;
    if (headerEndToo && text.startsWith(headerEndToo.text, headerEnd)) return headerEnd + headerEndToo.text.length;
    if (frame.headerEnd === 'line break') return afterBreak(text, headerEnd);
    if (frame.headerEnd === 'opener') return headerEnd;
    if (!text.startsWith(frame.headerEnd.text, headerEnd)) return headerEnd;
    return afterBreaks(text, headerEnd + frame.headerEnd.text.length, frame.breaksBefore);
  }
}

/** The offset after `count` line breaks or, if there are fewer, after all of them. */
export function afterBreaks(text: string, from: number, count: number): number {
  let at = from;
  for (let i = 0; i < count; i++) at = afterBreak(text, at);
  return at;
}

function isSpace(unit: number): boolean {
  return unit === 10 || unit === 13 || unit === 32 || unit === 9;
}

function afterBreak(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit === 13) return text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
  return unit === 10 ? at + 1 : at;
}

function beforeBreak(text: string, at: number, from: number): number {
  const unit = at > from ? text.charCodeAt(at - 1) : 0;
  if (unit === 10) return at - 1 > from && text.charCodeAt(at - 2) === 13 ? at - 2 : at - 1;
  return unit === 13 ? at - 1 : at;
}
