/**
 * Keeps the problems of a transcript current. Problems belong to blocks: an edit checks the blocks it brought, and
 * the groups these are in. Nothing is computed before it is asked for, so a large document can be checked in slices.
 */
import type { Range } from 'vscode-languageserver-textdocument';
import type { Block } from '../syntax/block.ts';
import type { Leaf } from '../syntax/sequence.ts';
import type { BlockChange, Transcript } from '../syntax/transcript.ts';
import type { OnFailure } from './inspect.ts';
import { severities } from './levels.ts';
import type { Context, Problem } from './rule.ts';
import { type CheckerSettings, Session } from './session.ts';

export type { CheckerSettings } from './session.ts';

/** A problem with the block it is in. */
export interface Placed {
  readonly block: Block;
  readonly problem: Problem;
  /** Where the block begins in its leaf: offset and line breaks. */
  readonly start: number;
  readonly startLine: number;
}

export interface CheckResult {
  /** The worst first, each severity in document order. */
  readonly problems: readonly Placed[];
  /** How many there are in all, as far as is checked. */
  readonly total: number;
  /** Whether the whole document has been checked. */
  readonly complete: boolean;
}

/** The problems of one leaf, by severity. */
interface LeafMemo {
  readonly owner: Session;
  readonly placed: readonly (readonly Placed[])[];
}

/** More changed blocks than this are a new document rather than an edit. */
const bulk = 1000;

export class Checker {
  private session: Session;
  /** The memo of every leaf without problems. */
  private clean: LeafMemo | undefined;

  /** `onFailure` hears of a rule that throws; such a rule is silent where it does, and no other is. */
  constructor(
    private readonly transcript: Transcript,
    public settings: CheckerSettings,
    private readonly onFailure: OnFailure = () => {},
  ) {
    this.session = this.begin();
  }

  /** Checks everything anew under other settings. */
  configure(settings: CheckerSettings): void {
    this.settings = settings;
    this.session = this.begin();
  }

  /** Takes in what the transcript has changed since the last call. */
  update(): void {
    const { removed, added } = net(this.transcript.takeChanges());
    const changed = removed.length + added.length;
    if (!this.session.holds || changed > bulk) this.session = this.begin();
    else if (changed > 0) this.session.exchange(removed, added);
  }

  /**
   * The problems found, `limit` at most. What is not checked yet is checked until `deadline` (as `performance.now()`
   * counts); what is left then makes the result incomplete.
   */
  problems(limit: number, deadline = Number.POSITIVE_INFINITY): CheckResult {
    const bySeverity: Placed[][] = severities.map(() => []);
    let total = 0;
    let complete = this.session.settle(deadline);
    for (const leaf of this.transcript.blocks.allLeaves()) {
      // Nearly all are: one look at each keeps an edit cheap in the largest document.
      if (leaf.memo === this.clean) continue;
      let memo = leaf.memo as LeafMemo | undefined;
      if (memo?.owner !== this.session) {
        complete &&= performance.now() <= deadline;
        if (!complete) continue;
        memo = this.checkLeaf(leaf);
      }
      for (const [rank, placed] of memo.placed.entries()) {
        total += placed.length;
        const list = bySeverity[rank] as Placed[];
        for (let i = 0; i < placed.length && list.length < limit; i++) list.push(placed[i] as Placed);
      }
    }
    return { problems: bySeverity.flat().slice(0, limit), total, complete };
  }

  /** The problems that touch a stretch of the document (UTF-16 offsets), in document order. */
  problemsIn(start: number, end: number, deadline = Number.POSITIVE_INFINITY): Placed[] {
    this.session.settle(deadline);
    const { blocks } = this.transcript;
    const found: Placed[] = [];
    // A problem can lie on the first token behind its block.
    let index = Math.max(0, (blocks.placeAt(start)?.index ?? 0) - 1);
    for (let block = blocks.at(index); block?.leaf !== undefined; block = blocks.at(++index)) {
      const place = blocks.placeOf(block);
      if (place === undefined || place.start > end) break;
      const inLeaf = { start: place.start - block.leaf.start, startLine: place.startLine - block.leaf.startLine };
      for (const problem of this.session.problemsOf(block)) {
        if (place.start + problem.start <= end && place.start + problem.end >= start)
          found.push({ block, problem, ...inLeaf });
      }
    }
    return found;
  }

  /** What the rules know of the transcript. It holds until the transcript changes. */
  get context(): Context {
    return this.session.context;
  }

  /** The LSP range of a problem. */
  rangeOf({ block, problem, start, startLine }: Placed): Range {
    return this.range(block, problem, start, startLine);
  }

  /** The LSP range of a span of any block of the transcript, or undefined once the block is gone. */
  rangeIn(block: Block, span: { start: number; end: number }): Range | undefined {
    const place = this.transcript.blocks.placeOf(block);
    if (place === undefined || block.leaf === undefined) return undefined;
    return this.range(block, span, place.start - block.leaf.start, place.startLine - block.leaf.startLine);
  }

  /** The UTF-16 offset at which a problem's block begins. */
  offsetOf({ block, start }: Placed): number {
    return (block.leaf?.start ?? 0) + start;
  }

  private range(block: Block, span: { start: number; end: number }, start: number, startLine: number): Range {
    const leaf = block.leaf as Leaf;
    const place = { block, index: 0, start: leaf.start + start, startLine: leaf.startLine + startLine };
    return {
      start: this.transcript.positionIn(place, span.start),
      end: this.transcript.positionIn(place, span.end),
    };
  }

  private begin(): Session {
    this.transcript.takeChanges();
    const session = new Session(this.transcript, this.settings, this.onFailure);
    this.clean = { owner: session, placed: [] };
    return session;
  }

  private checkLeaf(leaf: Leaf): LeafMemo {
    let placed: Placed[][] | undefined;
    let start = 0;
    let startLine = 0;
    for (const block of leaf.blocks) {
      const problems = this.session.problemsOf(block);
      if (problems.length > 0) {
        placed ??= severities.map(() => []);
        for (const problem of [...problems].sort((a, b) => a.start - b.start)) {
          placed[severities.indexOf(problem.severity)]?.push({ block, problem, start, startLine });
        }
      }
      start += block.text.length;
      startLine += block.lines;
    }
    const memo = placed === undefined ? (this.clean as LeafMemo) : { owner: this.session, placed };
    leaf.memo = memo;
    return memo;
  }
}

/** What a series of changes amounts to. */
function net(changes: readonly BlockChange[]): { removed: Block[]; added: Block[] } {
  const added = new Set<Block>();
  const removed: Block[] = [];
  for (const change of changes) {
    for (const block of change.removed) if (!added.delete(block)) removed.push(block);
    for (const block of change.added) added.add(block);
  }
  return { removed, added: [...added] };
}
