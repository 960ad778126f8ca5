/**
 * The facts about the blocks of a transcript while its document header, mode and settings stay the same: which blocks are
 * indexed, which are checked, and their problems. A change to any of these begins a new session.
 */

import { answerChannel, type MessageProfile, modelRole, type SequencePair } from '../grammar/index.ts';
import { namesInBody } from '../model/calls/called-names.ts';
import { functionSteps } from '../model/calls/functions.ts';
import { taggedCalls } from '../model/calls/tagged-calls.ts';
import { headerInfo } from '../model/message.ts';
import { mayDeclare, taggedTools } from '../model/tools/declarations.ts';
import { answer } from '../model/tools/response-formats.ts';
import { rules } from '../rules/index.ts';
import { type LevelSettings, levelsFor } from '../rules/support/levels.ts';
import type { Context, GroupKind, Problem } from '../rules/support/rule.ts';
import type { Block } from '../syntax/block.ts';
import { headerValues } from '../syntax/document-header/values.ts';
import type { Node } from '../syntax/sequence.ts';
import { type TextKind, textKind } from '../syntax/text-kind.ts';
import type { Transcript } from '../syntax/transcript.ts';
import { DeclarationIndex } from './declared.ts';
import { FollowingIndexes } from './following.ts';
import { GroupIndex, keepsTurns } from './groups.ts';
import { activeRules, Inspector, type OnFailure } from './inspect.ts';

export interface CheckerSettings extends LevelSettings {
  /** The tokens that begin and end a transcript in a data set. */
  readonly sequencePair?: SequencePair | undefined;
  readonly strict: boolean;
  /** ChatML tokens on the wire, in addition to the standard ones. */
  readonly extraTokens?: readonly string[];
  /** The profile of message lists. If undefined, their shape determines it. */
  readonly profile?: MessageProfile | undefined;
  /** Whether the documents are training rows, in which faults that ruin a row are more severe. */
  readonly training?: boolean;
  /** Whether the documents are the answers of a stream, in which no message follows a call. */
  readonly streamed?: boolean;
  /** The project's own templates, by name (`templates.custom`). */
  readonly customTemplates?: Readonly<Record<string, { readonly message: string }>>;
  /** The chat template chosen for the documents, in any format. */
  readonly template?: unknown;
}

/** The cached facts about a block. A block with undefined `problems` is indexed, but has not been checked yet. */
interface BlockMemo {
  readonly owner: Session;
  readonly problems: readonly Problem[] | undefined;
}

export class Session {
  /** The context for rules and fixes. */
  readonly context: Context & { readonly declared: DeclarationIndex };
  private readonly inspector: Inspector;
  private readonly groups: GroupIndex;
  private readonly header: Block | undefined;
  /** The problems that depend on other blocks, by the block that has the problem, and then by source, such as the name of a group. */
  private readonly linked = new Map<Block, Map<string, readonly Problem[]>>();
  /** The blocks that have problems, by source. */
  private readonly flagged = new Map<string, readonly Block[]>();
  /** The messages with calls, by tool. They are checked again when the declaration of the tool changes. */
  private readonly calls = new Map<string, Set<Block>>();
  /** Indexes of the blocks, which other modules define. */
  readonly following: FollowingIndexes;
  /** The shared memos of blocks: `known` for those that are only indexed, `clean` for those without problems. */
  private readonly known: BlockMemo = { owner: this, problems: undefined };
  private readonly clean: BlockMemo = { owner: this, problems: [] };
  /** The blocks to index at the beginning of the session, and the index of the next one. */
  private queue: readonly Block[];
  private next = 0;
  private last: Block | undefined;
  private opening: readonly (Block | undefined)[] = [];
  /** The blocks whose problems may have changed; set only during `watch`. */
  private touched: Set<Block> | undefined;

  constructor(
    private readonly transcript: Transcript,
    settings: CheckerSettings,
    onFailure: OnFailure,
  ) {
    const { family, header, blocks, choice } = transcript;
    this.header = header;
    this.context = {
      family,
      kind: textKind(transcript),
      sequencePair: choice.sequencePair,
      strict: settings.strict,
      training: settings.training === true,
      header: header && headerValues(header),
      declared: new DeclarationIndex(blocks),
      blocks,
      lostBefore: ({ block, tool }) => this.groups.lostBefore(block, tool),
    };
    const active = activeRules(
      rulesFor(this.context.kind),
      { ...this.context, streamed: settings.streamed },
      levelsFor(settings, this.context.header),
    );
    this.inspector = new Inspector(this.context, active, onFailure);
    this.groups = new GroupIndex(blocks, new Set<GroupKind>(active.group.keys()));
    this.following = new FollowingIndexes(blocks);
    this.queue = blocks.slice();
    this.last = transcript.lastBlock;
    this.checkOpening();
  }

