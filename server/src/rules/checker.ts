/**
 * Keeps the problems of a transcript current. Problems belong to blocks: an edit checks the blocks it brought, and
 * the groups these are in. Nothing is computed before it is asked for, so a large document can be checked in slices.
 */
import type { Range } from 'vscode-languageserver-textdocument';
import { meaning } from '../model/message.ts';
import type { Block } from '../syntax/block.ts';
import { headerValues } from '../syntax/header-values.ts';
import { scanning } from '../syntax/scan.ts';
import type { Leaf } from '../syntax/sequence.ts';
import type { BlockChange, Transcript } from '../syntax/transcript.ts';
import { DeclarationIndex } from './declared.ts';
import { GroupIndex, keepsTurns } from './groups.ts';
import { rules as allRules } from './index.ts';
import { activeRules, Inspector, type OnFailure } from './inspect.ts';
import { type Levels, severities } from './levels.ts';
import type { Context, GroupKind, Problem } from './rule.ts';

export interface CheckerSettings {
  readonly strict: boolean;
  readonly levels: Levels;
}

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

/** What is known of a block; without `problems` it is indexed, but not checked yet. */
interface BlockMemo {
  readonly owner: Session;
  readonly problems: readonly Problem[] | undefined;
}

/** Everything that hangs on document header, mode and settings; a change of those begins a new one. */
interface Session {
  readonly context: Context & { readonly declared: DeclarationIndex };
  readonly inspector: Inspector;
  readonly groups: GroupIndex;
  readonly header: Block | undefined;
  /** Problems of blocks that come from elsewhere, by block and by what they come from. */
  readonly linked: Map<Block, Map<string, readonly Problem[]>>;
  /** Blocks by the group that gave them problems. */
  readonly flagged: Map<string, readonly Block[]>;
  /** Calls by their tool, to be looked at again when declarations change. */
  readonly calls: Set<Block>;
  /** The memo of every block that is indexed alone, and of every block without problems. */
  readonly indexed: BlockMemo;
  readonly clean: BlockMemo;
  /** The blocks to index, and how far that is. */
  queue: readonly Block[];
  next: number;
}

/** More changed blocks than this are a new document rather than an edit. */
const bulk = 1000;

export class Checker {
  private session: Session;
  private last: Block | undefined;
  private opening: readonly (Block | undefined)[] = [];

  constructor(
    private readonly transcript: Transcript,
    private settings: CheckerSettings,
    private readonly onFailure: OnFailure = () => {},
  ) {
    this.session = this.begin();
  }

  configure(settings: CheckerSettings): void {
    this.settings = settings;
    this.transcript.takeChanges();
    this.session = this.begin();
  }

  /** Takes in what the transcript has changed since the last call. */
  update(): void {
    const { transcript } = this;
    const { context, header } = this.session;
    const { removed, added } = net(transcript.takeChanges());
    const sameReading =
      context.dialect === transcript.dialect &&
      context.harmony === transcript.harmony &&
      context.blocks === transcript.blocks;
    if (!sameReading || header !== transcript.header || removed.length + added.length > bulk) {
      this.session = this.begin();
      return;
    }
    if (removed.length + added.length > 0) this.exchange(removed, added);
    this.finish();
  }

