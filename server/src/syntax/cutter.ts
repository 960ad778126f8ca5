/** The common part of all scanners: the stretch to scan, and the class that cuts it into blocks. */
import type { Block, BlockKind, Terminator } from './block.ts';
import { Trait } from './block.ts';
import type { Family } from './families/family.ts';
import { LineCounter } from './lines.ts';

/** The stretch of text to scan: a whole document, or the blocks that an edit affects. */
export interface Stretch {
  readonly text: string;
  /** Whether the document begins with the stretch. */
  readonly first: boolean;
  /** Whether the document ends with the stretch. If not, the stretch is followed by a token that opens a message. */
  readonly last: boolean;
  /** Whether a `<` comes directly before the stretch. */
  readonly afterAngle?: boolean;
  /** The traits of the first message in the stretch that concern its beginning, if the document does not begin with the stretch. */
  readonly opening?: number;
  /** The text of the block after the stretch, if the document does not end with the stretch. */
  readonly after?: string | undefined;
}

export interface Scanned {
  readonly blocks: Block[];
  /** The end of the last block. If it is not the end of the stretch, the next block extends beyond the stretch. */
  readonly end: number;
  /** The traits that concern the beginning of the message after the blocks; none if that message has an opener. */
  readonly opening?: number;
}

/**
 * Spellings that may be meant as tokens, in addition to those that begin with `<|`. Each spelling costs a search through the text.
 * The search for `\t|` takes a third of the time of a search for `<\t|`, which stops at every token.
 */
const suspicious = ['\\|', '｜', '＜', '< |', '\t|'] as const;

/** Finds out which consecutive stretches contain a suspicious spelling, in one pass over the text. */
class Suspects {
  private readonly next: number[];
  private nearest = -1;

  constructor(private readonly text: string) {
    this.next = suspicious.map(() => -1);
    this.advance(0);
  }

  /** Whether a suspicious spelling begins before `end`, but not before the `end` of the previous call (initially 0). */
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

/** Cuts a stretch into blocks, from its beginning on. */
export class Cutter {
  readonly blocks: Block[] = [];
  /** The end of the last block. */
  at = 0;
  private readonly lines: LineCounter;
  private readonly suspects: Suspects;

  /** `angle`: whether a `<` comes directly before the text. */
  constructor(
    protected readonly family: Family,
    protected readonly text: string,
    private readonly angle: boolean,
  ) {
    this.lines = new LineCounter(text);
    this.suspects = new Suspects(text);
  }

  /** Adds the block that ends at `to`. All offsets are relative to the stretch. */
  push(
    kind: BlockKind,
    to: number,
    traits: number,
    headerEnd: number,
    bodyStart: number,
    bodyEnd: number,
    end: number,
    terminator?: Terminator,
  ): void {
    const { text, at, family } = this;
    let blockTraits = this.suspects.before(to) ? traits | Trait.Suspicious : traits;
    if (at > 0 ? text.charCodeAt(at - 1) === 60 : this.angle) blockTraits |= Trait.AfterAngle;
    this.blocks.push({
      family,
      kind,
      text: at === 0 && to === text.length ? text : text.slice(at, to),
      lines: this.lines.countTo(to),
      headerEnd: headerEnd - at,
      bodyStart: bodyStart - at,
      bodyEnd: bodyEnd - at,
      end: end - at,
      terminator,
      traits: blockTraits,
      leaf: undefined,
      parsed: undefined,
      evidence: undefined,
      memo: undefined,
      readings: undefined,
    });
    this.at = to;
  }
}

/** The offset of the first character at or after `from` that is not white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 10 && unit !== 32 && unit !== 13 && unit !== 9) break;
  }
  return at;
}