  /** Whether the session is still valid, that is, whether the transcript is parsed in the same way as at the beginning of the session. */
  get holds(): boolean {
    const { context, transcript } = this;
    return (
      context.family === transcript.family &&
      context.blocks === transcript.blocks &&
      this.header === transcript.header &&
      context.kind === textKind(transcript)
    );
  }

  /** Applies an edit. `inOnePlace`: whether all removed and added blocks are at the same position. */
  exchange(removed: readonly Block[], added: readonly Block[], inOnePlace: boolean): void {
    const { groups, context, calls, linked } = this;
    const inherited = inOnePlace ? this.inherit(removed, added) : undefined;
    this.following.exchange(removed, added);
    for (const block of removed) {
      if (!this.knows(block)) continue;
      groups.remove(block, inherited);
      linked.delete(block);
      if (block.kind !== 'message') continue;
      for (const tool of calledTools(block)) calls.get(tool)?.delete(block);
      const { role } = headerInfo(block);
      if (mayDeclare(block, role)) context.declared.remove(block);
    }
    for (const block of added) this.register(block, inherited);
    if (!inOnePlace) groups.touchTurns([]);
    else if (groups.hasTurns && !keepsTurns(removed, added)) groups.touchTurns(added);
    const { changed, hasOtherNames } = context.declared.takeChanged();
    for (const name of changed) this.forgetCalls(name);
    if (hasOtherNames) this.forgetUndeclared();
    const { lastBlock } = this.transcript;
    if (lastBlock !== this.last) {
      if (this.last) this.forget(this.last);
      if (lastBlock) this.forget(lastBlock);
      this.last = lastBlock;
    }
    this.checkOpening();
  }

  /** Whether all initial blocks of the document are indexed. Until then, no block is checked. */
  get indexed(): boolean {
    return this.queue.length === 0;
  }

  /**
   * The number of messages, anywhere in the document, that are checked again after an edit because they share a group with the edited
   * blocks.
   */
  reach(removed: readonly Block[], added: readonly Block[]): number {
    return this.groups.reach([...removed, ...added], keepsHeader(removed, added));
  }

  /** Indexes the initial blocks of the document, then checks the changed groups. Returns false if the deadline passes first. */
  settle(deadline: number): boolean {
    return this.index(deadline) && this.checkGroups(deadline);
  }

  /** Returns the problems of a block, including those that depend on other blocks. `settle` must have returned true before this call. */
  problemsOf(block: Block): readonly Problem[] {
    const memo = block.memo as BlockMemo | undefined;
    let problems = memo?.owner === this ? memo.problems : undefined;
    if (problems === undefined) {
      problems = this.inspector.inspect(block, block === this.last);
      block.memo = problems.length === 0 ? this.clean : { owner: this, problems };
    }
    const linked = this.linked.get(block);
    if (linked === undefined || linked.size === 0) return problems;
    // The order of the sources depends on earlier edits, so the problems are sorted to keep the result independent of them.
    return [
      ...problems,
      ...[...linked.values()].flat().sort((a, b) => (a.code < b.code ? -1 : Number(a.code > b.code))),
    ];
  }

  /** Runs a function, and returns the blocks whose problems may have changed meanwhile. New blocks are not included. */
  watch(run: () => void): ReadonlySet<Block> {
    const touched = new Set<Block>();
    this.touched = touched;
    try {
      run();
    } finally {
      this.touched = undefined;
    }
    return touched;
  }

  private knows(block: Block): boolean {
    return (block.memo as BlockMemo | undefined)?.owner === this;
  }

  private index(deadline: number): boolean {
    const { queue } = this;
    if (queue.length === 0) return true;
    for (; this.next < queue.length; this.next++) {
      if (this.next % 32 === 31 && performance.now() > deadline) return false;
      const block = queue[this.next] as Block;
      // The block may have been removed in the meantime.
      if (block.leaf !== undefined && !this.knows(block)) this.register(block);
    }
    this.context.declared.takeChanged();
    this.queue = [];
    return true;
  }

  /**
   * Transfers the results that only depend on the header to a message that replaces one with the same header. Returns the names
   * of the groups that stay unchanged.
   */
  private inherit(removed: readonly Block[], added: readonly Block[]): ReadonlySet<string> | undefined {
    const [old] = removed;
    const [block] = added;
    if (!old || !block || !keepsHeader(removed, added) || !this.knows(old)) return;
    const sources = [...(this.linked.get(old)?.keys() ?? [])];
    // For a chain, each source is a stretch of the chain, named after the group and a number.
    const names = this.groups.inherit(old, block, (name) => sources.some((source) => source.startsWith(name)));
    for (const source of sources) {
      // The inherited name of a stretch of a chain lacks the number.
      const problems = this.linked.get(old)?.get(source);
      if (problems === undefined || !(names.has(source) || names.has(source.replace(/ \d+$/, ' ')))) continue;
      this.linked.set(block, (this.linked.get(block) ?? new Map()).set(source, problems));
      this.flagged.set(
        source,
        (this.flagged.get(source) ?? []).map((other) => (other === old ? block : other)),
      );
    }
    return names;
  }

