/**
 * Text → blocks, for 2.x. The scanner hops from `<|` to `<|` and never looks at the characters between; what it finds there is
 * left for later (`message-header.ts`, `body.ts`). Between two blocks its state is always the same, which is what lets
 * an edit stop at the first old boundary.
 */
import type { TokenFact } from '../../grammar/index.ts';
import { type Terminator, Trait } from '../block.ts';
import { Cutter, type Scanned, type Stretch, skipBlank } from '../cutter.ts';
import { documentHeaderEnd } from '../document-header/extent.ts';
import { afterAngle, CHANNEL, ENDLITERAL, isPlausibleStart, LITERAL, MESSAGE, START, tokenAt } from '../tokens.ts';
import type { Family } from './family.ts';

/** The scanner of 2.x: OpenChatML 2.2 and Harmony. */
export function scanOpen(family: Family, stretch: Stretch): Scanned {
  return new Scanner(family, stretch).run();
}

/** A class, as closures lose what was compiled for them with the second document. */
class Scanner extends Cutter {
  private readonly last: boolean;

  constructor(
    family: Family,
    private readonly stretch: Stretch,
  ) {
    super(family, stretch.text, stretch.afterAngle === true);
    this.last = stretch.last;
  }

  run(): Scanned {
    const { text, blocks, last } = this;
    if (this.stretch.first) {
      if (this.family.has.documentHeader) {
        const end = documentHeaderEnd(text, this.last);
        if (end >= text.length && end > 0 && !last) return { blocks, end: 0 };
        if (end > 0) this.push('document-header', end, 0, 0, 0, 0, 0);
      }
      // Not even a document header that was found: what goes on behind it would be taken for a message.
      if (!this.prelude()) return { blocks: [], end: 0 };
    }
    while (this.at < text.length && this.message());
    return { blocks, end: this.at };
  }

  /** A message that nothing closes: it reaches up to `to`. */
  private pushOpen(to: number, traits: number, headerEnd = to, bodyStart = to): true {
    this.push('message', to, traits, headerEnd, bodyStart, to, to);
    return true;
  }

  /** Everything up to the first message. False: its end is not in the stretch. */
  private prelude(): boolean {
    const { text, at, last } = this;
    const start = firstMessage(text, at);
    if (start < 0 && !last) return false;
    const to = start < 0 ? text.length : start;
    if (to > at) {
      const ink = skipBlank(text, at) < to ? Trait.OddGap : 0;
      this.push('prelude', to, holdsLiteral(text.slice(at, to)) ? ink | Trait.HasLiteral : ink, at, at, at, at);
    }
    return true;
  }

  /** One message with the gap behind it. False: its end is not in the stretch. */
  private message(): boolean {
    const { text, last } = this;
    // Only the first message can begin with `<|channel|>`.
    const implied = this.blocks.length <= 2 && tokenAt(text, this.at) === CHANNEL;
    let traits = implied ? Trait.Implied : 0;
    let hop = this.at + (implied ? CHANNEL : START).text.length;

    for (;;) {
      const found = text.indexOf('<|', hop);
      if (found < 0) return last && this.pushOpen(text.length, traits | Trait.Open);
      const token = tokenAt(text, found);
      if (token === MESSAGE) {
        hop = found;
        break;
      }
      if (token === START) return this.pushOpen(found, traits);
      if (token?.kind === 'terminator') return this.pushClosed(found, traits, found, found, token);
      if (token === LITERAL && text.charCodeAt(found - 1) !== 60) traits |= Trait.HasLiteral;
      hop = found + (token ? token.text.length : 2);
    }

    const headerEnd = hop;
    const bodyStart = hop + MESSAGE.text.length;
    const { escapes } = this.family.has;
    traits |= Trait.HasMessage;
    hop = bodyStart;
    for (;;) {
      const found = text.indexOf('<|', hop);
      if (found < 0) return last && this.pushOpen(text.length, traits | Trait.Open, headerEnd, bodyStart);
      const token = tokenAt(text, found);
      const escaped = afterAngle(text, found, bodyStart);
      if (token?.kind === 'terminator' && !(escaped && escapes)) {
        return this.pushClosed(found, traits, headerEnd, bodyStart, token);
      }
      // In no dialect does `<<|start|>` in a body begin a message: where it is no escape, it is a quotation.
      if (token === START && !escaped && isPlausibleStart(text, found)) {
        return this.pushOpen(found, traits, headerEnd, bodyStart);
      }
      traits |= Trait.OddBody;
      hop = found + (token ? token.text.length : 2);
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

  /** The message is closed by `token` at `found`; the gap behind it runs up to the next `<|start|>`. */
  private pushClosed(found: number, traits: number, headerEnd: number, bodyStart: number, token: TokenFact): true {
    const { text } = this;
    const end = found + token.text.length;
    let to = skipBlank(text, end);
    let gap = 0;
    if (to < text.length && tokenAt(text, to) !== START) {
      const next = text.indexOf(START.text, to);
      to = next < 0 ? text.length : next;
      gap = holdsLiteral(text.slice(end, to)) ? Trait.OddGap | Trait.HasLiteral : Trait.OddGap;
    }
    this.push('message', to, traits | gap, headerEnd, bodyStart, found, end, token.name as Terminator);
    return true;
  }
}

/** Where the first message begins: at the first `<|start|>`, or at a `<|channel|>` that is the first token of all. */
function firstMessage(text: string, from: number): number {
  for (let hop = text.indexOf('<|', from); hop >= 0; hop = text.indexOf('<|', hop + 2)) {
    const token = tokenAt(text, hop);
    if (token === START || token === CHANNEL) return hop;
    if (token !== undefined) return text.indexOf(START.text, hop);
  }
  return -1;
}

/** Whether `<|literal|>` occurs, other than behind another `<`. */
function holdsLiteral(text: string): boolean {
  let at = text.indexOf(LITERAL.text);
  while (at > 0 && text.charCodeAt(at - 1) === 60) at = text.indexOf(LITERAL.text, at + 1);
  return at >= 0;
}
