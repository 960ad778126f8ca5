/**
 * Which calls of a transcript are answered, and which tools are declared, for its tokens. What a leaf of blocks calls and
 * answers is kept with it; who answers whom is found again once something has changed.
 */
import { functionsNamespace } from '../../grammar/index.ts';
import { functionParts, functionSteps } from '../../model/functions.ts';
import { meaning } from '../../model/message.ts';
import { taggedCalls } from '../../model/tagged-calls.ts';
import { taggedEntriesOf } from '../../model/visibility/entries.ts';
import type { Block } from '../../syntax/block.ts';
import type { BlockSequence, Leaf } from '../../syntax/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { declaredTools } from '../support/names.ts';
import type { CallFacts } from './facts.ts';
import { Modifier } from './token.ts';

/** A call or a reply, by whatever it is written. */
export interface CallSite {
  readonly kind: 'call' | 'reply';
  readonly callId: string | undefined;
  readonly tool: string | undefined;
}

interface Site extends CallSite {
  readonly block: Block;
  /** Where in the body its token stands; undefined where the header says it. */
  readonly at: number | undefined;
}

/** What is known of the calls in a leaf. */
export interface LeafCalls {
  /** What messages say in their headers. */
  readonly ofHeader: ReadonlyMap<Block, CallFacts>;
  /** What bodies say, by where it stands there. */
  readonly ofBody: ReadonlyMap<Block, ReadonlyMap<number, number>>;
  /** Equal where nothing else is known. */
  readonly key: string;
}

const kept = new WeakMap<Leaf, readonly Site[]>();

/** What was found of a document, leaf by leaf. */
interface Found {
  readonly revision: number;
  readonly declared: string;
  /** For each leaf its calls and replies, and what is known of each, as modifiers. */
  readonly sites: readonly (readonly Site[])[];
  readonly bits: readonly (readonly number[])[];
  readonly calls: ReadonlyMap<Leaf, LeafCalls>;
}

/** A document that is read anew has another sequence of blocks. */
const known = new WeakMap<BlockSequence, Found>();

/** What is known of the calls of each leaf. */
export function callsIn(transcript: Transcript): ReadonlyMap<Leaf, LeafCalls> {
  const { blocks } = transcript;
  let found = known.get(blocks);
  if (found?.revision !== blocks.revision) {
    found = find(transcript, found);
    known.set(blocks, found);
  }
  return found.calls;
}

/** An edit that changes no call leaves who answers whom as it was: that is looked at, and no more. */
function find(transcript: Transcript, before: Found | undefined): Found {
  const { blocks } = transcript;
  const leaves = blocks.leaves();
  const tools = declaredTools(transcript);
  const declared = [...tools.keys()].join('\n');
  const sites = leaves.map(sitesOf);
  const same = before?.declared === declared && sameCalls(before.sites, sites) ? before : undefined;
  const bits = same?.bits ?? bitsOf(sites, tools);
  const calls = new Map(
    leaves.map((leaf, i) => {
      const was = same?.sites[i] === sites[i] ? before?.calls.get(leaf) : undefined;
      return [leaf, was ?? leafCalls(sites[i] as readonly Site[], bits[i] as readonly number[])] as const;
    }),
  );
  return { revision: blocks.revision, declared, sites, bits, calls };
}

function sameCalls(before: Found['sites'], now: Found['sites']): boolean {
  const same = (a: Site, b: Site | undefined) => a.kind === b?.kind && a.callId === b.callId && a.tool === b.tool;
  return (
    before.length === now.length &&
    before.every((was, i) => {
      const is = now[i] as readonly Site[];
      return was === is || (was.length === is.length && was.every((site, k) => same(site, is[k])));
    })
  );
}

function bitsOf(sites: Found['sites'], declared: ReadonlyMap<string, unknown>): number[][] {
  const state = paired(sites.flat());
  return sites.map((inLeaf) =>
    inLeaf.map((site) => {
      const { tool } = site;
      const isDeclared = tool !== undefined && (declared.has(tool) || declared.has(`${functionsNamespace}.${tool}`));
      return (state.get(site) ?? 0) | (isDeclared ? isNamed : 0);
    }),
  );
}

