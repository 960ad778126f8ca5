/**
 * Finds the answered calls and the declared tools of a transcript, for its semantic tokens. Calls and replies are cached per leaf of
 * blocks. If any of them changes, all are paired again.
 */
import { functionsNamespace } from '../../grammar/index.ts';
import { endsExchange } from '../../model/calls/exchange.ts';
import { functionParts, functionSteps } from '../../model/calls/functions.ts';
import { CallPairing, type IdentifiedPart, type WithoutIds, withoutIdsIn } from '../../model/calls/pairing.ts';
import { taggedCalls } from '../../model/calls/tagged-calls.ts';
import { headerInfo } from '../../model/message.ts';
import { taggedEntriesOf } from '../../model/visibility/entries.ts';
import type { Block } from '../../syntax/block.ts';
import type { BlockSequence, Leaf } from '../../syntax/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { declaredTools } from '../support/names.ts';
import type { CallFacts } from './facts.ts';
import { Modifier } from './token.ts';

/** A call or a reply in any syntax, or a break, after which pairing by order starts again. */
export interface CallSite {
  readonly kind: 'call' | 'reply' | 'break';
  readonly callId: string | undefined;
  readonly tool: string | undefined;
}

interface Site extends CallSite {
  readonly block: Block;
  /** The offset of the token in the body that marks the call or reply. Undefined if the header marks it. */
  readonly at: number | undefined;
}

export interface LeafCalls {
  /** The modifiers of calls and replies that are marked by message headers. */
  readonly ofHeader: ReadonlyMap<Block, CallFacts>;
  /** The modifiers of calls and replies in bodies, by offset. */
  readonly ofBody: ReadonlyMap<Block, ReadonlyMap<number, number>>;
  /** Two leaves with equal keys have equal facts. */
  readonly key: string;
}

const sitesByLeaf = new WeakMap<Leaf, readonly Site[]>();

/** The calls that were found in a document, by leaf. */
interface CallIndex {
  readonly revision: number;
  readonly declared: string;
  /** The calls and replies of each leaf, and, in `bits`, the modifiers of each. */
  readonly sites: readonly (readonly Site[])[];
  readonly bits: readonly (readonly number[])[];
  readonly calls: ReadonlyMap<Leaf, LeafCalls>;
}

/** The index of each sequence of blocks. A document that is parsed again has a new sequence. */
const indexBySequence = new WeakMap<BlockSequence, CallIndex>();

export function callsIn(transcript: Transcript): ReadonlyMap<Leaf, LeafCalls> {
  const { blocks } = transcript;
  let callIndex = indexBySequence.get(blocks);
  if (callIndex?.revision !== blocks.revision) {
    callIndex = find(transcript, callIndex);
    indexBySequence.set(blocks, callIndex);
  }
  return callIndex.calls;
}

/** Updates the index. If an edit changes no call or reply, all pairs stay the same and are reused. */
function find(transcript: Transcript, before: CallIndex | undefined): CallIndex {
  const { blocks } = transcript;
  const leaves = blocks.leaves();
  const tools = declaredTools(transcript);
  const declared = [...tools.keys()].join('\n');
  const sites = leaves.map(sitesOf);
  const same = before?.declared === declared && sameCalls(before.sites, sites) ? before : undefined;
  const bits = same?.bits ?? bitsOf(sites, tools, withoutIdsIn(transcript.family));
  const calls = new Map(
    leaves.map((leaf, i) => {
      const was = same?.sites[i] === sites[i] ? before?.calls.get(leaf) : undefined;
      return [leaf, was ?? leafCalls(sites[i] as readonly Site[], bits[i] as readonly number[])] as const;
    }),
  );
  return { revision: blocks.revision, declared, sites, bits, calls };
}

function sameCalls(before: CallIndex['sites'], now: CallIndex['sites']): boolean {
  const same = (a: Site, b: Site | undefined) => a.kind === b?.kind && a.callId === b.callId && a.tool === b.tool;
  return (
    before.length === now.length &&
    before.every((was, i) => {
      const is = now[i] as readonly Site[];
      return was === is || (was.length === is.length && was.every((site, k) => same(site, is[k])));
    })
  );
}

