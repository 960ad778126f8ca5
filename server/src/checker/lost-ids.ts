/**
 * Relates replies with an unknown call id to earlier calls that lack an id (2.2 §8.2). Such a reply may answer such a call, so a change to
 * one affects the other.
 */

import { lastName } from '../model/calls/tool-names.ts';
import { headerInfo } from '../model/message.ts';
import type { Block } from '../syntax/block.ts';

const none: ReadonlySet<string> = new Set();

/**
 * An index of replies to unknown calls, and of calls without an id. Groups are identified by their names. Tools are identified by the last
 * part of their names, which is empty if no tool is named.
 */
export class LostIds {
  /** For each tool, the first call without an id, as of the last check. Later calls do not matter. */
  private readonly first = new Map<string, Block>();
  private readonly orphansOf = new Map<string, Set<string>>();
  private readonly toolsOf = new Map<string, ReadonlySet<string>>();
  private readonly changed = new Set<string>();

  /** Sets the messages of a group, which share a call id. Replies before the first call are orphans. */
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

  /** Sets the first call to a tool that has no id, or undefined if there is none. */
  setFirst(tool: string, call: Block | undefined): void {
    if (this.first.get(tool) === call) return;
    if (call) this.first.set(tool, call);
    else this.first.delete(tool);
    this.changed.add(tool);
  }

  /** The number of orphan groups that a call affects. */
  reach(tool: string, call: Block): number {
    return this.first.get(tool) === call ? (this.orphansOf.get(tool)?.size ?? 0) : 0;
  }

  /** Returns the orphan groups that may have gained or lost a possible call since the previous call to this function. */
  takeConcerned(): readonly string[] {
    const concerned = [...this.changed].flatMap((tool) => [...(this.orphansOf.get(tool) ?? none)]);
    this.changed.clear();
    return concerned;
  }
}
