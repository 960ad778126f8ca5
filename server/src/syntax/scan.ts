/**
 * Text → blocks. The scanner hops from `<|` to `<|` and never looks at the characters between; what it finds there is
 * left for later (`message-header.ts`, `body.ts`). Between two blocks its state is always the same, which is what lets
 * an edit stop at the first old boundary.
 */
import type { TokenFact } from '../grammar/index.ts';
import { type Block, type BlockKind, type Terminator, Trait } from './block.ts';
import { documentHeaderEnd } from './document-header.ts';
import { LineCounter } from './lines.ts';
import { afterAngle, CHANNEL, ENDLITERAL, isPlausibleStart, LITERAL, MESSAGE, START, tokenAt } from './tokens.ts';

/** How a dialect is scanned. */
export interface Scanning {
  /** Whether a YAML header may begin the document. */
  readonly documentHeader: boolean;
  /** Whether `<<|end|>` is text, and `<|literal|>` opens a block of text. */
  readonly escapes: boolean;
  /** Whether messages are looked for at all; a dialect not read yet is one block. */
  readonly messages: boolean;
}

export const scanning = {
  'openchatml-2.2': { documentHeader: true, escapes: true, messages: true },
  harmony: { documentHeader: false, escapes: false, messages: true },
  'openchatml-0.1': { documentHeader: false, escapes: false, messages: false },
} as const satisfies Record<string, Scanning>;

/** The stretch that is scanned: a whole document, or the blocks that an edit touches. */
export interface Stretch {
  readonly text: string;
  /** The stretch begins the document. */
  readonly first: boolean;
  /** The stretch ends the document. If not, a `<|start|>` follows it. */
  readonly last: boolean;
  /** `<` stands directly before the stretch. */
  readonly afterAngle?: boolean;
}

export interface Scanned {
  readonly blocks: Block[];
  /** Up to where the blocks reach. Short of the stretch's end, what ends the next block is not in the stretch. */
  readonly end: number;
}

/** Spellings that are no token but may be meant as one, apart from those that `<|` or `< |` begin. */
const suspicious = ['\\|', '｜', '＜'] as const;

/** Tells which stretches hold a suspicious spelling; asked for one after the other. Looks at the text once. */
class Suspects {
  private readonly next: number[];
  private nearest = -1;

  constructor(private readonly text: string) {
    this.next = suspicious.map(() => -1);
    this.advance(0);
  }

  /** Whether there is one in the stretch from the last call's end (at first 0) up to `end`. */
  before(end: number): boolean {
    if (this.nearest >= end) return false;
    this.advance(end);
    return true;
  }

  private advance(from: number): void {
    this.nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < suspicious.length; i++) {
      let at = this.next[i] as number;
      if (at < from) {
        at = this.text.indexOf(suspicious[i] as string, from);
        this.next[i] = at = at < 0 ? Number.POSITIVE_INFINITY : at;
      }
      if (at < this.nearest) this.nearest = at;
    }
  }
}

export function scan({ text, first, last, afterAngle: angle }: Stretch, how: Scanning): Scanned {
  const blocks: Block[] = [];
  const lines = new LineCounter(text);
  const suspects = new Suspects(text);
  let at = 0;

  function push(
    kind: BlockKind,
    to: number,
    traits: number,
    headerEnd: number,
    bodyStart: number,
    bodyEnd: number,
    end: number,
    terminator?: Terminator,
  ): void {
    let seen = suspects.before(to) ? traits | Trait.Suspicious : traits;
    if (at > 0 ? text.charCodeAt(at - 1) === 60 : angle === true) seen |= Trait.AfterAngle;
    blocks.push({
      kind,
      text: at === 0 && to === text.length ? text : text.slice(at, to),
      lines: lines.countTo(to),
      headerEnd: headerEnd - at,
      bodyStart: bodyStart - at,
      bodyEnd: bodyEnd - at,
      end: end - at,
      terminator,
      traits: seen,
      leaf: undefined,
      parsed: undefined,
      evidence: undefined,
      memo: undefined,
    });
    at = to;
  }

  /** Everything up to the first message. False: its end is not in the stretch. */
  function prelude(): boolean {
    const start = how.messages ? firstMessage(text, at) : -1;
    if (start < 0 && !last) return false;
    const to = start < 0 ? text.length : start;
    if (to > at) {
      const ink = skipBlank(text, at) < to ? Trait.OddGap : 0;
      push('prelude', to, holdsLiteral(text.slice(at, to)) ? ink | Trait.HasLiteral : ink, at, at, at, at);
    }
    return true;
  }

  /** One message with the gap behind it. False: its end is not in the stretch. */
  function message(): boolean {
    // Only the first message can begin with `<|channel|>`.
    const implied = blocks.length <= 2 && tokenAt(text, at) === CHANNEL;
    let traits = implied ? Trait.Implied : 0;
    let hop = at + (implied ? CHANNEL : START).text.length;

    for (;;) {
      const found = text.indexOf('<|', hop);
      if (found < 0) {
        if (!last) return false;
        push('message', text.length, traits | Trait.Open, text.length, text.length, text.length, text.length);
        return true;
      }
      const token = tokenAt(text, found);
      if (token === MESSAGE) {
        hop = found;
        break;
      }
      if (token === START) {
        push('message', found, traits, found, found, found, found);
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
        push('message', text.length, traits | Trait.Open, headerEnd, bodyStart, text.length, text.length);
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
        push('message', found, traits, headerEnd, bodyStart, found, found);
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
        push(
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
    push('message', to, traits | gap, headerEnd, bodyStart, bodyEnd, end, token.name as Terminator);
  }

  if (first) {
    if (how.documentHeader) {
      const end = documentHeaderEnd(text);
      if (end >= text.length && end > 0 && !last) return { blocks, end: 0 };
      if (end > 0) push('document-header', end, 0, 0, 0, 0, 0);
    }
    // Not even a document header that was found: what goes on behind it would be taken for a message.
    if (!prelude()) return { blocks: [], end: 0 };
  }
  while (at < text.length && message());
  return { blocks, end: at };
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

function skipBlank(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 10 && unit !== 32 && unit !== 13 && unit !== 9) break;
  }
  return at;
}