  private register(block: Block, inherited?: ReadonlySet<string>): void {
    block.memo = this.known;
    this.groups.add(block, inherited);
    if (block.kind !== 'message') return;
    const { role } = headerInfo(block);
    if (mayDeclare(block, role)) this.context.declared.add(block);
    for (const tool of calledTools(block)) {
      const calls = this.calls.get(tool);
      if (calls) calls.add(block);
      else this.calls.set(tool, new Set([block]));
    }
  }

  private checkGroups(deadline: number): boolean {
    let checked = 0;
    for (let dirty = this.groups.nextDirty(); dirty !== undefined; dirty = this.groups.nextDirty()) {
      const [name, group] = dirty;
      this.link(name, this.inspector.inspectGroup(group));
      if (++checked % 8 === 0 && performance.now() > deadline) return false;
    }
    return true;
  }

  /** Checks the document as a whole again if its first two blocks or its last one have changed. */
  private checkOpening(): void {
    const { blocks } = this.transcript;
    const [first, second, last] = [blocks.at(0), blocks.at(1), blocks.at(blocks.length - 1)];
    if (first !== this.opening[0] || last !== this.opening[2]) {
      this.link('edges', first && last ? this.inspector.inspectEdges(first, last) : new Map());
    }
    const isSameOpening = first === this.opening[0] && second === this.opening[1];
    this.opening = [first, second, last];
    if (isSameOpening) return;
    this.link('document', new Map(first ? [[first, this.inspector.inspectDocument(first)]] : []));
  }

  /** Replaces all problems that come from `source` with the given ones. */
  private link(source: string, problemsByBlock: ReadonlyMap<Block, readonly Problem[]>): void {
    const { linked, flagged } = this;
    for (const block of flagged.get(source) ?? []) {
      linked.get(block)?.delete(source);
      this.touch(block);
    }
    const blocks: Block[] = [];
    for (const [block, problems] of problemsByBlock) {
      if (problems.length === 0) continue;
      blocks.push(block);
      const sources = linked.get(block) ?? new Map<string, readonly Problem[]>();
      sources.set(source, problems);
      linked.set(block, sources);
      this.touch(block);
    }
    if (blocks.length > 0) flagged.set(source, blocks);
    else flagged.delete(source);
  }

  /** Marks the calls to a tool, or of all tools in a namespace (`functions.`), as unchecked. */
  private forgetCalls(name: string): void {
    const tools = name.endsWith('.') ? [...this.calls.keys()].filter((tool) => `${tool}.`.startsWith(name)) : [name];
    for (const tool of tools) for (const call of this.calls.get(tool) ?? []) this.forget(call);
  }

  /** Marks the calls to undeclared tools as unchecked, since their names may now refer to other tools. */
  private forgetUndeclared(): void {
    for (const [tool, blocks] of this.calls)
      if (!this.context.declared.hasTool(tool)) for (const call of blocks) this.forget(call);
  }

  /** Marks a block as unchecked. */
  private forget(block: Block): void {
    if (this.knows(block)) block.memo = this.known;
    this.touch(block);
  }

  private touch(block: Block): void {
    this.touched?.add(block);
    forgetNodes(block);
  }
}

/** Returns the rules for a kind of text. If the text is not a transcript, these are only the rules that apply to any text. */
const rulesFor = (kind: TextKind) => (kind === 'transcript' ? rules : rules.filter((rule) => rule.ofAnyText));

/**
 * Returns the tools that a message calls: one in its header or, in 0.1, any number in its body. An answer with a declared content type
 * counts as a call to `answer`.
 */
function calledTools(block: Block): readonly string[] {
  const { role, kind, tool, constraint, effectiveChannel } = headerInfo(block);
  if (kind === 'call') return tool === undefined ? [] : [tool];
  if (constraint !== undefined && effectiveChannel === answerChannel) return [answer];
  if (role !== modelRole) return [];
  if (block.family.has.bodyCalls) return namesInBody(block, role).map(({ value }) => value);
  if (!block.family.has.functions) return [];
  const tagged = taggedCalls(block, role);
  const called = [...functionSteps(block, role).map(({ tool }) => tool), ...tagged.map(({ name }) => name?.value)];
  const names = called.filter((name) => name !== undefined);
  // Each tagged call also depends on whether the document has any `<tools>`.
  return tagged.length === 0 ? names : [...names, ...Object.values(taggedTools)];
}

/** Discards the cached problems of all nodes that contain a block. */
function forgetNodes({ leaf }: Block): void {
  for (let node: Node | undefined = leaf; node?.memo !== undefined; node = node.parent) node.memo = undefined;
}

/** Whether an edit replaces one message with another that has the same header. */
function keepsHeader(removed: readonly Block[], added: readonly Block[]): boolean {
  const [[old], [block]] = [removed, added];
  if (removed.length !== 1 || added.length !== 1 || old?.kind !== 'message' || block?.kind !== 'message') return false;
  return headerInfo(old) === headerInfo(block);
}