  /**
   * The problems found, `limit` at most. What is not checked yet is checked until `deadline` (as `performance.now()`
   * counts); what is left then makes the result incomplete.
   */
  problems(limit: number, deadline = Number.POSITIVE_INFINITY): CheckResult {
    const bySeverity: Placed[][] = severities.map(() => []);
    let total = 0;
    let complete = this.index(deadline) && this.checkGroups(deadline);
    for (const leaf of this.transcript.blocks.allLeaves()) {
      let memo = leaf.memo as LeafMemo | undefined;
      if (memo?.owner !== this.session) {
        if (!complete || performance.now() > deadline) {
          complete = false;
          continue;
        }
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
    const { transcript, settings } = this;
    transcript.takeChanges();
    const { dialect, harmony, header, blocks } = transcript;
    const context = {
      dialect,
      harmony,
      escapes: scanning[dialect].escapes,
      strict: settings.strict,
      header: header && headerValues(header),
      declared: new DeclarationIndex(),
      blocks,
    };
    const active = activeRules(allRules, context, settings.levels);
    const wanted = new Set<GroupKind>(active.group.keys());
    const session: Session = {
      context,
      inspector: new Inspector(context, active, this.onFailure),
      groups: new GroupIndex(blocks, context, wanted),
      header,
      linked: new Map(),
      flagged: new Map(),
      calls: new Set(),
      get indexed() {
        return indexed;
      },
      get clean() {
        return clean;
      },
      queue: dialect === 'openchatml-0.1' ? [] : [...blocks],
      next: 0,
    };
    const indexed: BlockMemo = { owner: session, problems: undefined };
    const clean: BlockMemo = { owner: session, problems: [] };
    this.session = session;
    this.opening = [];
    this.last = transcript.lastMessage;
    this.finish();
    return session;
  }

  /** Indexes blocks that came with the document. False: the deadline passed before the last. */
  private index(deadline: number): boolean {
    const { session } = this;
    const { queue } = session;
    for (; session.next < queue.length; session.next++) {
      if (session.next % 256 === 0 && performance.now() > deadline) return false;
      const block = queue[session.next] as Block;
      // It may be gone since, or have come with an edit and be indexed.
      if (block.leaf !== undefined && (block.memo as BlockMemo | undefined)?.owner !== session) this.register(block);
    }
    if (session.queue.length > 0) {
      session.context.declared.takeChanged();
      session.queue = [];
      session.next = 0;
    }
    return true;
  }

  private register(block: Block): void {
    const { groups, context, calls, indexed } = this.session;
    block.memo = indexed;
    groups.add(block);
    if (block.kind !== 'message') return;
    const { role, kind } = meaning(block, context);
    if (role === 'system' || role === 'developer') context.declared.add(block);
    else if (kind === 'call') calls.add(block);
  }

  private exchange(removed: readonly Block[], added: readonly Block[]): void {
    const { groups, context, calls, linked } = this.session;
    for (const block of removed) {
      if ((block.memo as BlockMemo | undefined)?.owner !== this.session) continue;
      groups.remove(block);
      calls.delete(block);
      linked.delete(block);
      if (block.kind !== 'message') continue;
      const { role } = meaning(block, context);
      if (role === 'system' || role === 'developer') context.declared.remove(block);
    }
    for (const block of added) this.register(block);
    if (!keepsTurns(removed, added, context)) groups.touchTurns();
    if (context.declared.takeChanged()) for (const block of calls) this.forget(block);
  }

  /** Re-checks what depends on more than one block. */
  private finish(): void {
    const { session, transcript } = this;
    const { lastMessage, blocks } = transcript;
    if (lastMessage !== this.last) {
      if (this.last) this.forget(this.last);
      if (lastMessage) this.forget(lastMessage);
      this.last = lastMessage;
    }
    const opening = [blocks.at(0), blocks.at(1)];
    if (opening[0] !== this.opening[0] || opening[1] !== this.opening[1]) {
      this.opening = opening;
      const found = opening[0] ? new Map([[opening[0], session.inspector.inspectDocument(opening[0])]]) : new Map();
      this.link('document', found);
    }
  }

  /** Checks the groups that changed. False: the deadline passed before the last. */
  private checkGroups(deadline: number): boolean {
    const { groups, inspector } = this.session;
    let checked = 0;
    for (let dirty = groups.nextDirty(); dirty !== undefined; dirty = groups.nextDirty()) {
      const [name, { kind, members }] = dirty;
      this.link(name, inspector.inspectGroup(kind, members));
      if (++checked % 64 === 0 && performance.now() > deadline) return false;
    }
    return true;
  }

  /** Gives blocks the problems that come from `source`, in place of those that it gave before. */
  private link(source: string, found: ReadonlyMap<Block, readonly Problem[]>): void {
    const { linked, flagged } = this.session;
    for (const block of flagged.get(source) ?? []) {
      linked.get(block)?.delete(source);
      forgetLeaf(block);
    }
    const blocks: Block[] = [];
    for (const [block, problems] of found) {
      if (problems.length === 0) continue;
      blocks.push(block);
      const sources = linked.get(block) ?? new Map<string, readonly Problem[]>();
      sources.set(source, problems);
      linked.set(block, sources);
      forgetLeaf(block);
    }
    if (blocks.length > 0) flagged.set(source, blocks);
    else flagged.delete(source);
  }

  /** Has a block checked again by itself. */
  private forget(block: Block): void {
    if ((block.memo as BlockMemo | undefined)?.owner === this.session) block.memo = this.session.indexed;
    forgetLeaf(block);
  }

  private checkLeaf(leaf: Leaf): LeafMemo {
    const { session } = this;
    const placed: Placed[][] = severities.map(() => []);
    let start = 0;
    let startLine = 0;
    for (const block of leaf.blocks) {
      const problems = this.checkBlock(block);
      if (problems.length > 0) {
        for (const problem of [...problems].sort((a, b) => a.start - b.start)) {
          placed[severities.indexOf(problem.severity)]?.push({ block, problem, start, startLine });
        }
      }
      start += block.text.length;
      startLine += block.lines;
    }
    const memo: LeafMemo = { owner: session, placed };
    leaf.memo = memo;
    return memo;
  }

  private checkBlock(block: Block): readonly Problem[] {
    const { session } = this;
    const memo = block.memo as BlockMemo | undefined;
    let problems = memo?.owner === session ? memo.problems : undefined;
    if (problems === undefined) {
      problems = session.inspector.inspect(block, block === this.last);
      block.memo = problems.length === 0 ? session.clean : { owner: session, problems };
    }
    const linked = session.linked.get(block);
    return linked === undefined || linked.size === 0 ? problems : [...problems, ...[...linked.values()].flat()];
  }
}

function forgetLeaf(block: Block): void {
  if (block.leaf) block.leaf.memo = undefined;
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
