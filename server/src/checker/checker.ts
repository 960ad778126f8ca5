/**
 * Keeps the problems of a transcript current. Problems belong to blocks: after an edit, only the new blocks and the groups
 * whose members changed are checked. All results are computed on demand, so a large document can be checked in slices.
 */
import type { Range } from 'vscode-languageserver-textdocument';
import { isSurelyHidden } from '../model/visibility/verdict.ts';
import { severities } from '../rules/support/levels.ts';
import type { Context, Problem } from '../rules/support/rule.ts';
import type { Block } from '../syntax/block.ts';
import type { BlockChange, Rescanned } from '../syntax/rescan.ts';
import { type BlockSequence, type Leaf, type Node, type Place, startOf } from '../syntax/sequence.ts';
import type { Transcript } from '../syntax/transcript.ts';
import type { BlockIndex } from './following.ts';
import type { OnFailure } from './inspect.ts';
import { type CheckerSettings, Session } from './session.ts';
import { type Trial, tryOut } from './trial.ts';

export type { CheckerSettings } from './session.ts';

/** A problem, and the block that contains it. */
export interface LocatedProblem {
  readonly block: Block;
  readonly problem: Problem;
  /** The position at which the block begins in its leaf: offset and line number. */
  readonly start: number;
  readonly startLine: number;
  /**
   * The cached range, in lines relative to the leaf. A range on the first line of the leaf is not cached, since the leaf may
   * begin in the middle of that line.
   */
  range?: Range;
}

interface CheckResult {
  /** The problems, the worst first. Problems of equal severity are in document order. */
  readonly problems: readonly LocatedProblem[];
  /** The total number of problems in the blocks checked so far. */
  readonly total: number;
  /** Whether the whole document has been checked. */
  readonly complete: boolean;
}

/** The problems of the blocks under a node: their number for each severity and, in a leaf, the problems themselves. */
interface NodeMemo {
  readonly owner: Session;
  readonly counts: readonly number[];
  readonly placed?: readonly (readonly LocatedProblem[])[];
  /** The cached number of messages under the node that are certainly hidden from users and have an error. */
  hiddenFaults?: number;
}

/** A change of more blocks than this is treated as a new document, not as an edit. */
const bulk = 1000;

/** The rank of errors among the severities. */
const errors = severities.indexOf('error');

const none: readonly number[] = severities.map(() => 0);

export class Checker {
  private session: Session;
  /** The shared memo of all nodes without problems. */
  private clean: NodeMemo | undefined;

  /** `onFailure` is called when a rule throws. That rule then reports nothing for the block; the other rules are not affected. */
  constructor(
    private readonly transcript: Transcript,
    public settings: CheckerSettings,
    private readonly onFailure: OnFailure = () => {},
  ) {
    this.session = this.begin();
  }

  /** Switches to other settings, with which the document is checked from the beginning. */
  configure(settings: CheckerSettings): void {
    this.settings = settings;
    this.session = this.begin();
  }

  /** Applies the changes made to the transcript since the last call. */
  update(): void {
    const changes = this.transcript.takeChanges();
    const { removed, added } = net(changes ?? []);
    const changed = removed.length + added.length;
    if (!this.session.holds || changes === undefined || changed > bulk) this.session = this.begin();
    else if (changed > 0) this.session.exchange(removed, added, changes.length === 1);
  }

  /**
   * Returns at most `limit` problems. Unchecked blocks are checked until `deadline` (on the clock of `performance.now()`). If
   * some are still unchecked then, the result is incomplete.
   */
  problems(limit: number, deadline = Number.POSITIVE_INFINITY): CheckResult {
    const { root } = this.transcript.blocks;
    const settled = this.session.settle(deadline);
    const problems: LocatedProblem[] = [];
    // Nothing has been checked yet, so there is no need to search all nodes.
    if (!this.session.indexed) return { problems, total: 0, complete: false };
    const { counts, complete } = this.sum(root, settled ? deadline : Number.NEGATIVE_INFINITY);
    for (const [rank, count] of counts.entries())
      this.list(root, rank, Math.min(limit, problems.length + count), problems);
    return { problems, total: counts.reduce((a, b) => a + b), complete };
  }

