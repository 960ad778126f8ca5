/**
 * The names in the messages of a transcript: tools, call ids and speakers. They are cached per leaf of blocks and discarded with it, so
 * that only the leaf with an edit is read again.
 */

import { type HeaderInfo, headerInfo } from '../../model/message.ts';
import { declarations, mayDeclare, type ToolDeclaration } from '../../model/tools/declarations.ts';
import { answer } from '../../model/tools/response-formats.ts';
import type { Block } from '../../syntax/block.ts';
import type { Leaf } from '../../syntax/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';

/** A call, or the reply to one. */
export interface Exchange {
  readonly block: Block;
  readonly kind: 'call' | 'reply';
  readonly tool: string | undefined;
  readonly callId: string | undefined;
}

interface LeafNames {
  readonly exchanges: readonly Exchange[];
  /** System and developer messages that declare tools. */
  readonly declaring: readonly Block[];
  /** The speakers, by role and name. */
  readonly speakers: ReadonlyMap<string, Speaker>;
}

interface Speaker {
  readonly role: string;
  readonly name: string;
  readonly first: Block;
  count: number;
}

interface DeclaredTool extends ToolDeclaration {
  readonly block: Block;
}

const cache = new WeakMap<Leaf, LeafNames>();

function namesOf(transcript: Transcript): LeafNames[] {
  return transcript.blocks.leaves().map((leaf) => {
    let names = cache.get(leaf);
    if (names === undefined) {
      names = collect(leaf, (block) => headerInfo(block));
      cache.set(leaf, names);
    }
    return names;
  });
}

function collect(leaf: Leaf, meaningOf: (block: Block) => HeaderInfo): LeafNames {
  const exchanges: Exchange[] = [];
  const declaring: Block[] = [];
  const speakers = new Map<string, Speaker>();
  for (const block of leaf.blocks) {
    if (block.kind !== 'message') continue;
    const { kind, role, tool, callId, name } = meaningOf(block);
    if (kind !== 'plain') exchanges.push({ block, kind, tool, callId });
    else if (role !== undefined && name !== undefined) {
      const key = `${role} ${name}`;
      const speaker = speakers.get(key) ?? { role, name, first: block, count: 0 };
      speaker.count++;
      speakers.set(key, speaker);
    }
    if (mayDeclare(block, role) && declares(block)) declaring.push(block);
  }
  return { exchanges, declaring, speakers };
}

function declares(block: Block): boolean {
  const { tools, formats } = declarations(block);
  return tools.length > 0 || formats.length > 0;
}

/** The tools that system and developer messages declare, by recipient. If a tool is declared twice, the last declaration applies. */
export function declaredTools(transcript: Transcript): Map<string, DeclaredTool> {
  const toolByRecipient = new Map<string, DeclaredTool>();
  for (const { declaring } of namesOf(transcript)) {
    for (const block of declaring) {
      for (const tool of declarations(block).tools) toolByRecipient.set(tool.tool, { ...tool, block });
    }
  }
  return toolByRecipient;
}

/** The declaration of a tool that applies to the message at `index`: the last one before the message, or else the first one after it. */
export function declarationFor(transcript: Transcript, tool: string, index: number): ToolDeclaration | undefined {
  let toolDeclaration: ToolDeclaration | undefined;
  for (const { declaring } of namesOf(transcript)) {
    for (const block of declaring) {
      const { tools, formats } = declarations(block);
      for (const declaration of tool === answer ? formats : tools) {
        if (declaration.tool !== tool) continue;
        if (toolDeclaration && (transcript.blocks.placeOf(block)?.index ?? 0) > index) return toolDeclaration;
        toolDeclaration = declaration;
      }
    }
  }
  return toolDeclaration;
}

/** The tools that calls and replies name, in the order of their first occurrence. The message `except` is ignored. */
export function usedTools(transcript: Transcript, except?: Block): Set<string> {
  const toolNames = new Set<string>();
  for (const { exchanges } of namesOf(transcript)) {
    for (const { tool, block } of exchanges) if (tool !== undefined && block !== except) toolNames.add(tool);
  }
  return toolNames;
}

/** The number of calls to a tool. */
export function callsOf(transcript: Transcript, tool: string): number {
  return namesOf(transcript)
    .flatMap(({ exchanges }) => exchanges)
    .filter((exchange) => exchange.kind === 'call' && exchange.tool === tool).length;
}

/** The names of speakers. Those with the given role come first. Names that occur only in `except` are ignored. */
export function speakerNames(transcript: Transcript, role: string | undefined, except: Block): Set<string> {
  const same = new Set<string>();
  const others = new Set<string>();
  for (const { speakers } of namesOf(transcript)) {
    for (const speaker of speakers.values()) {
      if (speaker.count === 1 && speaker.first === except) continue;
      (speaker.role === role ? same : others).add(speaker.name);
    }
  }
  return new Set([...same, ...others]);
}

/** The ids of all calls and replies, except that of the message `except`. */
export function callIds(transcript: Transcript, except?: Block): Set<string> {
  const ids = new Set<string>();
  for (const { exchanges } of namesOf(transcript)) {
    for (const { callId, block } of exchanges) if (callId !== undefined && block !== except) ids.add(callId);
  }
  return ids;
}
