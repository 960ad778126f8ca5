/**
 * Keeps small indexes of messages that belong together, such as a call and its reply. They are updated block by block, so that
 * after an edit, only the affected groups are checked again.
 */
import { channels, modelRole, systemRole } from '../grammar/index.ts';
import { type Exchange, exchangeOf, exchanges, mayCall } from '../model/calls/exchange.ts';
import { functionSteps, type Step } from '../model/calls/functions.ts';
import { bareName, lastName } from '../model/calls/tool-names.ts';
import { firstForeign } from '../model/foreign-tokens.ts';
import { type HeaderInfo, headerInfo } from '../model/message.ts';
import { thoughtName, thoughtsOf } from '../model/thoughts.ts';
import type { GroupKind } from '../rules/support/rule.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { BlockCache } from '../syntax/block-cache.ts';
import { openerOf } from '../syntax/families/family.ts';
import { messageHeader } from '../syntax/message-header.ts';
import type { BlockSequence } from '../syntax/sequence.ts';
import { Chain, chainKinds, rankIn } from './chain.ts';
import { LostIds } from './lost-ids.ts';

export interface Group {
  readonly kind: GroupKind;
  /** The value that the members share, such as a call id. */
  readonly key: string;
  /** The members in document order. */
  readonly members: readonly Block[];
}

interface OpenGroup extends Group {
  readonly members: Block[];
}

const hidden = channels.find(({ thoughts }) => thoughts)?.name;
const odd = Trait.OddBody | Trait.OddGap;
const none: ReadonlySet<string> = new Set();
/**
 * Kinds of groups that can be as large as the document. Each has a condition under which replacing a message with one that has the same
 * header leaves the group unchanged. If only headers are checked, the condition always holds. Otherwise, both messages must add the same
 * facts to the group.
 */
const inherited: Partial<Record<GroupKind, (old: Block, block: Block) => boolean>> = {
  'tool-pair': () => true,
  'tool-turn': () => true,
  'lost-id': () => true,
  functions: (old, block) => sameSteps(stepsOf(old), stepsOf(block)),
  results: (old, block) => sameExchange(exchangeOf(old), exchangeOf(block)),
  thought: () => true,
};
/** Kinds of groups in which only some members are checked: the first one and, for thoughts, the first one with another role. */
const checked: Partial<Record<GroupKind, (members: readonly Block[]) => readonly Block[]>> = {
  'foreign-token': ([first]) => (first ? [first] : []),
  // No rule checks this group; it only helps to form other groups.
  'lost-id': () => [],
  thought([first, ...others]) {
    if (first === undefined) return [];
    const { role } = headerInfo(first);
    const other = others.find((block) => headerInfo(block).role !== role);
    return other ? [first, other] : [first];
  },
};
/** Returns the groups to which a block belongs, as pairs of kind and key. */
function groupsOf(block: Block, kinds: ReadonlySet<GroupKind>): readonly (readonly [GroupKind, string])[] {
  if (!block.family.has.channels) return plainGroupsOf(block);
  const groups: [GroupKind, string][] = [];
  if (block.kind === 'message') {
    const header = headerInfo(block);
    if (header.kind !== 'plain' && !header.header.unfinished) {
      if (header.callId !== undefined) groups.push(['call-id', header.callId]);
      else if (!block.family.has.pairsByTool) {
        if (header.kind === 'call')
          for (const name of new Set(['', lastName(header.tool)])) groups.push(['lost-id', name]);
      } else if (header.tool !== undefined) groups.push(['tool-pair', bareName(header.tool)], ['tool-turn', '']);
    }
    if (header.role === modelRole && holdsToolCalls(block)) groups.push(['tool-calls-member', '']);
    if (kinds.has('analysis') && header.role === modelRole && header.channel === hidden) groups.push(['analysis', '']);
  }
  const mayBeForeign = (block.traits & odd) !== 0 || hasOddHeader(block);
  if (mayBeForeign && firstForeign(block)) groups.push(['foreign-token', '']);
  return groups;
}

/**
 * Returns the groups of a block in a plain frame, where the body determines them. A message that is not from a tool and has no
 * `<` belongs to no group.
 */
function plainGroupsOf(block: Block): readonly (readonly [GroupKind, string])[] {
  if ((block.traits & odd) === 0) return readPlainGroups(block);
  let groups = plainGroups.get(block);
  if (groups === undefined) {
    groups = readPlainGroups(block);
    plainGroups.set(block, groups);
  }
  return groups;
}

