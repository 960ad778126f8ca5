/**
 * Replies whose call is not known, and calls that lost their id (2.2 §8.2): one of these before such a reply may be the one
 * that it answers, so a change of either concerns the other.
 */

import { lastName } from '../model/calls/tool-names.ts';
import { headerInfo } from '../model/message.ts';
import type { Block } from '../syntax/block.ts';

const none: ReadonlySet<string> = new Set();

/** Groups are known by their names; tools by the last part of theirs, which is empty where none is named. */
export class LostIds {
  /** For each tool, the first call that lost its id, as it was at the last look; later ones add nothing. */
  private readonly first = new Map<string, Block>();
  private readonly orphansOf = new Map<string, Set<string>>();
  private readonly toolsOf = new Map<string, ReadonlySet<string>>();
  private readonly changed = new Set<string>();

  /** Takes the members of a group with one id: it is one of orphans if a reply is the first. */
  setOrphans(group: string, members: readonly Block[]): void {
    for (const tool of this.toolsOf.get(group) ?? none) this.orphansOf.get(tool)?.delete(group);
    const tools = new Set<string>();
    for (const block of members) {
      const { kind, tool } = headerInfo(block);
      if (kind === 'call') break;
      tools.add(lastName(tool));
    }
    if (tools.size === 0) this.toolsOf.delete(group);
    else this.toolsOf.set(group, tools);
    for (const tool of tools) {
      const orphans = this.orphansOf.get(tool);
      if (orphans) orphans.add(group);
      else this.orphansOf.set(tool, new Set([group]));
    }
  }

  /** Records the first call of a tool that lost its id, or that there is none. */
  setFirst(tool: string, call: Block | undefined): void {
    if (this.first.get(tool) === call) return;
    if (call) this.first.set(tool, call);
    else this.first.delete(tool);
    this.changed.add(tool);
  }

  /** How many groups of orphans a call concerns. */
  reach(tool: string, call: Block): number {
    return this.first.get(tool) === call ? (this.orphansOf.get(tool)?.size ?? 0) : 0;
  }

  /** The groups of orphans that may have found their call, or lost it, since the last time. */
  takeConcerned(): readonly string[] {
    const concerned = [...this.changed].flatMap((tool) => [...(this.orphansOf.get(tool) ?? none)]);
    this.changed.clear();
    return concerned;
  }
}
