/**
 * Text → blocks. The scanner hops from `<|` to `<|` and never looks at the characters between; what it finds there is
 * left for later (`message-header.ts`, `body.ts`). Between two blocks its state is always the same, which is what lets
 * an edit stop at the first old boundary.
 */
import type { DialectId, TokenFact } from '../grammar/index.ts';
import { type Terminator, Trait } from './block.ts';
import { Cutter, type Scanned, type Stretch, skipBlank } from './cutter.ts';
import { documentHeaderEnd } from './document-header.ts';
import { scanChatml } from './scan-chatml.ts';
import { afterAngle, CHANNEL, ENDLITERAL, isPlausibleStart, LITERAL, MESSAGE, START, tokenAt } from './tokens.ts';

/** How a dialect is scanned. */
export interface Scanning {
  /** Whether a YAML header may begin the document. */
  readonly documentHeader: boolean;
  /** Whether `<<|end|>` is text, and `<|literal|>` opens a block of text. */
  readonly escapes: boolean;
  /** Cuts a stretch into blocks. */
  readonly scan: (stretch: Stretch, how: Scanning) => Scanned;
}

export const scanning = {
  'openchatml-2.2': { documentHeader: true, escapes: true, scan: scanOpen },
  harmony: { documentHeader: false, escapes: false, scan: scanOpen },
  'openchatml-0.1': { documentHeader: false, escapes: false, scan: scanChatml },
} as const satisfies Record<DialectId, Scanning>;

/** The blocks of a stretch, as a dialect is scanned. */
export function scan(stretch: Stretch, how: Scanning): Scanned {
  return how.scan(stretch, how);
}

/** The scanner of 2.x: OpenChatML 2.2 and Harmony. */
function scanOpen({ text, first, last, afterAngle: angle }: Stretch, how: Scanning): Scanned {
  const cutter = new Cutter(text, angle === true);
  const { blocks } = cutter;

  /** Everything up to the first message. False: its end is not in the stretch. */
  function prelude(): boolean {
    const start = firstMessage(text, cutter.at);
    if (start < 0 && !last) return false;
    const to = start < 0 ? text.length : start;
    const { at } = cutter;
    if (to > at) {
      const ink = skipBlank(text, at) < to ? Trait.OddGap : 0;
      cutter.push('prelude', to, holdsLiteral(text.slice(at, to)) ? ink | Trait.HasLiteral : ink, at, at, at, at);
    }
    return true;
  }

  /** One message with the gap behind it. False: its end is not in the stretch. */
  function message(): boolean {
    const { at } = cutter;
    // Only the first message can begin with `<|channel|>`.
    const implied = blocks.length <= 2 && tokenAt(text, at) === CHANNEL;
    let traits = implied ? Trait.Implied : 0;
    let hop = at + (implied ? CHANNEL : START).text.length;

    for (;;) {
      const found = text.indexOf('<|', hop);
      if (found < 0) {
        if (!last) return false;
        cutter.push('message', text.length, traits | Trait.Open, text.length, text.length, text.length, text.length);
        return true;
      }
      const token = tokenAt(text, found);
      if (token === MESSAGE) {
        hop = found;
        break;
      }
      if (token === START) {
        cutter.push('message', found, traits, found, found, found, found);
        return true;
      }
      if (token?.kind === 'terminator') {
        close(found, traits, found, found, found, token);
        return true;
      }
      if (token === LITERAL && text.charCodeAt(found - 1) !== 60) traits |= Trait.HasLiteral;
      hop = found + (token ? token.text.length : 2);
    }

    const headerEnd = hop;
    const bodyStart = hop + MESSAGE.text.length;
    traits |= Trait.HasMessage;
    hop = bodyStart;
    for (;;) {
      const found = text.indexOf('<|', hop);
      if (found < 0) {
        if (!last) return false;
        cutter.push('message', text.length, traits | Trait.Open, headerEnd, bodyStart, text.length, text.length);
        return true;
      }
      const token = tokenAt(text, found);
      const escaped = afterAngle(text, found, bodyStart);
      if (token?.kind === 'terminator' && !(escaped && how.escapes)) {
        close(found, traits, headerEnd, bodyStart, found, token);
        return true;
      }
      // In no dialect does `<<|start|>` in a body begin a message: where it is no escape, it is a quotation.
      if (token === START && !escaped && isPlausibleStart(text, found)) {
        cutter.push('message', found, traits, headerEnd, bodyStart, found, found);
        return true;
      }
      traits |= Trait.OddBody;
      hop = found + (token ? token.text.length : 2);
      if (token !== LITERAL || escaped) continue;
      traits |= Trait.HasLiteral;
      if (!how.escapes) continue;
      const endliteral = text.indexOf(ENDLITERAL.text, hop);
      if (endliteral < 0) {
        if (!last) return false;
        cutter.push(
          'message',
          text.length,
          traits | Trait.Open | Trait.LiteralOpen,
          headerEnd,
          bodyStart,
          text.length,
          text.length,
        );
        return true;
      }
      hop = endliteral + ENDLITERAL.text.length;
    }
  }

  /** The message is closed by `token` at `found`; the gap behind it runs up to the next `<|start|>`. */
  function close(
    found: number,
    traits: number,
    headerEnd: number,
    bodyStart: number,
    bodyEnd: number,
    token: TokenFact,
  ) {
    const end = found + token.text.length;
    let to = skipBlank(text, end);
    let gap = 0;
    if (to < text.length && tokenAt(text, to) !== START) {
      const next = text.indexOf(START.text, to);
      to = next < 0 ? text.length : next;
      gap = holdsLiteral(text.slice(end, to)) ? Trait.OddGap | Trait.HasLiteral : Trait.OddGap;
    }
    cutter.push('message', to, traits | gap, headerEnd, bodyStart, bodyEnd, end, token.name as Terminator);
  }

  if (first) {
    if (how.documentHeader) {
      const end = documentHeaderEnd(text);
      if (end >= text.length && end > 0 && !last) return { blocks, end: 0 };
      if (end > 0) cutter.push('document-header', end, 0, 0, 0, 0, 0);
    }
    // Not even a document header that was found: what goes on behind it would be taken for a message.
    if (!prelude()) return { blocks: [], end: 0 };
  }
  while (cutter.at < text.length && message());
  return { blocks, end: cutter.at };
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
