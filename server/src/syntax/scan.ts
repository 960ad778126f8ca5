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

/** Spellings whose presence is a trait of the block: what may be meant as a token, and literal blocks. */
const marks = [
  { spelling: '<\\|', trait: Trait.Suspicious },
  { spelling: '< |', trait: Trait.Suspicious },
  { spelling: '<｜', trait: Trait.Suspicious },
  { spelling: '＜', trait: Trait.Suspicious },
  { spelling: LITERAL.text, trait: Trait.HasLiteral },
] as const;

/** Where a spelling stands next, at `from` or after; `<` before it makes an escape of it. */
function nextMark(text: string, spelling: string, from: number): number {
  let at = text.indexOf(spelling, from);
  while (at > 0 && text.charCodeAt(at - 1) === 60) at = text.indexOf(spelling, at + 1);
  return at;
}

export function scan({ text, first, last, afterAngle: angle }: Stretch, how: Scanning): Scanned {
  const blocks: Block[] = [];
  const lines = new LineCounter(text);
  const next = marks.map(({ spelling }) => nextMark(text, spelling, 0));
  let at = 0;

  function push(
    kind: BlockKind,
    to: number,
    traits = 0,
    headerEnd = at,
    bodyStart = headerEnd,
    bodyEnd = bodyStart,
    end = at,
    terminator: Terminator | undefined = undefined,
  ): void {
    let seen = traits;
    for (const [i, { spelling, trait }] of marks.entries()) {
      const mark = next[i] as number;
      if (mark < 0 || mark >= to) continue;
      seen |= trait;
      next[i] = nextMark(text, spelling, to);
    }
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
    });
    at = to;
  }

  /** Everything up to the first message. False: its end is not in the stretch. */
  function prelude(): boolean {
    const start = how.messages ? firstMessage(text, at) : -1;
    if (start < 0 && !last) return false;
    const to = start < 0 ? text.length : start;
    if (to > at) push('prelude', to, hasInk(text, at, to) ? Trait.OddGap : 0);
    return true;
  }

  /** One message with the gap behind it. False: its end is not in the stretch. */
  function message(): boolean {
    let traits = text.startsWith(START.text, at) ? 0 : Trait.Implied;
    let hop = at + (traits === 0 ? START.text.length : CHANNEL.text.length);

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
      if (token !== LITERAL || escaped || !how.escapes) continue;
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

  function close(
    found: number,
    traits: number,
    headerEnd: number,
    bodyStart: number,
    bodyEnd: number,
    token: TokenFact,
  ) {
    const end = found + token.text.length;
    const next = text.startsWith(START.text, end) ? end : text.indexOf(START.text, end);
    const to = next < 0 ? text.length : next;
    const gap = hasInk(text, end, to) ? Trait.OddGap : 0;
    push('message', to, traits | gap, headerEnd, bodyStart, bodyEnd, end, token.name as Terminator);
  }

  if (first) {
    if (how.documentHeader) {
      const end = documentHeaderEnd(text);
      if (end >= text.length && end > 0 && !last) return { blocks, end: 0 };
      if (end > 0) push('document-header', end);
    }
    if (!prelude()) return { blocks, end: at };
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

function hasInk(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit !== 10 && unit !== 32 && unit !== 13 && unit !== 9) return true;
  }
  return false;
}
