/** Which messages belong together: small indexes, fed block by block, so that an edit re-checks what it touches. */
import { channels } from '../grammar/index.ts';
import { firstForeign } from '../model/foreign.ts';
import { type Meaning, meaning, type Reading } from '../model/message.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { messageHeader } from '../syntax/message-header.ts';
import type { BlockSequence } from '../syntax/sequence.ts';
import type { GroupKind } from './rule.ts';

export interface Group {
  readonly kind: GroupKind;
  readonly key: string;
  /** In document order. */
  readonly members: readonly Block[];
}

interface OpenGroup extends Group {
  readonly members: Block[];
}

const hidden = channels[0]?.name;
const odd = Trait.OddBody | Trait.OddGap;
const none: ReadonlySet<string> = new Set();
/** Groups whose check looks at headers alone. They can be as large as the document. */
const headerwise = new Set<GroupKind>(['tool-pair']);
/** Groups whose check looks at whole turns, and so at more than their members. */
const turnwise = new Set<GroupKind>(['tool-calls-member', 'analysis']);

/** The groups that a block is in, each as its kind and a key. */
function groupsOf(block: Block, reading: Reading, wanted: ReadonlySet<GroupKind>): [GroupKind, string][] {
  const found: [GroupKind, string][] = [];
  if (block.kind === 'message') {
    const said = meaning(block, reading);
    if (said.kind !== 'plain' && !said.header.unfinished) {
      if (said.callId !== undefined) found.push(['call-id', said.callId]);
      else if (reading.harmony && said.tool !== undefined)
        found.push(['tool-pair', said.tool.replace(/^functions\./, '')]);
    }
    if (said.role === 'assistant' && holdsToolCalls(block)) found.push(['tool-calls-member', '']);
    if (wanted.has('analysis') && said.role === 'assistant' && said.channel === hidden) found.push(['analysis', '']);
  }
  const mayBeForeign = (block.traits & odd) !== 0 || hasOddHeader(block, reading);
  if (mayBeForeign && firstForeign(block, reading.escapes)) found.push(['foreign-token', '']);
  return found;
}

function hasOddHeader(block: Block, { harmony }: Reading): boolean {
  return block.kind === 'message' && (!has(block, Trait.HasMessage) || messageHeader(block, harmony).foreign);
}

function holdsToolCalls({ text, bodyStart, bodyEnd }: Block): boolean {
  if (text.charCodeAt(bodyStart) !== 123) return false;
  const at = text.indexOf('"tool_calls"', bodyStart);
  return at >= 0 && at < bodyEnd;
}

export class GroupIndex {
  private readonly groups = new Map<string, OpenGroup>();
  private readonly dirty = new Set<string>();

  constructor(
    private readonly blocks: BlockSequence,
    private readonly reading: Reading,
    private readonly wanted: ReadonlySet<GroupKind>,
  ) {}

  /** Lets a message take the place of one with the same header. Gives the names of the groups that stay as they are. */
  inherit(old: Block, block: Block): ReadonlySet<string> {
    const kept = new Set<string>();
    for (const [kind, key] of groupsOf(old, this.reading, this.wanted)) {
      if (!headerwise.has(kind)) continue;
      const name = `${kind} ${key}`;
      const members = this.groups.get(name)?.members;
      const at = members?.indexOf(old) ?? -1;
      if (members === undefined || at < 0) continue;
      members[at] = block;
      kept.add(name);
    }
    return kept;
  }

  add(block: Block, except = none): void {
    for (const [kind, key] of groupsOf(block, this.reading, this.wanted)) {
      const name = `${kind} ${key}`;
      if (except.has(name)) continue;
      let group = this.groups.get(name);
      if (group === undefined) {
        group = { kind, key, members: [] };
        this.groups.set(name, group);
      }
      const { members } = group;
      const last = members[members.length - 1];
      if (last === undefined || this.indexOf(last) < this.indexOf(block)) members.push(block);
      else members.splice(this.rank(members, block), 0, block);
      this.dirty.add(name);
    }
  }

  remove(block: Block, except = none): void {
    for (const [kind, key] of groupsOf(block, this.reading, this.wanted)) {
      const name = `${kind} ${key}`;
      if (except.has(name)) continue;
      const group = this.groups.get(name);
      const at = group?.members.indexOf(block) ?? -1;
      if (at >= 0) group?.members.splice(at, 1);
      this.dirty.add(name);
    }
  }

  /** The turns of the document are not what they were. */
  touchTurns(): void {
    for (const [name, { kind }] of this.groups) if (turnwise.has(kind)) this.dirty.add(name);
  }

  /** One of the groups that changed, which is taken for checked from then on; it may be empty. */
  nextDirty(): [name: string, group: Group] | undefined {
    for (const name of this.dirty) {
      this.dirty.delete(name);
      const group = this.groups.get(name);
      if (group === undefined) continue;
      if (group.members.length === 0) this.groups.delete(name);
      return [name, group];
    }
    return undefined;
  }

  private indexOf(block: Block): number {
    return this.blocks.placeOf(block)?.index ?? -1;
  }

  /** The index at which a block goes into members that stand in document order. */
  private rank(members: readonly Block[], block: Block): number {
    const index = this.indexOf(block);
    let low = 0;
    let high = members.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.indexOf(members[middle] as Block) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Whether an exchange of blocks leaves every turn as it was: same headers, same terminators. */
export function keepsTurns(removed: readonly Block[], added: readonly Block[], reading: Reading): boolean {
  if (removed.length !== added.length) return false;
  return removed.every((old, i) => {
    const block = added[i] as Block;
    if (old.kind !== block.kind || old.terminator !== block.terminator) return false;
    return block.kind !== 'message' || sameSpeaker(meaning(old, reading), meaning(block, reading));
  });
}

function sameSpeaker(a: Meaning, b: Meaning): boolean {
  return a.role === b.role && a.kind === b.kind && a.effectiveChannel === b.effectiveChannel;
}