/** The groups of messages with tokens, which take longer to find. An edit needs them several times. */
const plainGroups = new BlockCache<readonly (readonly [GroupKind, string])[]>();

function readPlainGroups(block: Block): readonly (readonly [GroupKind, string])[] {
  const groups: [GroupKind, string][] = [];
  const { traits, kind, headerEnd } = block;
  if (kind === 'message' && traits & Trait.OddBody) {
    const { role } = headerInfo(block);
    const { blocks, flags } = thoughtsOf(block);
    const names =
      role === systemRole ? flags.map(thoughtName) : role === modelRole ? blocks.map(({ name }) => name) : [];
    for (const name of new Set(names)) groups.push(['thought', name]);
    if (functionSteps(block, role).length > 0) groups.push(['functions', '']);
  }
  if (exchanges(block)) groups.push(['results', '']);
  if ((traits & odd || headerEnd > openerOf(block).text.length + MIN_TOKEN_LENGTH) && firstForeign(block))
    groups.push(['foreign-token', '']);
  return groups;
}

/** The length of the shortest token that a header can contain besides its opener. */
const MIN_TOKEN_LENGTH = '<|end|>'.length;

function stepsOf(block: Block): readonly Step[] {
  return functionSteps(block, headerInfo(block).role);
}

function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  return a.length === b.length && a.every(({ kind, tool }, i) => kind === b[i]?.kind && tool === b[i]?.tool);
}

const sameExchange = (a: Exchange, b: Exchange) =>
  a.calls === b.calls && a.results.length === b.results.length && a.whole === b.whole && a.identity === b.identity;

function hasOddHeader(block: Block): boolean {
  return block.kind === 'message' && (!has(block, Trait.HasMessage) || messageHeader(block).foreign);
}

function holdsToolCalls({ text, bodyStart, bodyEnd }: Block): boolean {
  if (text.charCodeAt(bodyStart) !== 123) return false;
  const at = text.indexOf('"tool_calls"', bodyStart);
  return at >= 0 && at < bodyEnd;
}

export class GroupIndex {
  private readonly groups = new Map<string, OpenGroup>();
  private readonly chains = new Map<GroupKind, Chain>();
  private readonly dirty = new Set<string>();
  /**
   * The iterator over `dirty`. It is reused, since a new one would have to skip all deleted entries again, which takes
   * quadratic time in large documents.
   */
  private changed = this.dirty.values();
  private readonly lostIds = new LostIds();

  constructor(
    private readonly blocks: BlockSequence,
    private readonly wanted: ReadonlySet<GroupKind>,
  ) {}

  /**
   * Replaces a message with one that has the same header. Returns the names of the groups that stay unchanged. `flagged`:
   * whether the old message has problems from a group. The spans of such problems are only valid within the header, so they
   * cannot be kept.
   */
  inherit(old: Block, block: Block, flagged: (name: string) => boolean): ReadonlySet<string> {
    const unchangedNames = new Set<string>();
    const groupNames = new Set(groupsOf(block, this.wanted).map(([kind, key]) => `${kind} ${key}`));
    for (const [kind, key] of groupsOf(old, this.wanted)) {
      const name = `${kind} ${key}`;
      if (!groupNames.has(name) || !inherited[kind]?.(old, block)) continue;
      if (kind !== 'tool-pair' && kind !== 'tool-turn' && flagged(name)) continue;
      if (this.replace(kind, name, old, block)) unchangedNames.add(name);
    }
    return unchangedNames;
  }

  /**
   * The number of messages to check again when blocks are added or removed. `keepsHeader`: whether a message is replaced with
   * one that has the same header.
   */
  reach(blocks: readonly Block[], keepsHeader: boolean): number {
    const names = new Set<string>();
    let members = 0;
    for (const block of blocks) {
      for (const [kind, key] of groupsOf(block, this.wanted)) {
        if (chainKinds[kind] || (keepsHeader && inherited[kind])) continue;
        if (kind === 'lost-id') members += this.lostIds.reach(key, block);
        if (!checked[kind]) names.add(`${kind} ${key}`);
      }
    }
    for (const name of names) members += this.groups.get(name)?.members.length ?? 0;
    return members;
  }

  add(block: Block, except = none): void {
    for (const [kind, key] of groupsOf(block, this.wanted)) {
      const name = `${kind} ${key}`;
      if (except.has(name)) continue;
      const chain = this.chainOf(kind);
      if (chain) {
        chain.add(block);
        continue;
      }
      let group = this.groups.get(name);
      if (group === undefined) {
        group = { kind, key, members: [] };
        this.groups.set(name, group);
      }
      group.members.splice(rankIn(group.members, block, this.blocks), 0, block);
      this.dirty.add(name);
    }
  }