/** The tool is declared; beside what is known of the call, which may be resolved itself. */
const isNamed = 1 << 15;

function leafCalls(sites: readonly Site[], bits: readonly number[]): LeafCalls {
  const ofHeader = new Map<Block, CallFacts>();
  const ofBody = new Map<Block, Map<number, number>>();
  sites.forEach(({ block, at }, i) => {
    const own = bits[i] as number;
    const call = own & ~isNamed;
    const tool = own & isNamed ? Modifier.resolved : 0;
    if (at === undefined) {
      ofHeader.set(block, { call, tool });
      return;
    }
    const steps = ofBody.get(block) ?? new Map<number, number>();
    const all = (steps.get(at) ?? 0) | call | tool;
    // Of several calls after one token, one is not answered.
    steps.set(at, all & Modifier.open ? all & ~Modifier.answered : all);
    ofBody.set(block, steps);
  });
  return { ofHeader, ofBody, key: bits.join() };
}

/** Who answers whom: by id, or else by the tool in the order of the calls, or by that order alone. */
export function paired<T extends CallSite>(sites: readonly T[]): ReadonlyMap<T, number> {
  const state = new Map<T, number>();
  const called = new Set<string>();
  const replied = new Set<string>();
  for (const { kind, callId } of sites) if (callId !== undefined) (kind === 'call' ? called : replied).add(callId);
  const byTool = new Map<string | undefined, Waiting<T>>();
  const all = new Waiting<T>();
  for (const site of sites) {
    const { kind, callId, tool } = site;
    if (callId !== undefined) {
      const met = (kind === 'call' ? replied : called).has(callId);
      state.set(site, met ? (kind === 'call' ? Modifier.answered : Modifier.resolved) : Modifier.open);
    } else if (kind === 'call') {
      state.set(site, Modifier.open);
      all.sites.push(site);
      const same = byTool.get(tool) ?? new Waiting<T>();
      byTool.set(tool, same);
      same.sites.push(site);
    } else {
      const call = (tool === undefined ? all : (byTool.get(tool) ?? byTool.get(undefined)))?.take(state);
      state.set(site, call ? Modifier.resolved : Modifier.open);
      if (call) state.set(call, Modifier.answered);
    }
  }
  return state;
}

/** Calls in their order; to find the first that waits takes no longer where there are thousands. */
class Waiting<T> {
  readonly sites: T[] = [];
  private next = 0;

  take(state: ReadonlyMap<T, number>): T | undefined {
    while (this.next < this.sites.length && state.get(this.sites[this.next] as T) !== Modifier.open) this.next++;
    return this.sites[this.next];
  }
}

function sitesOf(leaf: Leaf): readonly Site[] {
  let sites = kept.get(leaf);
  if (sites === undefined) {
    sites = leaf.blocks.flatMap((block) => {
      if (block.kind !== 'message') return [];
      return block.family.has.channels ? ofHeader(block) : ofBody(block);
    });
    kept.set(leaf, sites);
  }
  return sites;
}

function ofHeader(block: Block): Site[] {
  const { kind, callId, tool } = meaning(block);
  return kind === 'plain' ? [] : [{ block, kind, callId, tool, at: undefined }];
}

/** Tokens of functions, and tags. */
function ofBody(block: Block): Site[] {
  const { role } = meaning(block);
  const site = (kind: Site['kind'], tool: string | undefined, at: number) => ({
    block,
    kind,
    callId: undefined,
    tool,
    at,
  });
  const steps = functionSteps(block, role);
  const tokens = steps.length === 0 ? [] : functionParts(block, role);
  let next = 0;
  const found = steps.map(({ kind, name, start }) => {
    while ((tokens[next + 1]?.start ?? Number.POSITIVE_INFINITY) <= start) next++;
    return site(kind === 'call' ? 'call' : 'reply', name, tokens[next]?.start ?? start);
  });
  const entries = taggedEntriesOf(block, role);
  if (entries.length === 0) return found;
  const calls = taggedCalls(block, role).map(({ name, start }) => site('call', name?.value, name?.start ?? start));
  const replies = entries.flatMap(({ kind, name, start }) => (kind === 'reply' ? site('reply', name, start) : []));
  return [...found, ...calls, ...replies];
}