  /** The number of messages checked so far that are certainly hidden from users and have an error. */
  hiddenFaults(): number {
    return this.session.indexed ? this.faultsUnder(this.transcript.blocks.root) : 0;
  }

  /** Returns at most `limit` problems that overlap a range of the document (UTF-16 offsets), in the order of their messages. */
  problemsIn(start: number, end: number, limit = Number.POSITIVE_INFINITY): LocatedProblem[] {
    this.session.settle(Number.POSITIVE_INFINITY);
    const { blocks } = this.transcript;
    const locatedProblems: LocatedProblem[] = [];
    // A problem can be at the first token after its block.
    let index = Math.max(0, (blocks.placeAt(start)?.index ?? 0) - 1);
    for (let block = blocks.at(index); block?.leaf !== undefined; block = blocks.at(++index)) {
      const place = blocks.placeOf(block);
      if (place === undefined || place.start > end) break;
      const leaf = startOf(block.leaf);
      const inLeaf = { start: place.start - leaf.start, startLine: place.startLine - leaf.startLine };
      for (const problem of this.session.problemsOf(block)) {
        if (place.start + problem.start > end || place.start + problem.end < start) continue;
        if (locatedProblems.length >= limit) return locatedProblems;
        locatedProblems.push({ block, problem, ...inLeaf });
      }
    }
    return locatedProblems;
  }

  /**
   * Returns the problems that an exchange of blocks would remove and add. The transcript and its problems stay unchanged.
   * Exchanges must not change the document header, or the way in which the document is parsed.
   */
  try(exchanges: readonly Rescanned[]): Trial {
    try {
      return tryOut(this.session, this.transcript.blocks, exchanges);
    } catch (error) {
      this.session = this.begin();
      throw error;
    }
  }

  /**
   * The number of messages to check again after these exchanges. These are all messages that share an id or another group with the
   * exchanged blocks.
   */
  reach(exchanges: readonly Rescanned[]): number {
    const { blocks } = this.transcript;
    return exchanges.reduce(
      (sum, { from, to, blocks: fresh }) => sum + this.session.reach(blocks.slice(from, to), fresh),
      0,
    );
  }

  /** The context that rules receive, valid until the transcript changes. */
  get context(): Context {
    return this.session.context;
  }

  /** Returns an index of all blocks, which is created on first use and then kept up to date along with the problems. */
  following<T extends BlockIndex>(create: (blocks: BlockSequence) => T): T {
    return this.session.following.of(create);
  }

  /** Fills an index for `following` in advance, until the deadline (`performance.now()`). Returns whether the index is complete. */
  prepare<T extends BlockIndex>(create: (blocks: BlockSequence) => T, deadline: number): boolean {
    return this.session.following.prepare(create, deadline);
  }

  /** The LSP range of a problem. */
  rangeOf(placed: LocatedProblem): Range {
    const { block, problem, start, startLine } = placed;
    const leaf = startOf(block.leaf as Leaf);
    if (placed.range === undefined) {
      const place = { block, index: 0, start: leaf.start + start, startLine: leaf.startLine + startLine };
      const range = this.range(place, problem);
      if (range.start.line === leaf.startLine) return range;
      placed.range = moved(range, -leaf.startLine);
    }
    return moved(placed.range, leaf.startLine);
  }

  /** The LSP range of a span of any block of the transcript, or undefined once the block is gone. */
  rangeIn(block: Block, span: { start: number; end: number }): Range | undefined {
    const place = this.transcript.blocks.placeOf(block);
    return place && this.range(place, span);
  }