function bitsOf(sites: CallIndex['sites'], declared: ReadonlyMap<string, unknown>, withoutIds: WithoutIds): number[][] {
  const state = pairedCalls(sites.flat(), withoutIds);
  return sites.map((inLeaf) =>
    inLeaf.map((site) => {
      const { tool } = site;
      const isDeclared = tool !== undefined && (declared.has(tool) || declared.has(`${functionsNamespace}.${tool}`));
      return (state.get(site) ?? 0) | (isDeclared ? isNamed : 0);
    }),
  );
}

/** The bit for a declared tool, which is combined with the bits for the state of the call. */
const isNamed = 1 << 15;

function leafCalls(sites: readonly Site[], bits: readonly number[]): LeafCalls {
  const ofHeader = new Map<Block, CallFacts>();
  const ofBody = new Map<Block, Map<number, number>>();
  sites.forEach(({ kind, block, at }, i) => {
    if (kind === 'break') return;
    const siteBits = bits[i] as number;
    const call = siteBits & ~isNamed;
    const tool = siteBits & isNamed ? Modifier.resolved : 0;
    if (at === undefined) {
      ofHeader.set(block, { call, tool });
      return;
    }
    const steps = ofBody.get(block) ?? new Map<number, number>();
    const all = (steps.get(at) ?? 0) | call | tool;
    // A token followed by several calls counts as unanswered if any of them is.
    steps.set(at, all & Modifier.open ? all & ~Modifier.answered : all);
    ofBody.set(block, steps);
  });
  return { ofHeader, ofBody, key: bits.join() };
}

/** The state of each call and reply, as modifiers: whether the call is answered, and whether the reply answers a call. */
export function pairedCalls<T extends CallSite>(sites: readonly T[], withoutIds: WithoutIds): ReadonlyMap<T, number> {
  const state = new Map<T, number>();
  const pairing = new CallPairing<Part<T>>(withoutIds);
  for (const site of sites) {
    const { kind, callId, tool } = site;
    if (kind === 'break') {
      pairing.beginAnew();
      continue;
    }
    const call = pairing.take({ kind, callId, tool, site })?.call;
    state.set(site, call ? Modifier.resolved : Modifier.open);
    if (call) state.set(call.site, Modifier.answered);
  }
  return state;
}

interface Part<T> extends IdentifiedPart {
  readonly site: T;
}

function sitesOf(leaf: Leaf): readonly Site[] {
  let sites = sitesByLeaf.get(leaf);
  if (sites === undefined) {
    sites = leaf.blocks.flatMap((block): Site[] => {
      if (block.kind !== 'message') return [];
      if (block.family.has.channels) return ofHeader(block);
      if (endsExchange(block)) return [{ block, kind: 'break', callId: undefined, tool: undefined, at: undefined }];
      return ofBody(block);
    });
    sitesByLeaf.set(leaf, sites);
  }
  return sites;
}

function ofHeader(block: Block): Site[] {
  const { kind, callId, tool } = headerInfo(block);
  return kind === 'plain' ? [] : [{ block, kind, callId, tool, at: undefined }];
}

/** The calls and replies in a body that function tokens or tags mark. */
function ofBody(block: Block): Site[] {
  const { role } = headerInfo(block);
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
  const tokenSites = steps.map(({ kind, tool, start }) => {
    while ((tokens[next + 1]?.start ?? Number.POSITIVE_INFINITY) <= start) next++;
    return site(kind, tool, tokens[next]?.start ?? start);
  });
  const entries = taggedEntriesOf(block, role);
  if (entries.length === 0) return tokenSites;
  const calls = taggedCalls(block, role).map(({ name, start }) => site('call', name?.value, name?.start ?? start));
  const replies = entries.flatMap(({ kind, name, start }) => (kind === 'reply' ? site('reply', name, start) : []));
  return [...tokenSites, ...calls, ...replies];
}
