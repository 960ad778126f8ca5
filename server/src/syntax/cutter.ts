/** The common part of all scanners: the stretch they are given, and the blocks they cut it into. */
import type { Block, BlockKind, Terminator } from './block.ts';
import { Trait } from './block.ts';
import type { Family } from './families/family.ts';
import { LineCounter } from './lines.ts';

/** The stretch that is scanned: a whole document, or the blocks that an edit touches. */
export interface Stretch {
  readonly text: string;
  /** The stretch begins the document. */
  readonly first: boolean;
  /** The stretch ends the document. If not, the token that opens a message follows it. */
  readonly last: boolean;
  /** `<` stands directly before the stretch. */
  readonly afterAngle?: boolean;
  /** Traits for the beginning of the first message, if the stretch does not begin the document. */
  readonly opening?: number;
  /** The text after the stretch: the next block, if the stretch does not end the document. */
  readonly after?: string | undefined;
}

export interface Scanned {
  readonly blocks: Block[];
  /** The end of the blocks. If it is before the end of the stretch, the end of the next block is not in the stretch. */
  readonly end: number;
  /** Traits for the beginning of the message after the blocks; none if it has an opener. */
  readonly opening?: number;
}

/**
 * Spellings that are not tokens but may be meant as one, apart from those that begin with `<|`. Each costs a search through the
 * text: searching for `\t|` takes a third of the time of searching for `<\t|`, which stops at every token.
 */
const suspicious = ['\\|', '｜', '＜', '< |', '\t|'] as const;

/** Reports which consecutive stretches contain a suspicious spelling, in one pass over the text. */
class Suspects {
  private readonly next: number[];
  private nearest = -1;

  constructor(private readonly text: string) {
    this.next = suspicious.map(() => -1);
    this.advance(0);
  }

  /** Whether a suspicious spelling is between the `end` of the last call (at first 0) and this `end`. */
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

/** Cuts blocks off a stretch, from its beginning on. */
export class Cutter {
  readonly blocks: Block[] = [];
  /** The end of the last block. */
  at = 0;
  private readonly lines: LineCounter;
  private readonly suspects: Suspects;

  /** `angle`: `<` stands directly before the text. */
  constructor(
    protected readonly family: Family,
    protected readonly text: string,
    private readonly angle: boolean,
  ) {
    this.lines = new LineCounter(text);
    this.suspects = new Suspects(text);
  }

  /** Adds the block that ends at `to`; all offsets are in the stretch. */
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
    let seen = this.suspects.before(to) ? traits | Trait.Suspicious : traits;
    if (at > 0 ? text.charCodeAt(at - 1) === 60 : this.angle) seen |= Trait.AfterAngle;
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
      traits: seen,
      leaf: undefined,
      parsed: undefined,
      evidence: undefined,
      memo: undefined,
      readings: undefined,
    });
    this.at = to;
  }
}

/** The offset of the first character from `from` on that is not blank. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 10 && unit !== 32 && unit !== 13 && unit !== 9) break;
  }
  return at;
}