  remove(block: Block, except = none): void {
    for (const [kind, key] of groupsOf(block, this.wanted)) {
      const name = `${kind} ${key}`;
      if (except.has(name)) continue;
      const chain = this.chainOf(kind);
      if (chain) {
        chain.remove(block);
        continue;
      }
      const group = this.groups.get(name);
      const at = group?.members.indexOf(block) ?? -1;
      if (at >= 0) group?.members.splice(at, 1);
      this.dirty.add(name);
    }
  }

  /** Whether any group is split by turns, so that a change of turns matters. */
  get hasTurns(): boolean {
    for (const chain of this.chains.values()) if (!chain.isEmpty) return true;
    return false;
  }

  /** Marks turns as changed: those around these blocks, or all turns if there are no blocks. */
  touchTurns(blocks: readonly Block[]): void {
    for (const chain of this.chains.values()) {
      if (blocks.length === 0) chain.touch();
      for (const block of blocks) chain.touch(block);
    }
  }

  /** Returns a changed group, which may be empty, and marks it as unchanged. */
  nextDirty(): [name: string, group: Group] | undefined {
    for (const [kind, chain] of this.chains) {
      for (const [name, members] of chain.takeChanged()) {
        this.groups.set(name, { kind, key: name.slice(kind.length + 1), members });
        this.dirty.add(name);
      }
    }
    for (const name of this.takeChanged()) {
      const group = this.groups.get(name);
      if (group === undefined) continue;
      if (group.members.length === 0 || chainKinds[group.kind]) this.groups.delete(name);
      if (group.kind === 'call-id') this.lostIds.setOrphans(name, group.members);
      else if (group.kind === 'lost-id') this.lostIds.setFirst(group.key, group.members[0]);
      const members = checked[group.kind]?.(group.members) ?? group.members;
      return [name, { ...group, members }];
    }
    // The calls without ids and the replies to unknown calls come last, since they are only known after all other groups.
    for (const name of this.lostIds.takeConcerned()) this.dirty.add(name);
    return this.dirty.size > 0 ? this.nextDirty() : undefined;
  }

  private *takeChanged(): Iterable<string> {
    while (this.dirty.size > 0) {
      const { value, done } = this.changed.next();
      if (done) this.changed = this.dirty.values();
      else if (this.dirty.delete(value)) yield value;
    }
  }

  /** Whether a call without an id precedes a reply. If `tool` is undefined, a call to any tool counts. */
  lostBefore(reply: Block, tool: string | undefined): boolean {
    const [call] = this.groups.get(`lost-id ${lastName(tool)}`)?.members ?? [];
    return call !== undefined && this.indexOf(call) < this.indexOf(reply);
  }

  private indexOf(block: Block): number {
    return this.blocks.placeOf(block)?.index ?? -1;
  }

  private chainOf(kind: GroupKind): Chain | undefined {
    const how = chainKinds[kind];
    let chain = this.chains.get(kind);
    if (how !== undefined && chain === undefined) {
      chain = new Chain(kind, how, this.blocks);
      this.chains.set(kind, chain);
    }
    return chain;
  }

  private replace(kind: GroupKind, name: string, old: Block, block: Block): boolean {
    const chain = this.chains.get(kind);
    if (chain) return chain.replace(old, block);
    const members = this.groups.get(name)?.members;
    const at = members === undefined ? -1 : rankIn(members, block, this.blocks, old);
    if (members?.[at] !== old) return false;
    members[at] = block;
    return true;
  }
}

/** Whether an exchange of blocks leaves all turns unchanged, because the headers, terminators and visible calls are the same. */
export function keepsTurns(removed: readonly Block[], added: readonly Block[]): boolean {
  if (removed.length !== added.length) return false;
  return removed.every((old, i) => {
    const block = added[i] as Block;
    if (old.kind !== block.kind || old.terminator !== block.terminator) return false;
    return (
      block.kind !== 'message' || (sameSpeaker(headerInfo(old), headerInfo(block)) && mayCall(old) === mayCall(block))
    );
  });
}

function sameSpeaker(a: HeaderInfo, b: HeaderInfo): boolean {
  return a.role === b.role && a.kind === b.kind && a.effectiveChannel === b.effectiveChannel;
}