  /** The UTF-16 offset at which a problem's block begins. */
  offsetOf({ block, start }: LocatedProblem): number {
    return (block.leaf === undefined ? 0 : startOf(block.leaf).start) + start;
  }

  private range(place: Place, span: { start: number; end: number }): Range {
    return {
      start: this.transcript.positionIn(place, span.start),
      end: this.transcript.positionIn(place, span.end),
    };
  }

  private begin(): Session {
    this.transcript.takeChanges();
    const session = new Session(this.transcript, this.settings, this.onFailure);
    this.clean = { owner: session, counts: none };
    return session;
  }

  /** The number of problems of each severity under a node; unchecked blocks are checked until `deadline`. */
  private sum(node: Node, deadline: number): { readonly counts: readonly number[]; readonly complete: boolean } {
    const nodeMemo = this.memoOf(node);
    if (nodeMemo !== undefined) return { counts: nodeMemo.counts, complete: true };
    if (node.blocks) {
      if (performance.now() > deadline) return { counts: none, complete: false };
      return { counts: this.checkLeaf(node).counts, complete: true };
    }
    let counts = none;
    let complete = true;
    for (const below of node.nodes) {
      if (below.memo === this.clean) continue;
      const sum = this.sum(below, deadline);
      complete &&= sum.complete;
      if (sum.counts !== none) counts = counts.map((count, rank) => count + (sum.counts[rank] as number));
    }
    if (complete) node.memo = counts === none ? this.clean : { owner: this.session, counts };
    return { counts, complete };
  }

  /** Appends the known problems of one severity under a node to a list, in document order, until the list has `limit` problems. */
  private list(node: Node, rank: number, limit: number, into: LocatedProblem[]): void {
    if (into.length >= limit) return;
    const memo = this.memoOf(node);
    if (memo?.counts[rank] === 0) return;
    const placed = memo?.placed?.[rank] ?? [];
    for (let i = 0; i < placed.length && into.length < limit; i++) into.push(placed[i] as LocatedProblem);
    for (const below of node.nodes ?? []) {
      // Nearly all nodes have no problems, and share this memo.
      if (below.memo !== this.clean) this.list(below, rank, limit, into);
      if (into.length >= limit) return;
    }
  }

  /** The number of hidden messages with errors under a node. A node has no memo if some of its blocks are unchecked or have changed. */
  private faultsUnder(node: Node): number {
    const memo = this.memoOf(node);
    if (memo?.counts[errors] === 0) return 0;
    if (memo?.hiddenFaults !== undefined) return memo.hiddenFaults;
    const blocksWithErrors = new Set(memo?.placed?.[errors]?.map(({ block }) => block));
    let count = [...blocksWithErrors].filter(isSurelyHidden).length;
    for (const below of node.nodes ?? []) if (below.memo !== this.clean) count += this.faultsUnder(below);
    if (memo) memo.hiddenFaults = count;
    return count;
  }

  private memoOf(node: Node): NodeMemo | undefined {
    const memo = node.memo as NodeMemo | undefined;
    return memo?.owner === this.session ? memo : undefined;
  }

  private checkLeaf(leaf: Leaf): NodeMemo {
    let placed: LocatedProblem[][] | undefined;
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
    const memo =
      placed === undefined
        ? (this.clean as NodeMemo)
        : { owner: this.session, counts: placed.map(({ length }) => length), placed };
    leaf.memo = memo;
    return memo;
  }
}

function moved({ start, end }: Range, lines: number): Range {
  return {
    start: { line: start.line + lines, character: start.character },
    end: { line: end.line + lines, character: end.character },
  };
}

/** Combines a series of changes into one. */
function net(changes: readonly BlockChange[]): { removed: Block[]; added: Block[] } {
  const added = new Set<Block>();
  const removed: Block[] = [];
  for (const change of changes) {
    for (const block of change.removed) if (!added.delete(block)) removed.push(block);
    for (const block of change.added) added.add(block);
  }
  return { removed, added: [...added] };
}
